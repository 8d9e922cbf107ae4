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

type About = { wearerId: AnyPgColumn; companyId: AnyPgColumn }

/** Of rows that name their wearer: whom they are about (`wearer_summary`, migrations/sql/0027_nickname.sql). */
export const wearerOf = ({ wearerId, companyId }: About, reader?: Reader): SQL<WearerSummary | null> =>
  sql<WearerSummary | null>`(select wearer_summary(${wearerId}, ${companyId}, ${nameFor(reader)}))`

/** Of `devices`: who wears it now. */
export const wearerOfDevice = (reader?: Reader): SQL<WearerSummary | null> =>
  sql<WearerSummary | null>`(select wearer_summary(wearer_at(${devices.id}, now()), ${devices.companyId}, ${nameFor(reader)}))`
