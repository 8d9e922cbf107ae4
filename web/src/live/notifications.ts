import type { HandedOver, LiveEvent } from '@carewatch/contracts/events'
import type { Notification } from '@carewatch/contracts/notifications'
import { atom } from 'jotai'

export type Known = {
  readonly byUuid: ReadonlyMap<string, Notification>
  /** Unacknowledged ones that the server counts and that are older than what was loaded. */
  readonly olderUnacknowledged: number
  /** Whether the server has answered: until then nobody may say that nothing waits. */
  readonly isLoaded: boolean
}

const nothingKnown: Known = { byUuid: new Map(), olderUnacknowledged: 0, isLoaded: false }

/** New ones replace known ones by uuid. */
export function merged(known: Known['byUuid'], incoming: readonly Notification[]): Known['byUuid'] {
  const byUuid = new Map(known)
  for (const notification of incoming) byUuid.set(notification.uuid, notification)
  return byUuid
}

export const newestFirst = (byUuid: Known['byUuid']): Notification[] =>
  [...byUuid.values()].toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime())

const open = (byUuid: Known['byUuid']): number =>
  [...byUuid.values()].filter(({ acknowledged }) => !acknowledged).length

/** What a full answer of the server leaves known. */
export const loaded = (notifications: readonly Notification[], unacknowledged: number): Known => {
  const byUuid = merged(new Map(), notifications)
  return { byUuid, olderUnacknowledged: Math.max(0, unacknowledged - open(byUuid)), isLoaded: true }
}

/** Those that ask for a person now and were not known to do so before. */
export const fresh = (known: Known['byUuid'], incoming: readonly Notification[]): Notification[] =>
  incoming.filter(({ uuid, acknowledged, severity }) => {
    const before = known.get(uuid)
    return !acknowledged && (!before || before.acknowledged || before.severity !== severity)
  })

export const notificationsIn = (events: readonly (LiveEvent | HandedOver)[]): Notification[] =>
  events.flatMap((event) => (event.type === 'notification' ? [event.notification] : []))

export const knownAtom = atom<Known>(nothingKnown)

export const notificationsAtom = atom((get) => newestFirst(get(knownAtom).byUuid))

/** Whether what is known is all that there is. */
export const isLoadedAtom = atom((get) => get(knownAtom).isLoaded)

/** The badge. */
export const unacknowledgedAtom = atom((get) => {
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
