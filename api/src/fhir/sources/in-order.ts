import { Uuid } from '@carewatch/contracts/wire'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { InvalidFields } from '../../http/invalid-fields.ts'
import type { Asked } from '../asked.ts'
import { isUuidAfter } from './uuid-after.ts'

/** Rows by a moment of theirs, those of one moment by their uuids; without a moment by these alone. */
export type Order = { moment: SQL | AnyPgColumn | undefined; uuid: AnyPgColumn; isDescending: boolean }

type Rows<Name extends string> = {
  uuid: AnyPgColumn
  moments: Record<Name, SQL | AnyPgColumn>
  usual?: Name
}

/** The order that is asked for, of the moments that there are; `usual` where none is. */
export function orderFor<Name extends string>(
  { sort }: Asked,
  { uuid, moments, usual }: Rows<Name>,
): Order & { by: Name | undefined } {
  // Safe: the record's own keys.
  const names = Object.keys(moments) as Name[]
  const by = names.find((name) => name === sort?.by) ?? usual
  return { by, moment: by && moments[by], uuid, isDescending: sort?.isDescending ?? false }
}

const PLACE = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/(.+)$/

/** A condition on a row: it comes after the last one of the page before. */
export function isAfterIn({ moment, uuid, isDescending }: Order, after: string | undefined): SQL | undefined {
  if (moment === undefined || after === undefined) return isUuidAfter(uuid, after)
  const [, at, id] = PLACE.exec(after) ?? []
  if (at === undefined || !Uuid.safeParse(id).success) throw new InvalidFields({ _cursor: 'invalid' })
  const place = sql`(${at}::timestamptz, ${id}::uuid)`
  return isDescending ? sql`(${moment}, ${uuid}) < ${place}` : sql`(${moment}, ${uuid}) > ${place}`
}

/** Whether a place comes after another in an order: both written as they are below. */
export const isAfterText = (place: string, other: string, { isDescending }: Order): boolean =>
  isDescending ? place < other : place > other

export function columnsOf({ moment, uuid, isDescending }: Order): SQL[] {
  const columns = moment === undefined ? [uuid] : [moment, uuid]
  return columns.map((column) => (isDescending ? desc(column) : asc(column)))
}

/** Where a row stands in its order. */
export const placeIn = ({ moment }: Order, at: Date, uuid: string): string =>
  moment === undefined ? uuid : `${at.toISOString()}/${uuid}`
