import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'

/** What a nurse has before her, in the order it comes in: what waits for somebody, and what somebody is already at. */
export function board(incidents: readonly Incident<Notification>[]): {
  waiting: Incident<Notification>[]
  handled: Incident<Notification>[]
} {
  return {
    waiting: incidents.filter(({ acknowledged }) => !acknowledged),
    handled: incidents.filter(({ acknowledged, active }) => acknowledged && active),
  }
}
