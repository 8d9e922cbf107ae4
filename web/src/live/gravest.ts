import { severities } from '@carewatch/contracts/alarms'
import type { Notification } from '@carewatch/contracts/notifications'

const grave = ({ severity }: Notification): number => severities.indexOf(severity)

/** Gravest first; of equals, who has waited longest. */
export const gravestFirst = (notifications: readonly Notification[]): Notification[] =>
  notifications.toSorted((a, b) => grave(b) - grave(a) || a.createdAt.getTime() - b.createdAt.getTime())

/** Alarms that nobody has acknowledged: what the banner is for. */
export const unanswered = (notifications: readonly Notification[]): Notification[] =>
  gravestFirst(notifications.filter(({ type, acknowledged }) => type === 'ALARM' && !acknowledged))
