import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { locks } from '../sealed.ts'
import { inOrder, type Shape, shapesOf } from '../shape.ts'
import { carried, factTables, parts } from './parts.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let shapes: ReadonlyMap<string, Shape>
beforeAll(async () => {
  database = await testDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  shapes = await shapesOf(client)
  await client.end()
})
afterAll(() => database.drop())

/** Numbers of other rows are named so, and nothing else is. */
const NAMED_AS_NUMBER = /(^|_)ids?$|^step_id$|^door_id$/
/** A uuid is the same in both installations, and what a provider, a tag or a watch counts by is no number of ours. */
const NO_NUMBER = new Set([
  'provider_id',
  'packet_id',
  'phonebook_id',
  'public_id',
  'telegram_chat_id',
  'credential_id',
])

type Columns = Partial<Record<string, object>>
/** What is declared of columns, kind by kind. */
const columnsOf = (table: string): Columns => {
  const { ids, lists, json, bytes, put, later, shade } = carried.get(table) ?? {}
  const { facts, json: ofFacts } = factTables.get(table) ?? {}
  return { ids, lists, json: { ...json, ...ofFacts }, bytes, put, later, shade, facts }
}

const declared = (table: string, name: string): string[] =>
  Object.entries(columnsOf(table)).flatMap(([kind, columns]) => (columns && name in columns ? kind : []))

/** Why nobody can say what becomes of a column when its row moves; nothing of one that is plain. */
function faultOf(table: string, { name, type, references }: Shape['columns'][number]): string | undefined {
  const kinds = declared(table, name)
  if (type === 'jsonb' || type === 'json') return kinds.includes('json') ? undefined : 'json'
  if (type === 'bytea') return kinds.includes('bytes') ? undefined : 'bytes'
  if (/^(integer|bigint|smallint)\[\]$/.test(type)) return kinds.includes('lists') ? undefined : 'lists'
  if (name === 'id' || references !== null) return undefined
  if (type === 'uuid' || NO_NUMBER.has(name) || !NAMED_AS_NUMBER.test(name)) return undefined
  return kinds.length > 0 ? undefined : 'ids'
}

const moving = (): Shape[] =>
  [...shapes.values()].filter(({ table }) => carried.has(table) || factTables.has(table))

it('has a word for every table of the database, and for no other', () => {
  expect(Object.keys(parts).toSorted()).toEqual([...shapes.keys()].toSorted())
})

it('has a word for every column that may hold the number of a row, a secret, or what nobody sees through', () => {
  const faults = moving().flatMap(({ table, columns }) =>
    columns.flatMap((column) => {
      const fault = faultOf(table, column)
      return fault === undefined ? [] : `${table}.${column.name}: ${fault}`
    }),
  )
  expect(faults).toEqual([])
})

it('names no column that is not there', () => {
  const named = moving().flatMap(({ table, columns }) => {
    const there = columns.map(({ name }) => name)
    const names = Object.values(columnsOf(table)).flatMap((of) => Object.keys(of ?? {}))
    return names.filter((name) => !there.includes(name)).map((name) => `${table}.${name}`)
  })
  expect(named).toEqual([])
})

it('leaves no reference to a table whose rows stay but one that may be empty', () => {
  const wrong = inOrder(shapes).flatMap(({ table, columns }) =>
    columns
      .filter(({ references, isNullable }) => references !== null && !carried.has(references) && !isNullable)
      .map(({ name }) => `${table}.${name}`),
  )
  expect(wrong).toEqual([])
})

it('opens and locks each column that is said to be sealed', () => {
  const sealed = [...carried].flatMap(([table, { bytes = {} }]) =>
    Object.entries(bytes).flatMap(([column, how]) => (how === 'sealed' ? [`${table}.${column}`] : [])),
  )
  expect(locks.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(sealed.toSorted())
})

it('says of everything that stays behind why', () => {
  const reasons = Object.values(parts).flatMap((part) =>
    'left' in part ? part.left : 'made' in part && typeof part.made === 'string' ? part.made : [],
  )
  expect(reasons.filter((reason) => reason.length < 10)).toEqual([])
})
