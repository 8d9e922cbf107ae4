import type { Notification } from '@carewatch/contracts/notifications'
import type { NotificationsSearch } from './search.ts'

/** Is it one of those that the address asks for? */
export const isWanted = (
  { type, kind, severity, acknowledged, device }: NotificationsSearch,
  notification: Notification,
): boolean =>
  (device === undefined || notification.deviceUuid === device) &&
  (type === undefined || notification.type === type) &&
  (kind === undefined || notification.kind === kind) &&
  (severity === undefined || notification.severity === severity) &&
  (acknowledged === undefined || notification.acknowledged === acknowledged)

/** A page of the server's as it is by now: what changed live is shown changed, also where it no longer fits the filter. */
export function followed(
  page: readonly Notification[],
  live: readonly Notification[],
  { isFirst, search }: { isFirst: boolean; search: NotificationsSearch },
): Notification[] {
  const byUuid = new Map(live.map((notification) => [notification.uuid, notification]))
  const rows = page.map((notification) => byUuid.get(notification.uuid) ?? notification)
  const last = page[0]?.lastAt.getTime() ?? 0
  const listed = new Set(page.map(({ uuid }) => uuid))
  const fresh = live.filter(
    (each) => !listed.has(each.uuid) && isWanted(search, each) && each.lastAt.getTime() >= last,
  )
  return isFirst ? [...fresh, ...rows] : rows
}

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
