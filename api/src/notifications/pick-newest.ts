import { MAX_NOTIFICATIONS } from '@carewatch/contracts/http/notifications'
import type { Db } from '@carewatch/platform/database/client'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, desc, eq, gte, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visiblePlaceAlarms } from '../access/visible.ts'
import { ofVisibleWearer, worn } from '../access/visible-lives.ts'
import { isOneOf } from '../access/one-of.ts'
import { isAmong } from '../http/among.ts'

export type Wanted = {
  after: Date
  imei?: string | undefined
  wearerId?: number | undefined
  /** These too, however old. */
  alsoIds?: number[]
  /** Of these only, however old. */
  uuids?: readonly string[] | undefined
}

type Picked = { id: number; lastAt: Date }

/** The ids of the newest in the viewer's scope: made or triggered again since a moment, or named. */
export async function pickNewest(db: Db, viewer: Viewer, wanted: Wanted): Promise<number[]> {
  const { after, alsoIds = [], uuids } = wanted
  const scopes = scopesOf(viewer, wanted)
  // Each scope by its own index; together they would be searched row by row.
  const newest = async (which: SQL | undefined) =>
    (await Promise.all(scopes.map((scope) => select(db, and(which, scope))))).flat()
  if (uuids) return idsOf(await newest(isOneOf(notifications.uuid, uuids)))

  const triggered = await newest(gte(alarms.lastAt, after))
  // A call for help that nobody took is told, whatever came after it: of an outage every watch says that it is silent.
  const urgent =
    triggered.length < MAX_NOTIFICATIONS ? [] : await newest(and(gte(alarms.lastAt, after), isUrgent))
  const named = alsoIds.length ? await newest(isAmong(notifications.id, alsoIds)) : []
  // What a device told late is older by its own clock than all of these: it matters only where there is room.
  const late =
    triggered.length < MAX_NOTIFICATIONS
      ? await newest(and(gte(notifications.createdAt, after), lt(alarms.lastAt, after)))
      : []
  return idsOf([...triggered, ...named, ...late], urgent)
}

/** Of one device or person, or of all; rooms are nobody's. */
function scopesOf(viewer: Viewer, { imei, wearerId }: Wanted): (SQL | undefined)[] {
  if (imei === undefined && wearerId === undefined)
    return [ofVisibleWearer(viewer, worn.alarms), visiblePlaceAlarms(viewer)]
  const isTheirs = wearerId === undefined ? undefined : eq(alarms.wearerId, wearerId)
  const scope = imei === undefined ? ofVisibleWearer(viewer, worn.alarms) : ofDevice(viewer, imei)
  return [and(scope, isTheirs)]
}

/** An alarm and its notification name the same device. */
const ofDevice = (viewer: Viewer, imei: string): SQL | undefined =>
  and(
    ofVisibleWearer(viewer, worn.alarms),
    eq(
      alarms.deviceId,
      sql`(select ${devices.id} from ${devices} where ${and(eq(devices.imei, imei), isNull(devices.deletedAt))})`,
    ),
  )

const select = (db: Db, where: SQL | undefined): Promise<Picked[]> =>
  db
    .select({ id: notifications.id, lastAt: alarms.lastAt })
    .from(notifications)
    .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
    .where(where)
    .orderBy(desc(alarms.lastAt), desc(notifications.id))
    .limit(MAX_NOTIFICATIONS)

const isUrgent = and(
  isNull(notifications.acknowledgedAt),
  isNull(alarms.closedAt),
  eq(alarms.severity, 'CRITICAL'),
)
/** The rest is for what is new. */
const MOST_URGENT = MAX_NOTIFICATIONS / 2

/** Each once, the newest of all; `first`: before any other. */
const idsOf = (picked: Picked[], first: Picked[] = []): number[] => {
  const newest = (some: Picked[]): Picked[] =>
    some.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime() || b.id - a.id)
  const sorted = [...newest(first).slice(0, MOST_URGENT), ...newest(picked)]
  return [...new Set(sorted.map(({ id }) => id))].slice(0, MAX_NOTIFICATIONS)
}
