import { staffAlarms } from '@carewatch/contracts/alarms'
import { encodeEvent, type LiveEvent } from '@carewatch/contracts/events'
import { liveAccess } from '@carewatch/contracts/live-access'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { DeviceCache } from '../access/device-cache.ts'
import { isRelated, maySeeLife, maySeePlace, maySeeWearer, type WearerScope } from '../access/may-see.ts'
import { personOf } from '../access/persons.ts'
import { seesEverything } from '../access/reach.ts'
import { hasScope, type Viewer } from '../access/viewer.ts'
import type { ViewingLog } from '../access/viewing-log.ts'
import { isFamily } from '../access/worn.ts'
import type { Hub, Listener } from './hub.ts'
import { shownLive } from './note-watched.ts'

type PublishedEvent = Extract<LiveEvent, { type: 'notification' | 'task' }>
type MaySee = (viewer: Viewer) => boolean

const placeOf = (event: PublishedEvent) => (event.type === 'task' ? event.task : event.notification)

/** Staff see what is of their company, as in every list: who wore a watch in another one before is not their business. */
const isOfOwnCompany = (viewer: Viewer, companyUuid: string): boolean =>
  isFamily(viewer) ||
  seesEverything(viewer) ||
  viewer.companyUuid === null ||
  ['none', viewer.companyUuid].includes(companyUuid)

/** What happened in this house to somebody who lives there, whatever became of the watch. */
const isOfOwnWearer = (viewer: Viewer, wearer: WearerScope | undefined, companyUuid: string): boolean =>
  !isFamily(viewer) &&
  (seesEverything(viewer) || viewer.companyUuid === companyUuid) &&
  maySeeLife(viewer, wearer)

/** What is the house's own business. */
const isForStaffAlone = (event: PublishedEvent): boolean =>
  event.type === 'notification' && staffAlarms.some((kind) => kind === event.notification.kind)

type Recipients = { maySee: MaySee; isNamed: MaySee }

/** Who receives of an alarm or a task, which was published for this company, and to whom its device may be named as it is now. */
async function recipientsOf(
  deviceCache: Pick<DeviceCache, 'scopeOf' | 'wearerOf'>,
  event: PublishedEvent,
  companyUuid: string,
): Promise<Recipients> {
  const { allow, byKey } = liveAccess[event.type]
  const receives = (viewer: Viewer) => allow.includes(viewer.role) && hasScope(viewer, byKey)
  const { deviceUuid, branchUuid, wearerUuid, createdAt } = placeOf(event)
  if (deviceUuid === null) {
    const maySee = (viewer: Viewer) => receives(viewer) && maySeePlace(viewer, { companyUuid, branchUuid })
    return { maySee, isNamed: () => true }
  }
  const [scope, wearer] = await Promise.all([
    deviceCache.scopeOf(deviceUuid),
    wearerUuid ? deviceCache.wearerOf(wearerUuid) : undefined,
  ])
  const isNamed = (viewer: Viewer) => scope !== undefined && maySeeWearer(viewer, scope, wearerUuid)
  const maySee = (viewer: Viewer) =>
    receives(viewer) &&
    !(isFamily(viewer) && isForStaffAlone(event)) &&
    isOfOwnCompany(viewer, companyUuid) &&
    (isNamed(viewer) ||
      isOfOwnWearer(viewer, wearer, companyUuid) ||
      isRelated(viewer, wearer?.family.get(viewer.id), createdAt))
  return { maySee, isNamed }
}

const NO_DEVICE = { deviceUuid: null, deviceIMEI: null, deviceName: null }

/** The same for who knows the person, and not the watch as another has it now. */
const withoutDevice = (event: PublishedEvent): PublishedEvent =>
  event.type === 'task'
    ? { ...event, task: { ...event.task, ...NO_DEVICE } }
    : { ...event, notification: { ...event.notification, ...NO_DEVICE } }

/** What those call its person who call them by a name of their own. */
async function ownNames(db: Db, event: PublishedEvent): Promise<ReadonlyMap<number, string | null>> {
  if (event.type !== 'notification' || !event.notification.wearer) return new Map()
  const { uuid } = event.notification.wearer
  // unscoped: each name goes to the account that gave it, and only where that may see the event
  const rows = await db
    .select({ userId: wearerRelations.userId, nickname: wearerRelations.nickname })
    .from(wearerRelations)
    .innerJoin(wearers, eq(wearers.id, wearerRelations.wearerId))
    .where(and(eq(wearers.uuid, uuid), isNull(wearerRelations.until), isNotNull(wearerRelations.nickname)))
  return new Map(rows.map(({ userId, nickname }) => [userId, nickname]))
}

function named(event: PublishedEvent, name: string | null | undefined): PublishedEvent {
  if (event.type !== 'notification' || !event.notification.wearer || !name) return event
  const { notification } = event
  return { ...event, notification: { ...notification, wearer: { ...event.notification.wearer, name } } }
}

/** Whoever receives of it was shown whom it is about. */
function noteShown(
  event: PublishedEvent,
  { viewings, shownTo }: { viewings: ViewingLog; shownTo: Listener[] },
) {
  const kind = shownLive[event.type]
  if (kind === 'nobody') return
  const people = personOf(placeOf(event))
  for (const { viewer, address } of shownTo) viewings.note({ ...viewer, address }, { kind, people })
}

type Parts = { db: Db; hub: Hub; deviceCache: DeviceCache; viewings: ViewingLog }
type Published = { companyUuid: string; payload: Buffer }

/** An alarm or a task to the screens of those who may see it. The bytes go on as they came, but to a family that calls somebody otherwise, and to whom the watch is not to be named. */
export const createPassAlarm =
  ({ db, hub, deviceCache, viewings }: Parts) =>
  async (event: PublishedEvent, { companyUuid, payload }: Published): Promise<void> => {
    const { maySee, isNamed } = await recipientsOf(deviceCache, event, companyUuid)
    const isFamilyThere = hub.listeners().some(({ viewer }) => isFamily(viewer) && maySee(viewer))
    const own = isFamilyThere ? await ownNames(db, event) : new Map<number, string | null>()
    const isOwn = (viewer: Viewer) => isFamily(viewer) && own.has(viewer.id)
    const bare = withoutDevice(event)
    const written = (one: PublishedEvent) => Buffer.from(encodeEvent(one))
    hub.publishTo((viewer) => maySee(viewer) && !isOwn(viewer) && isNamed(viewer), payload)
    hub.publishTo((viewer) => maySee(viewer) && !isOwn(viewer) && !isNamed(viewer), written(bare))
    noteShown(event, { viewings, shownTo: hub.listeners().filter(({ viewer }) => maySee(viewer)) })
    for (const [userId, name] of own) {
      const isThey = (viewer: Viewer) => isOwn(viewer) && viewer.id === userId && maySee(viewer)
      hub.publishTo((viewer) => isThey(viewer) && isNamed(viewer), written(named(event, name)))
      hub.publishTo((viewer) => isThey(viewer) && !isNamed(viewer), written(named(bare, name)))
    }
  }
