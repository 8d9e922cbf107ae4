import type { Notification } from '@carewatch/contracts/notifications'

/** Those of one device, or of everyone. */
export const chosen = (
  notifications: readonly Notification[],
  deviceUuid: string | undefined,
): Notification[] =>
  notifications.filter((notification) => !deviceUuid || notification.deviceUuid === deviceUuid)

export type Day = { day: Date; notifications: Notification[] }

/** In days of the viewer's own calendar, keeping the order. */
export function byDay(notifications: readonly Notification[]): Day[] {
  const days = new Map<number, Notification[]>()
  for (const notification of notifications) {
    const day = new Date(notification.lastAt).setHours(0, 0, 0, 0)
    days.set(day, [...(days.get(day) ?? []), notification])
  }
  return [...days].map(([day, each]) => ({ day: new Date(day), notifications: each }))
}
