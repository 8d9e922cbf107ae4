import type { Notification } from '@carewatch/contracts/notifications'
import { gravestFirst } from '../../live/gravest.ts'

/** What a nurse has before her: what waits for somebody, and what somebody is already at. */
export function board(notifications: readonly Notification[]): {
  waiting: Notification[]
  handled: Notification[]
} {
  return {
    waiting: gravestFirst(notifications.filter(({ acknowledged }) => !acknowledged)),
    handled: gravestFirst(notifications.filter(({ acknowledged, active }) => acknowledged && active)),
  }
}
