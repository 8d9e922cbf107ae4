import { MAX_NAMED, takeIncident, undoIncident } from '@carewatch/contracts/http/incidents'
import { acknowledgeNotifications, MAX_NOTIFICATIONS } from '@carewatch/contracts/http/notifications'
import { type Incident, UNDO_WITHIN_MS } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { atom } from 'jotai'
import { attempt } from '../feedback/attempt.ts'
import { call } from '../http/call.ts'
import { store } from '../store.ts'
import { keepNotifications } from './notifications.ts'
import { refreshNotifications } from './refresh.ts'

/** After an answer the rows move up: the second tap of a nervous finger must not answer the next alarm unread. */
const DOUBLE_TAP_MS = 400
let answeredAt = -Infinity

type Taken = Pick<Incident<Notification>, 'uuid'> & {
  /** By which it is named; none: whoever shows it says what it is. */
  notifications: readonly Notification[]
  /** Until then it may be taken back. */
  until: number
}

/** What whoever looks at this screen took just now, and may not have meant to. */
export const takenAtom = atom<Taken | null>(null)

/** Says that they are on it, on what of it they were shown: what is graver and came meanwhile goes on ringing. The five seconds are counted from the press: the server's began no sooner. */
export async function take(uuid: string, shown: readonly string[]): Promise<void> {
  if (performance.now() - answeredAt < DOUBLE_TAP_MS) return
  const until = Date.now() + UNDO_WITHIN_MS
  const body = { alarms: shown.slice(0, MAX_NAMED) }
  const answer = await attempt(() => call(takeIncident, { params: { uuid }, body }))
  answeredAt = performance.now()
  if (!answer) return
  store.set(keepNotifications, answer.notifications)
  const { notifications, changed } = answer
  const theirs = changed ? notifications.filter((each) => changed.includes(each.uuid)) : notifications
  // Somebody else was first: the rows say who.
  if (theirs.length > 0) store.set(takenAtom, { uuid, notifications: theirs, until })
}

export async function takeBack(uuid: string): Promise<void> {
  const answer = await attempt(() => call(undoIncident, { params: { uuid }, body: undefined }))
  answeredAt = performance.now()
  store.set(takenAtom, null)
  if (answer) store.set(keepNotifications, answer.notifications)
}

/** These; with each what else is of its incident. */
export async function acknowledgeAll(uuids: readonly string[]): Promise<void> {
  for (let at = 0; at < uuids.length; at += MAX_NOTIFICATIONS) {
    const body = { uuids: uuids.slice(at, at + MAX_NOTIFICATIONS) }
    const answer = await attempt(() => call(acknowledgeNotifications, { params: { imei: 'all' }, body }))
    if (!answer) return
    store.set(keepNotifications, answer.notifications)
  }
  await refreshNotifications()
}
