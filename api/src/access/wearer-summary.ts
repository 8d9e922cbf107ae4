import type { WearerSummary } from '@carewatch/contracts/wearers'
import { type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { devices } from '@carewatch/migrations/schema/devices'
import type { Viewer } from './viewer.ts'
import { isFamily } from './worn.ts'

/** Who reads it: a family may call somebody by a name of its own. Without one it is as staff and every wall see it. */
export type Reader = Pick<Viewer, 'id' | 'role'>

const nameFor = (reader: Reader | undefined): SQL =>
  reader && isFamily(reader) ? sql`${reader.id}::int` : sql`null`

type About = { wearerId: AnyPgColumn | SQL; companyId: AnyPgColumn }

/** Of rows that name their wearer: whom they are about (`wearer_summary`, migrations/sql/0028_nickname.sql). */
export const wearerOf = ({ wearerId, companyId }: About, reader?: Reader): SQL<WearerSummary | null> =>
  sql<WearerSummary | null>`(select wearer_summary(${wearerId}, ${companyId}, ${nameFor(reader)}))`

const now = sql`present_wearer(${devices.id})`

/** Of `devices`: who wears it now; with a time, only where they wore it then too, for of another it is not everybody's to know. */
export function wearerOfDevice(reader?: Reader, at?: AnyPgColumn): SQL<WearerSummary | null> {
  const wearerId = at ? sql`case when wearer_at(${devices.id}, ${at}) = ${now} then ${now} end` : now
  return wearerOf({ wearerId, companyId: devices.companyId }, reader)
}
