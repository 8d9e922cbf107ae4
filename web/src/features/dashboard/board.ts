import type { Notification } from '@carewatch/contracts/notifications'

/** What a nurse has before her, in the order it comes in: what waits for somebody, and what somebody is already at. */
export function board(notifications: readonly Notification[]): {
  waiting: Notification[]
  handled: Notification[]
} {
  return {
    waiting: notifications.filter(({ acknowledged }) => !acknowledged),
    handled: notifications.filter(({ acknowledged, active }) => acknowledged && active),
  }
}
