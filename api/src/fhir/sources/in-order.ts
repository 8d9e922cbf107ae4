import { Uuid } from '@carewatch/contracts/wire'
import { asc, desc, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { InvalidFields } from '../../http/invalid-fields.ts'
import type { Asked } from '../asked.ts'
import { isUuidAfter } from './uuid-after.ts'

/** Rows by a moment or a text of theirs, those that have the same by their uuids; without one by these alone. */
export type Order = {
  by: SQL | AnyPgColumn | undefined
  isText: boolean
  uuid: AnyPgColumn
  isDescending: boolean
}

type By = Record<string, SQL | AnyPgColumn>
type Rows<Moments extends By, Texts extends By> = {
  uuid: AnyPgColumn
  moments: Moments
  /** Letter by letter, as their bytes are (`byBytes`). */
  texts?: Texts
  usual?: keyof Moments
}

/** A text in an order that no language and no version of a library changes between two pages. */
export const byBytes = (text: SQL | AnyPgColumn): SQL => sql`(${text})::text collate "C"`

/** The order that is asked for, of what there is; `usual` where none is. */
export function orderFor<Moments extends By, Texts extends By>(
  { sort }: Pick<Asked, 'sort'>,
  { uuid, moments, texts, usual }: Rows<Moments, Texts>,
): Order & { name: keyof Moments | keyof Texts | undefined } {
  const isDescending = sort?.isDescending ?? false
  const text = sort && texts?.[sort.by]
  if (text) return { name: sort.by, by: text, isText: true, uuid, isDescending }
  const name = sort && moments[sort.by] ? sort.by : usual
  return { name, by: name === undefined ? undefined : moments[name], isText: false, uuid, isDescending }
}

const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\/(.+)$/
const TEXT = /^t([\w-]*)\/(.+)$/

/** A condition on a row: it comes after the last one of the page before. */
export function isAfterIn(
  { by, isText, uuid, isDescending }: Order,
  after: string | undefined,
): SQL | undefined {
  if (by === undefined || after === undefined) return isUuidAfter(uuid, after)
  const [, key, id] = (isText ? TEXT : MOMENT).exec(after) ?? []
  if (key === undefined || !Uuid.safeParse(id).success) throw new InvalidFields({ _cursor: 'invalid' })
  const at = isText
    ? sql`${Buffer.from(key, 'base64url').toString()}::text collate "C"`
    : sql`${key}::timestamptz`
  const place = sql`(${at}, ${id}::uuid)`
  return isDescending ? sql`(${by}, ${uuid}) < ${place}` : sql`(${by}, ${uuid}) > ${place}`
}

/** Whether a place comes after another in an order of moments: both written as they are below. */
export const isAfterText = (place: string, other: string, { isDescending }: Order): boolean =>
  isDescending ? place < other : place > other

export function columnsOf({ by, uuid, isDescending }: Order): SQL[] {
  const columns = by === undefined ? [uuid] : [by, uuid]
  return columns.map((column) => (isDescending ? desc(column) : asc(column)))
}

/** Where a row stands in its order. */
export function placeIn({ by }: Order, at: Date | string, uuid: string): string {
  if (by === undefined) return uuid
  const key = typeof at === 'string' ? `t${Buffer.from(at).toString('base64url')}` : at.toISOString()
  return `${key}/${uuid}`
}
