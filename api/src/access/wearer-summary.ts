import type { WearerSummary } from '@carewatch/contracts/wearers'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import type { Viewer } from './viewer.ts'
import { isFamily } from './worn.ts'

/** Who reads it: a family may call somebody by a name of its own. Without one it is as staff and every wall see it. */
export type Reader = Pick<Viewer, 'id' | 'role'>

const nameFor = (reader: Reader | undefined): SQL =>
  reader && isFamily(reader) ? sql`${reader.id}::int` : sql`null`

type About = {
  wearerId: AnyPgColumn | SQL
  companyId: AnyPgColumn
  /** The alarm that the row is, or is about: it holds where they lay when it happened. */
  alarmId?: AnyPgColumn
}

/** Of rows that name their wearer: whom they are about (`wearer_summary`, migrations/sql/0028_nickname.sql and 0036_bedside.sql). */
export function wearerOf(
  { wearerId, companyId, alarmId }: About,
  reader?: Reader,
): SQL<WearerSummary | null> {
  const alarm = alarmId ? sql`, ${alarmId}` : sql``
  return sql<WearerSummary | null>`(select wearer_summary(${wearerId}, ${companyId}, ${nameFor(reader)}${alarm}))`
}

/** Of `alarms`, and of what is made of one. */
export const wearerOfAlarm = (reader?: Reader): SQL<WearerSummary | null> =>
  wearerOf({ wearerId: alarms.wearerId, companyId: alarms.companyId, alarmId: alarms.id }, reader)

const now = sql`present_wearer(${devices.id})`

/** Of `devices`: who wears it now; with a time, only where they wore it then too, for of another it is not everybody's to know. */
export function wearerOfDevice(reader?: Reader, at?: AnyPgColumn): SQL<WearerSummary | null> {
  const wearerId = at ? sql`case when wearer_at(${devices.id}, ${at}) = ${now} then ${now} end` : now
  return wearerOf({ wearerId, companyId: devices.companyId }, reader)
}
