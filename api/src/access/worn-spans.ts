import { WORN_SPANS_MAX } from '@carewatch/contracts/http/wearer-readings'
import { relatives } from '@carewatch/migrations/schema/devices'
import { assignments, wearerRelations } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, desc, eq, isNull, lt, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Viewer } from './viewer.ts'
import { isFamily, isPresent, laterOf } from './worn.ts'

/** What a watch whose clock is ahead reports is shown of who wears it now. */
export const AHEAD = new Date('9999-12-31Z')

/** A time in which somebody wore a device, as far as the viewer may see what it reported then; `to` is no part of it. */
export type WornSpan = { uuid: string; deviceId: number; from: Date; to: Date | null }
/** The last moment of a span that is asked for: where it ends, it is somebody else's already. */
export const lastOf = ({ to }: WornSpan, asked: Date): Date =>
  to !== null && to <= asked ? new Date(to.getTime() - 1) : asked

type Asked = { wearerId: number; from: Date; to: Date }

const everOf = alias(assignments, 'ever_of')

/** Of `assignments`: from when on the viewer may see this wearer at all: families since they are related, staff since the person is in their company's house. */
function knownSince(viewer: Viewer): SQL {
  if (isFamily(viewer))
    return sql`(select ${wearerRelations.since} from ${wearerRelations} where ${wearerRelations.wearerId} = ${assignments.wearerId}
      and ${wearerRelations.userId} = ${viewer.id} and ${wearerRelations.until} is null)`
  if (viewer.role === 'ADMIN') return sql`null`
  return sql`(select max(${everOf.movedAt}) from ${assignments} ${everOf} where ${everOf.wearerId} = ${assignments.wearerId})`
}

/** What this person wore in a time: since when as far as the viewer may see it, and until when; the newest first, at most so many. */
export async function wornWithin(
  db: Db,
  viewer: Viewer,
  { wearerId, from, to, most }: Asked & { most: number },
) {
  const began = sql<Date>`greatest(${assignments.startedAt}, ${knownSince(viewer)})`.mapWith(
    assignments.startedAt,
  )
  const isWithin = and(
    lt(began, to),
    or(isNull(assignments.endedAt), sql`${assignments.endedAt} > greatest(${began}, ${from}::timestamptz)`),
  )
  const { uuid, deviceId, endedAt } = assignments
  return db
    .select({ uuid, deviceId, endedAt, began })
    .from(assignments)
    .where(and(eq(assignments.wearerId, wearerId), isWithin))
    .orderBy(desc(assignments.startedAt), desc(assignments.id))
    .limit(most)
}

/** What this person wore in a time and from when until when of it, the oldest first; of very many the newest. For a person in the viewer's scope. */
export async function wornSpans(
  db: Db,
  viewer: Viewer,
  { most = WORN_SPANS_MAX, ...asked }: Asked & { most?: number },
): Promise<WornSpan[]> {
  const rows = await wornWithin(db, viewer, { ...asked, most })
  return rows
    .map(({ uuid, deviceId, began, endedAt }) => ({
      uuid,
      deviceId,
      from: laterOf(began, asked.from),
      to: endedAt,
    }))
    .toReversed()
}

/** Whether the viewer may see where this person is: a relative, where the grant of everything they wear now says so. */
export async function mayLocateWearer(db: Db, viewer: Viewer, wearerId: number): Promise<boolean> {
  if (viewer.role !== 'RELATIVE') return true
  const isGranted = sql`exists (select from ${relatives} where ${relatives.deviceId} = ${assignments.deviceId}
    and ${relatives.userId} = ${viewer.id} and ${relatives.maySeeLocation})`
  const worn = and(eq(assignments.wearerId, wearerId), isPresent)
  const [all, granted] = [
    await db.$count(assignments, worn),
    await db.$count(assignments, and(worn, isGranted)),
  ]
  return granted > 0 && granted === all
}
