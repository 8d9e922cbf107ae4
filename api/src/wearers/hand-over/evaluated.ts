import { alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { ruleStates } from '@carewatch/migrations/schema/rules'
import { bookmarks } from '@carewatch/migrations/schema/devices'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, gte, isNull, lte, max, sql } from 'drizzle-orm'
import { type Bound, justAfter } from './moments.ts'

type About = { deviceId: number; wearerId: number; at: Date; now: Date }

const lastAlarm = async (tx: Db, { deviceId, wearerId, at }: About) => {
  const isTheirs = and(eq(alarms.deviceId, deviceId), eq(alarms.wearerId, wearerId), gte(alarms.lastAt, at))
  const [row] = await tx
    .select({ at: max(alarms.lastAt) })
    .from(alarms)
    .where(isTheirs)
  return row?.at
}

/** What a person wrote of them, and what of an alarm is of its time. */
const lastTask = async (tx: Db, { deviceId, wearerId, at }: About) => {
  const columns = [tasks, notifications] as const
  const found = await Promise.all(
    columns.map(async (table) => {
      const isTheirs = and(eq(table.deviceId, deviceId), eq(table.wearerId, wearerId), isNull(table.alarmId))
      const [row] = await tx
        .select({ at: max(table.createdAt) })
        .from(table)
        .where(and(isTheirs, gte(table.createdAt, at)))
      return row?.at?.getTime() ?? 0
    }),
  )
  const last = Math.max(...found)
  return last > 0 ? new Date(last) : null
}

const lastBookmark = async (tx: Db, { deviceId, at, now }: About) => {
  const isOfThen = and(eq(bookmarks.deviceId, deviceId), gte(bookmarks.at, at), lte(bookmarks.at, now))
  const [row] = await tx
    .select({ at: max(bookmarks.at) })
    .from(bookmarks)
    .where(isOfThen)
  return row?.at
}

/** The newest fact that the rules still remember of whoever wears the device. */
const lastRemembered = async (tx: Db, { deviceId }: About) => {
  const isOfPresent = sql`${ruleStates.updatedAt} >= evaluated_since(${deviceId})`
  const [row] = await tx
    .select({ ms: sql<number | null>`max((side.value ->> 'at')::float8)` })
    .from(ruleStates)
    .innerJoin(sql`lateral jsonb_each(${ruleStates.state}) as side (key, value)`, sql`side.key <> 'flaps'`)
    .where(and(eq(ruleStates.deviceId, deviceId), isOfPresent))
  return row?.ms ? new Date(Math.ceil(row.ms)) : null
}

/**
 * What was evaluated or written of who wears a device at a moment or since, and went to those around them: it cannot be another's, so nothing ends
 * before it.
 */
export async function evaluatedBounds(tx: Db, about: About): Promise<Bound[]> {
  const found = {
    beforeAlarm: await lastAlarm(tx, about),
    beforeTask: await lastTask(tx, about),
    beforeBookmark: await lastBookmark(tx, about),
    beforeEvaluated: await lastRemembered(tx, about),
  }
  return Object.entries(found).flatMap(([key, last]): Bound[] => {
    if (!last || last < about.at) return []
    const earliest = justAfter(last)
    return [{ key, earliest: earliest < about.now ? earliest : about.now }]
  })
}
