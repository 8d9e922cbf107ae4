import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { contains, naming, searchText } from './search.ts'
import { isPresent } from '../access/worn.ts'

/** Word for word as in the index `wearers_name` (migrations/sql/0028_nickname.sql). */
export const nameOfWearer = sql`lower(${wearers.firstName} || ' ' || ${wearers.lastName})`

/** A condition on a column that names a wearer: it names one who is called so. */
export const namingWearer = (db: Db, column: AnyPgColumn, typed: string): Promise<SQL> =>
  naming(db, column, { id: wearers.id, of: wearers, text: nameOfWearer, typed })

/** A condition on `devices`: by the device's own words, its owner's name, and the name of who wears it. */
export async function foundDevices(db: Db, typed: string): Promise<SQL | undefined> {
  const isTheirs = await namingWearer(db, assignments.wearerId, typed)
  const worn = db.select({ id: assignments.deviceId }).from(assignments).where(and(isPresent, isTheirs))
  return or(contains(searchText(devices), typed), inArray(devices.id, worn))
}
