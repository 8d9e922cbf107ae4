import { devices } from '@carewatch/migrations/schema/devices'
import { sql } from 'drizzle-orm'
import type pg from 'pg'

/** Statements with one fault each, and some with none: what `check-queries.ts` is tried on. */
const LIMIT = 3
const RIGHT = `select id, name, created_at as "createdAt" from devices where id = $1 limit ${LIMIT}`
const RENAMED = 'select codename from devices'
const TABLE = { few: 'select id from devices', many: 'select id from gadgets' }
const OPENED = `with found as (select id from devices where imei = $1) update devices set name = $2 where id in (select id from found)`

type Device = { id: number; name: string; createdAt: Date }

export const right = (db: pg.Pool) => db.query<Device>(RIGHT, [1])
export const renamed = (db: pg.Pool) => db.query<{ codename: string }>(RENAMED)
export const former = (db: pg.Pool) => db.query('select id from things')
export const missing = (db: pg.Pool) => db.query<Device & { imei: string }>({ text: RIGHT, values: [1] })
export const other = (db: pg.Pool) => db.query<{ id: string; name: number }>('select id, name from devices')
export const chosen = (db: pg.Pool, isFew: boolean) => db.query(isFew ? TABLE.few : TABLE.many)
export const picked = (db: pg.Pool, size: keyof typeof TABLE) => db.query(TABLE[size])
export const tooFew = (db: pg.Pool) => db.query({ name: 'opened', text: OPENED, values: ['imei'] })
export const inPlaces = (db: pg.Pool) =>
  db.query<[number, number]>({ text: 'select id, name from devices', rowMode: 'array' })
export const unread = (db: pg.Pool, text: string) => db.query(text)
export const begun = (db: pg.Pool) => db.query('begin')

export const byObjects = sql`select ${devices.id} as "deviceId" from ${devices} where ${devices.name} = 'company_id'`
export const tableInWords = sql`select from devices where ${devices.id} = 1`
export const columnInWords = sql`select company_id from ${devices}`
export const calledInWords = sql`select from ${devices} as other where ${devices.id} = 1`
export const unknownColumn = sql`select ${devices}.search_text, ${devices}.codename from ${devices}`
