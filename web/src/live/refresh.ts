import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import type { Notification } from '@carewatch/contracts/notifications'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../http/call.ts'
import { tokenAtom } from '../http/token.ts'
import { knownUser } from '../session/session.ts'
import { store } from '../store.ts'
import { fresh, knownAtom, loaded, merged } from './notifications.ts'

/** Zero lets the server choose how far to look back. */
const LOOK_BACK_BY_SERVER = new Date(0)

const mayReceive = (role: Role): boolean => (notificationsAfter.allow as readonly Role[]).includes(role)

/** Asks for everything recent and answers what is fresh: what the live socket may have dropped is made up for here. */
export async function refreshNotifications(): Promise<Notification[]> {
  const user = await knownUser()
  if (!user || !mayReceive(user.role)) return []
  const before = store.get(knownAtom).byUuid
  const askedWith = store.get(tokenAtom)
  const answer = await call(notificationsAfter, { params: { time: LOOK_BACK_BY_SERVER }, query: {} })
  // What comes after a sign-out is of who has gone, and is neither shown nor rung to who came.
  if (store.get(tokenAtom) !== askedWith) return []
  const now = store.get(knownAtom).byUuid
  // What the socket received while the answer was on its way is newer than the answer.
  const overtook = [...now.values()].filter((notification) => before.get(notification.uuid) !== notification)
  const asking = fresh(now, answer.notifications)
  const known = loaded(answer.notifications, answer.unacknowledged)
  store.set(knownAtom, { ...known, byUuid: merged(known.byUuid, overtook) })
  // What overtook an answer is known by their versions; without them, by having come meanwhile.
  const hasNoVersion = ({ version }: Notification) => typeof version !== 'number'
  return asking.filter(
    (each) =>
      !overtook.some((newer) => newer.uuid === each.uuid && (hasNoVersion(newer) || hasNoVersion(each))),
  )
}
