import type { Resource } from '@medplum/fhirtypes'
import type { Person } from '../access/persons.ts'
import type { Caller } from '../access/viewer.ts'
import type { WearerRow } from '../exports/fhir/people.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import type { Asked } from './asked.ts'

export type Needed = Pick<Services, 'db' | 'facts'>

/** A resource that the caller may see: whom it shows, and the place after which the next one comes. */
export type Found = { resource: Resource; people: readonly Person[]; place: string }

export type Search = {
  needed: Needed
  caller: Caller
  asked: Asked
  /** Of whom it is to be; undefined: of everybody in scope, where the source has such. */
  wearer: WearerRow | undefined
}

/** What is found, one after the other, from `asked.after` on, for as long as somebody reads it. */
export type Source = (search: Search) => AsyncIterable<Found>

type References = { reference?: string; type?: string }

const isReference = (value: object): value is References =>
  'reference' in value && typeof value.reference === 'string' && value.reference.startsWith('urn:uuid:')

/** A bundle refers to what it holds; what is asked for by its address refers to addresses. */
export function withAddresses<One>(value: One): One {
  if (Array.isArray(value)) return value.map((one: unknown) => withAddresses(one)) as One
  if (typeof value !== 'object' || value === null) return value
  if (isReference(value)) {
    const { reference = '', type = 'Patient' } = value
    return { ...value, reference: reference.replace('urn:uuid:', `${type}/`), type }
  }
  // Safe: the same names.
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withAddresses(one)])) as One
}

/** The rest of what is found, of a few that are read anew for each page. */
export async function* afterPlace(
  after: string | undefined,
  all: AsyncIterable<Found>,
): AsyncGenerator<Found> {
  let isBegun = after === undefined
  for await (const found of all) {
    if (isBegun) yield found
    else isBegun = found.place === after
  }
  // What the page before ended with is gone: nothing would be found after it.
  if (!isBegun) throw new InvalidFields({ _cursor: 'invalid' })
}

/** So many rows are read at a time. */
export const BATCH = 200

/** Rows in the order of their uuids, batch by batch. */
export async function* inBatches<Row>(
  after: string | undefined,
  read: (after: string | undefined) => Promise<readonly Row[]>,
  uuidOf: (row: Row) => string,
): AsyncGenerator<Row> {
  let place = after
  for (;;) {
    const rows = await read(place)
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    place = uuidOf(last)
  }
}

/** So many of them at a time. */
export async function* inGroups<Row>(all: AsyncIterable<Row>, size: number): AsyncGenerator<Row[]> {
  let group: Row[] = []
  for await (const row of all) {
    group.push(row)
    if (group.length < size) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}
