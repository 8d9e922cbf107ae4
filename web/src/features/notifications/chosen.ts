import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { byTriage } from '@carewatch/contracts/triage'
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
  if (!isFirst) return byTriage(rows)
  const listed = new Set(page.map(({ uuid }) => uuid))
  const others = live.filter((each) => !listed.has(each.uuid) && isWanted(search, each))
  // What stands after the page is on the next one.
  const last = page.at(-1)
  const before = last ? byTriage([...others, last]) : others
  return byTriage([...rows, ...before.slice(0, last && before.indexOf(last))])
}

export type Day = { day: Date; incidents: Incident<Notification>[] }

/** In days of the viewer's own calendar, keeping the order. */
export function byDay(incidents: readonly Incident<Notification>[]): Day[] {
  const days = new Map<number, Incident<Notification>[]>()
  for (const incident of incidents) {
    const day = new Date(incident.first.createdAt).setHours(0, 0, 0, 0)
    days.set(day, [...(days.get(day) ?? []), incident])
  }
  return [...days].map(([day, each]) => ({ day: new Date(day), incidents: each }))
}
