import { createHash } from 'node:crypto'
import { FHIR_PAGE, FHIR_PAGE_MAX, type FhirParameter } from '@carewatch/contracts/http/fhir-resources'
import { Uuid } from '@carewatch/contracts/wire'
import { InvalidFields } from '../http/invalid-fields.ts'
import { type DateTerm, readDate } from './dates.ts'

/** A code, and of which system where that is said. */
export type Token = { system: string | undefined; code: string }

/** What a search asks for, read. A list holds what may be; a parameter that stands there twice must hold both times, which dates alone can. */
export type Asked = {
  tokens: ReadonlyMap<string, readonly Token[]>
  /** By parameter: the type that was named, and the id. */
  references: ReadonlyMap<string, { type: string | undefined; id: string }>
  dates: ReadonlyMap<string, readonly DateTerm[]>
  count: number
  /** By which parameter it is put in order, where that is asked for. */
  sort?: { by: string; isDescending: boolean } | undefined
  /** The place after which it goes on. */
  after: string | undefined
}

type Query = Readonly<Record<string, string | readonly string[] | undefined>>

const MOST_TOKENS = 100

const tokenOf = (text: string): Token => {
  const [one = '', other] = text.split('|')
  return other === undefined ? { system: undefined, code: one } : { system: one, code: other }
}

const invalid = (name: string): never => {
  throw new InvalidFields({ [name]: 'invalid' })
}

function tokensOf(name: string, values: readonly string[]): Token[] {
  const [first = '', second] = values
  const tokens = first.split(',').map(tokenOf)
  return second !== undefined || tokens.length > MOST_TOKENS ? invalid(name) : tokens
}

const REFERENCE = /^(?:urn:uuid:|(?:https?:\/\/\S+\/)?([A-Z]\w+)\/)?([0-9A-Za-z.-]{1,64})$/

function referenceOf(name: string, values: readonly string[]) {
  const [first = '', second] = values
  const [, type, id] = REFERENCE.exec(first) ?? []
  return id === undefined || second !== undefined ? invalid(name) : { type, id: id.toLowerCase() }
}

const datesOf = (name: string, values: readonly string[]): DateTerm[] =>
  values.map((value) => readDate(value) ?? invalid(name))

const textOf = (value: Query[string]): string | undefined => (typeof value === 'string' ? value : undefined)

export function countOf({ _count }: Query): number {
  const asked = textOf(_count)
  return asked === undefined ? FHIR_PAGE : Math.min(Number(asked), FHIR_PAGE_MAX)
}

function sortOf({ _sort }: Query): Asked['sort'] {
  const asked = textOf(_sort)
  return asked === undefined
    ? undefined
    : { by: asked.replace(/^-/, ''), isDescending: asked.startsWith('-') }
}

/** What is searched, and by what. */
export type Searched = { path: string; query: Query }

/** The same for each page of one search and for no other: how many a page holds is no part of it. */
function searchMark({ path, query }: Searched): string {
  const given = Object.entries(query)
    .filter(([name, value]) => name !== '_cursor' && name !== '_count' && value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify([path, given]))
    .digest('base64url')
    .slice(0, 12)
}

/** Where the page before ended, and of which search: in another one it would pass over what nobody was shown. */
export const cursorOf = (place: string, searched: Searched): string =>
  Buffer.from(`${searchMark(searched)} ${place}`).toString('base64url')
export function placeOf(searched: Searched): string | undefined {
  const cursor = textOf(searched.query._cursor)
  if (cursor === undefined) return undefined
  const [, place = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  return /^[\w./:-]{1,800}$/.test(place) && cursorOf(place, searched) === cursor ? place : invalid('_cursor')
}

export function readAsked(
  parameters: Readonly<Record<string, FhirParameter>>,
  { path, query }: Searched,
): Asked {
  const [tokens, references, dates] = [new Map(), new Map(), new Map()]
  for (const [name, kind] of Object.entries(parameters)) {
    const values = [query[name] ?? []].flat()
    if (values.length === 0) continue
    if (kind === 'token') tokens.set(name, tokensOf(name, values))
    else if (kind === 'reference') references.set(name, referenceOf(name, values))
    else dates.set(name, datesOf(name, values))
  }
  return {
    tokens,
    references,
    dates,
    count: countOf(query),
    sort: sortOf(query),
    after: placeOf({ path, query }),
  }
}

/** Of what has such ids: those that were asked for; undefined: all. */
export const idsOf = ({ tokens }: Asked): string[] | undefined =>
  tokens.get('_id')?.flatMap(({ code }) => Uuid.safeParse(code.toLowerCase()).data ?? [])

/** Whether a value is among those that were asked for; of a parameter that was not it always is. */
export const isAskedFor = (asked: Asked, name: string, value: string): boolean =>
  asked.tokens.get(name)?.some(({ code }) => code === value) ?? true

export const datesFor = ({ dates }: Asked, name: string): readonly DateTerm[] => dates.get(name) ?? []

/** Whose it is to be: `patient` or `subject`, which name one person where both are there. */
export function patientIn({ references }: Asked): string | undefined {
  const named = ['patient', 'subject'].flatMap((name) => {
    const reference = references.get(name)
    if (reference?.type !== undefined && reference.type !== 'Patient') return invalid(name)
    return reference?.id ?? []
  })
  return new Set(named).size > 1 ? invalid('subject') : named[0]
}

/** Asks for the same by one id alone. */
export const byId = (id: string): Asked => ({
  tokens: new Map([['_id', [{ system: undefined, code: id }]]]),
  references: new Map(),
  dates: new Map(),
  count: 1,
  after: undefined,
})

const OF_UUID = 'urn:uuid:'

/** The ids of those that are asked for by `identifier`, as each resource has it. */
export const identifiedBy = ({ tokens }: Asked): string[] | undefined =>
  tokens
    .get('identifier')
    ?.flatMap(({ code }) =>
      code.startsWith(OF_UUID) ? (Uuid.safeParse(code.slice(OF_UUID.length)).data ?? []) : [],
    )
