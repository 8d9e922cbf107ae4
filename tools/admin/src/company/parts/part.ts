import type { TableName } from '@carewatch/migrations/roles/grants'

/**
 * What becomes of a table when a company moves. Conditions are of its row `t`, in the old installation; `moved_<table>` holds the ids of the rows of another table that go,
 * `is_shade` of those that go as no more than a name, and `moved_times` of which times of a device.
 */
export type Part = Carried | Facts | { made: string } | { left: string }

export type Carried = {
  /** Which rows go. */
  rows: string
  /** Numbers of rows that no reference of the database names; one that leads nowhere goes on leading nowhere. */
  ids?: Record<string, TableName>
  /** The same, in an array. */
  lists?: Record<string, TableName>
  /** Each column of JSON: that no number of a row stands in it, or what it becomes, of the staged row `s`, with `map_<table>` (`old`, `new`). */
  json?: Record<string, 'no numbers' | { becomes: string }>
  /** Each column of bytes. `sealed`: locked by the secret of an installation; it goes opened, within what is encrypted, and is locked anew. */
  bytes?: Record<string, 'as they are' | 'sealed'>
  /** What a column is when it goes, where it is not what it was: a secret, or what is so in the old installation alone. */
  put?: Record<string, string>
  /** What a column holds at first, for triggers write of new rows what must be as it was. */
  later?: Record<string, string>
  /** Of rows that go as no more than a name, since others name them. */
  shade?: Record<string, string>
  /** Done in the new installation before its rows come. */
  before?: string
}

/** Rows without references, in any number: they come in parts. */
export type Facts = {
  facts: Record<string, TableName>
  /** By which of them it is known which times go. */
  at?: 'device_id'
  /** What comes with each part. */
  made?: readonly string[]
  json?: Carried['json']
}

/** The row that is named goes, as more than a name. */
export const of = (table: TableName, column: string): string =>
  `exists (select from moved_${table} m where m.id = t.${column} and not m.is_shade)`

/** The device goes, and that time of it. */
export const ofTime = (column: string): string =>
  `${of('devices', 'device_id')} and exists (select from moved_times m where m.device_id = t.device_id and t.${column} >= m.from_at and t.${column} < m.until_at)`

/** `$company`: the number of the company. */
export const own = 't.company_id = $company'

/** An address that nobody has. */
export const NOBODY = "uuidv7()::text || '@linked.invalid'"
