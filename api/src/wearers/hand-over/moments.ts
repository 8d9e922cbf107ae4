import { permissions } from '@carewatch/contracts/permissions'
import { branches } from '@carewatch/migrations/schema/people'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { asItself } from '@carewatch/platform/database/as-itself'
import { eq, sql } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import type { DeviceRow } from '../../devices/save-device.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { firstKnown } from '../../assignments/assignments.ts'
import type { Assignment } from '../../assignments/present.ts'

/** A year that somebody mistyped is no plan. */
const AHEAD_MS = 366 * 86_400_000

type Asked = { from?: Date | undefined; until?: Date | undefined }

/** From when until when, as somebody asks for it: `from` left out is now. */
export type Moments = Asked & { now: Date; isPlanned: boolean; isOver: boolean }

/** What of these can be at all, whoever wears what. */
export async function momentsOf(tx: Db, { role }: Caller, { from, until }: Asked): Promise<Moments> {
  const { rows } = await tx.execute<{ now: Date }>(sql`select now() as now`)
  const now = new Date(rows[0]?.now ?? Date.now())
  const mayDateBack = permissions.backdateAssignments.some((one) => one === role)
  for (const [field, at] of Object.entries({ from, until })) {
    if (!at) continue
    if (at <= now && !mayDateBack) throw new InvalidFields({ [field]: 'notDatedBack' })
    if (at.getTime() > now.getTime() + AHEAD_MS) throw new InvalidFields({ [field]: 'tooFarAhead' })
  }
  const isPlanned = from !== undefined && from > now
  const isOver = until !== undefined && until <= now
  return { ...(from && { from }), ...(until && { until }), now, isPlanned, isOver }
}

/** A reason why a moment cannot be before another; none: it cannot be at all. */
export type Bound = { key: string; earliest: Date | null }

const MILLISECOND = 1
export const justAfter = (at: Date): Date => new Date(at.getTime() + MILLISECOND)

/** Refuses a moment before any of these, and answers the one from which on none is in the way. */
export function refuseBefore(field: 'from' | 'until', at: Date, bounds: readonly Bound[]): void {
  const inTheWay = bounds.filter(({ earliest }) => earliest === null || earliest > at)
  const last = inTheWay.reduce<Bound | undefined>((one, other) => {
    if (!one || other.earliest === null) return other
    return one.earliest === null || one.earliest >= other.earliest ? one : other
  }, undefined)
  if (!last) return
  throw new InvalidFields({ [field]: last.key }, last.earliest ? { earliest: last.earliest } : {})
}

/** Since when the device is in its house. */
export async function watchBound(tx: Db, { id, companySince }: DeviceRow): Promise<Bound> {
  const { rows } = await asItself(tx, () => tx.execute<{ at: Date }>(sql`select ${firstKnown(id)} as at`))
  return { key: 'beforeWatch', earliest: companySince ?? new Date(rows[0]?.at ?? 0) }
}

const zone = sql`coalesce(${branches.timeZone}, 'UTC')`
const midnight = (at: ReturnType<typeof sql>) =>
  sql`date_trunc('day', ${at} at time zone ${zone}) at time zone ${zone}`

/** Since when a person is known here: born, written down or wearing something, by days as people give them. */
export async function personBounds(tx: Db, wearerId: number): Promise<Bound[]> {
  const firstWorn = sql`(select min(${assignments.startedAt}) from ${assignments} where ${assignments.wearerId} = ${wearers.id})`
  const movedIn = sql`(select max(${assignments.movedAt}) from ${assignments} where ${assignments.wearerId} = ${wearers.id})`
  const known = sql`least(${wearers.createdAt}, ${firstWorn})`
  const [row] = await tx
    .select({
      born: sql<Date | null>`(${wearers.dob}::timestamp at time zone ${zone})`.mapWith(wearers.createdAt),
      known: sql<Date>`greatest(${midnight(known)}, ${movedIn})`.mapWith(wearers.createdAt),
    })
    .from(wearers)
    .leftJoin(branches, eq(branches.id, wearers.branchId))
    .where(eq(wearers.id, wearerId))
  return [
    { key: 'beforePerson', earliest: row?.known ?? new Date(0) },
    { key: 'beforeBirth', earliest: row?.born ?? new Date(0) },
  ]
}

/** Who wears the device at a moment, as it is and as it is planned. */
export const wornAt = (rows: readonly Assignment[], at: Date): Assignment | undefined =>
  rows.find(({ startedAt, endedAt }) => startedAt <= at && (endedAt === null || at < endedAt))

const isEmpty = ({ startedAt, endedAt }: Assignment): boolean => endedAt !== null && endedAt <= startedAt

/** Refuses an end after which somebody else wears the device already, or none where somebody else is to wear it. */
export function refuseAfterNext(
  rows: readonly Assignment[],
  { begins, until }: { begins: Date; until: Date | undefined },
): void {
  const next = rows.find((row) => row.startedAt > begins && !isEmpty(row))
  if (!next || (until && until <= next.startedAt)) return
  throw new InvalidFields({ until: 'wornFrom' }, { latest: next.startedAt })
}
