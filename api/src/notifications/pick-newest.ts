import { MAX_NOTIFICATIONS, MAX_UNACKNOWLEDGED } from '@carewatch/contracts/http/notifications'
import type { Db } from '@carewatch/platform/database/client'
import { alarms, notifications } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { cries, urgentSeverities } from '@carewatch/contracts/triage'
import { and, desc, eq, gte, inArray, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visiblePlaceAlarms } from '../access/visible.ts'
import { ofVisibleWearer, worn } from '../access/visible-lives.ts'
import { isOneOf } from '../access/one-of.ts'
import { alarmTriage } from '../alarms/triage.ts'
import { isAmong } from '../http/among.ts'

export type Wanted = {
  after: Date
  /** It is what a screen is told first: of what is urgent and unanswered, all that there is. */
  isFirst?: boolean
  imei?: string | undefined
  wearerId?: number | undefined
  /** These too, however old. */
  alsoIds?: number[]
  /** Of these only, and those beside them, however old. */
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
  if (uuids)
    return idsOf(await newest(or(isOneOf(notifications.uuid, uuids), isAmong(notifications.id, alsoIds))))

  const triggered = await newest(gte(alarms.lastAt, after))
  const urgent = await pickUrgent(db, viewer, wanted)
  const named = alsoIds.length ? await newest(isAmong(notifications.id, alsoIds)) : []
  // What a device told late is older by its own clock than all of these: it matters only where there is room.
  const late =
    triggered.length < MAX_NOTIFICATIONS
      ? await newest(and(gte(notifications.createdAt, after), lt(alarms.lastAt, after)))
      : []
  return idsOf([...triggered, ...named, ...late], urgent)
}

/** Who waits for somebody and may not wait is told, however old and whatever came after: of an outage every watch says that it is silent. */
async function pickUrgent(db: Db, viewer: Viewer, { after, isFirst, ...of }: Wanted): Promise<number[]> {
  const isWanted = and(isUrgent, isFirst ? undefined : gte(alarms.lastAt, after))
  const found = await Promise.all(
    scopesOf(viewer, of).map((scope) =>
      db
        .select({ id: notifications.id })
        .from(notifications)
        .innerJoin(alarms, eq(alarms.id, notifications.alarmId))
        .where(and(isWanted, scope))
        .orderBy(alarmTriage.key)
        .limit(MAX_UNACKNOWLEDGED),
    ),
  )
  return found.flat().map(({ id }) => id)
}

/** Of one device or person, or of all; rooms are nobody's. */
function scopesOf(
  viewer: Viewer,
  { imei, wearerId }: Pick<Wanted, 'imei' | 'wearerId'>,
): (SQL | undefined)[] {
  // By when it happened, and not by when it was heard of: whoever came since has no part in it.
  const rows = worn.alarms
  const isOfPlace = and(isNull(rows.deviceId), visiblePlaceAlarms(viewer))
  if (imei === undefined && wearerId === undefined) return [ofVisibleWearer(viewer, rows), isOfPlace]
  const isTheirs = wearerId === undefined ? undefined : eq(rows.wearerId, wearerId)
  const isOfDevice =
    imei === undefined
      ? undefined
      : sql`${rows.deviceId} = (select ${devices.id} from ${devices} where ${and(eq(devices.imei, imei), isNull(devices.deletedAt))})`
  return [and(ofVisibleWearer(viewer, rows), isOfDevice, isTheirs)]
}

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
  or(inArray(alarms.severity, urgentSeverities), inArray(alarms.kind, cries)),
)

/** Each once: all of the first, and of the others as many of the newest as there is room for. */
const idsOf = (picked: Picked[], first: number[] = []): number[] => {
  const newest = picked.toSorted((a, b) => b.lastAt.getTime() - a.lastAt.getTime() || b.id - a.id)
  const all = new Set([...first, ...newest.map(({ id }) => id)])
  return [...all].slice(0, Math.max(MAX_NOTIFICATIONS, first.length))
}
