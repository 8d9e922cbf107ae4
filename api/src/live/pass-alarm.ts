import { encodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { allTasks } from '@carewatch/contracts/http/tasks'
import type { Role } from '@carewatch/contracts/roles'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { DeviceCache } from '../access/device-cache.ts'
import { isRelated, maySeePlace, maySeeWearer } from '../access/may-see.ts'
import { seesEverything } from '../access/reach.ts'
import type { Viewer } from '../access/viewer.ts'
import { isFamily } from '../access/worn.ts'
import type { Hub } from './hub.ts'

type PublishedEvent = Extract<LiveEvent, { type: 'notification' | 'task' }>
type MaySee = (viewer: Viewer) => boolean

/** Who hears live is who may ask by HTTP: the same lists of roles. */
const rolesOf: Record<PublishedEvent['type'], readonly Role[]> = {
  notification: notificationsAfter.allow,
  task: allTasks.allow,
}

const placeOf = (event: PublishedEvent) => (event.type === 'task' ? event.task : event.notification)

/** Staff see what is of their company, as in every list: who wore a watch in another one before is not their business. */
const isOfOwnHouse = (viewer: Viewer, companyUuid: string): boolean =>
  isFamily(viewer) ||
  seesEverything(viewer) ||
  viewer.companyUuid === null ||
  ['none', viewer.companyUuid].includes(companyUuid)

/** Who hears of an alarm or a task, which was published for this company. */
async function recipientsOf(
  deviceCache: Pick<DeviceCache, 'scopeOf' | 'familyOf'>,
  event: PublishedEvent,
  companyUuid: string,
): Promise<MaySee> {
  const receives = ({ role }: Viewer) => rolesOf[event.type].includes(role)
  const { deviceUuid, branchUuid, wearerUuid, createdAt } = placeOf(event)
  if (deviceUuid === null)
    return (viewer) => receives(viewer) && maySeePlace(viewer, { companyUuid, branchUuid })
  const scope = await deviceCache.scopeOf(deviceUuid)
  if (!scope) return () => false
  const family = wearerUuid ? await deviceCache.familyOf(wearerUuid) : undefined
  return (viewer) =>
    receives(viewer) &&
    isOfOwnHouse(viewer, companyUuid) &&
    (maySeeWearer(viewer, scope, wearerUuid) || isRelated(viewer, family?.get(viewer.id), createdAt))
}

type Own = { userId: number; payload: Buffer }

/** The event for those who call its person by a name of their own. */
async function inOwnNames(db: Db, event: PublishedEvent): Promise<Own[]> {
  if (event.type !== 'notification' || !event.notification.wearer) return []
  const { notification } = event
  const { wearer } = event.notification
  // unscoped: each name goes to the account that gave it, and only where that may see the event
  const rows = await db
    .select({ userId: wearerRelations.userId, nickname: wearerRelations.nickname })
    .from(wearerRelations)
    .innerJoin(wearers, eq(wearers.id, wearerRelations.wearerId))
    .where(
      and(eq(wearers.uuid, wearer.uuid), isNull(wearerRelations.until), isNotNull(wearerRelations.nickname)),
    )
  return rows.map(({ userId, nickname }) => {
    const named = { ...wearer, name: nickname ?? wearer.name }
    const own = encodeEvent({ ...event, notification: { ...notification, wearer: named } })
    return { userId, payload: Buffer.from(own) }
  })
}

type Parts = { db: Db; hub: Hub; deviceCache: DeviceCache }
type Published = { companyUuid: string; payload: Buffer }

/** An alarm or a task to the screens of those who may see it. The bytes go on as they came, but to a family that calls somebody otherwise. */
export const createPassAlarm =
  ({ db, hub, deviceCache }: Parts) =>
  async (event: PublishedEvent, { companyUuid, payload }: Published): Promise<void> => {
    const maySee = await recipientsOf(deviceCache, event, companyUuid)
    const isFamilyThere = hub.listeners().some(({ viewer }) => isFamily(viewer) && maySee(viewer))
    const own = isFamilyThere ? await inOwnNames(db, event) : []
    const ownOf = (viewer: Viewer) =>
      isFamily(viewer) ? own.find(({ userId }) => userId === viewer.id) : undefined
    hub.publishTo((viewer) => maySee(viewer) && !ownOf(viewer), payload)
    for (const one of own) hub.publishTo((viewer) => maySee(viewer) && ownOf(viewer) === one, one.payload)
  }
