import type { HandedOver, LiveEvent } from '@carewatch/contracts/events'
import { incidentsOf, incidentUuidOf } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { byTriage } from '@carewatch/contracts/triage'
import { atom } from 'jotai'

export type Known = {
  readonly byUuid: ReadonlyMap<string, Notification>
  /** Incidents that wait, which the server counts and that are older than what was loaded. */
  readonly olderUnacknowledged: number
  /** Whether the server has answered: until then nobody may say that nothing waits. */
  readonly isLoaded: boolean
}

const nothingKnown: Known = { byUuid: new Map(), olderUnacknowledged: 0, isLoaded: false }

/** It tells of before what is known: said again after a break, while somebody answered. */
const isOvertaken = (known: Known['byUuid'], { uuid, version }: Notification): boolean => {
  const before = known.get(uuid)?.version
  return typeof before === 'number' && typeof version === 'number' && version < before
}

/** New ones replace known ones by uuid. */
export function merged(known: Known['byUuid'], incoming: readonly Notification[]): Known['byUuid'] {
  const byUuid = new Map(known)
  for (const notification of incoming)
    if (!isOvertaken(byUuid, notification)) byUuid.set(notification.uuid, notification)
  return byUuid
}

/** How many incidents wait among these. */
const open = (byUuid: Known['byUuid']): number =>
  new Set([...byUuid.values()].flatMap((each) => (each.acknowledged ? [] : [incidentUuidOf(each)]))).size

/** What a full answer of the server leaves known. */
export const loaded = (notifications: readonly Notification[], unacknowledged: number): Known => {
  const byUuid = merged(new Map(), notifications)
  return { byUuid, olderUnacknowledged: Math.max(0, unacknowledged - open(byUuid)), isLoaded: true }
}

/** Those that ask for a person now and were not known to do so before. */
export const fresh = (known: Known['byUuid'], incoming: readonly Notification[]): Notification[] =>
  incoming.filter((notification) => {
    const { uuid, acknowledged, severity } = notification
    const before = known.get(uuid)
    return (
      !isOvertaken(known, notification) &&
      !acknowledged &&
      (!before || before.acknowledged || before.severity !== severity)
    )
  })

export const notificationsIn = (events: readonly (LiveEvent | HandedOver)[]): Notification[] =>
  events.flatMap((event) => (event.type === 'notification' ? [event.notification] : []))

/** It changed, or came to an incident that began before it, and that is not known here. */
function isOfUnknown(
  byUuid: Known['byUuid'],
  change: Extract<LiveEvent, { type: 'notification' }>['change'],
  notification: Notification,
): boolean {
  if (change !== 'opened') return !byUuid.has(notification.uuid)
  const incident = incidentUuidOf(notification)
  const isFirst = incident === notification.alarmUuid || incident === notification.uuid
  return !isFirst && ![...byUuid.values()].some((each) => incidentUuidOf(each) === incident)
}

/** Whether one of those that were counted and not loaded may be among these: only the server can say how many are left. */
export const changesCount = (
  { byUuid, olderUnacknowledged }: Known,
  events: readonly (LiveEvent | HandedOver)[],
): boolean =>
  olderUnacknowledged > 0 &&
  events.some(
    (event) => event.type === 'notification' && isOfUnknown(byUuid, event.change, event.notification),
  )

export const knownAtom = atom<Known>(nothingKnown)

/** All that is known, who is looked at first first. */
export const notificationsAtom = atom((get) => byTriage([...get(knownAtom).byUuid.values()]))

/** The same as one incident each. */
export const incidentsAtom = atom((get) => incidentsOf([...get(knownAtom).byUuid.values()]))

/** Alarms that nobody has answered: what the banner is for. */
export const unansweredAtom = atom((get) =>
  get(incidentsAtom).filter(({ all }) =>
    all.some(({ type, acknowledged }) => type === 'ALARM' && !acknowledged),
  ),
)

/** Whether what is known is all that there is. */
export const isLoadedAtom = atom((get) => get(knownAtom).isLoaded)

/** How many incidents wait for somebody: the one number that every screen says. */
export const waitingAtom = atom((get) => {
  const { byUuid, olderUnacknowledged } = get(knownAtom)
  return open(byUuid) + olderUnacknowledged
})

/** Keeps changes; answers those that are fresh. */
export const keepNotifications = atom(null, (get, set, incoming: readonly Notification[]) => {
  const known = get(knownAtom)
  const asking = fresh(known.byUuid, incoming)
  set(knownAtom, { ...known, byUuid: merged(known.byUuid, incoming) })
  return asking
})

export const forgetNotifications = atom(null, (_get, set) => set(knownAtom, nothingKnown))
