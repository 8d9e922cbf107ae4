import { fhirResources, type FhirType } from '@carewatch/contracts/http/fhir-resources'
import { everythingTypes } from '@carewatch/contracts/http/fhir'
import { Uuid } from '@carewatch/contracts/wire'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Bundle, BundleEntry } from '@medplum/fhirtypes'
import type { Caller } from '../access/viewer.ts'
import type { Kind, ViewingLog } from '../access/viewing-log.ts'
import { getVisibleWearer } from '../access/visible-wearer.ts'
import type { WearerRow } from '../exports/fhir/people.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import { type Asked, byId, countOf, cursorOf, patientIn, placeOf, readAsked, type Searched } from './asked.ts'
import { baseOf } from './base.ts'
import { readDate } from './dates.ts'
import type { Found, Needed } from './source.ts'
import { ofOnePerson, sources } from './sources/index.ts'

export type Parts = Needed & { viewings: ViewingLog; publicUrl: string }
type Query = Readonly<Record<string, string | readonly string[] | undefined>>

/** What of a person each kind of resource shows. */
const shows: Partial<Record<string, Kind>> = {
  Patient: 'profileViewed',
  Device: 'profileViewed',
  DeviceUseStatement: 'profileViewed',
  RelatedPerson: 'profileViewed',
  AuditEvent: 'profileViewed',
  Observation: 'viewed',
  Flag: 'viewed',
  Communication: 'viewed',
}

/** Who was shown whom is written down, as of any other answer. */
export function noteViewings(viewings: ViewingLog, caller: Caller, found: readonly Found[]): void {
  for (const kind of ['profileViewed', 'viewed'] as const) {
    const shown = found.filter(({ resource }) => shows[resource.resourceType] === kind)
    const people = shown.flatMap((one) => one.people)
    if (people.length > 0) viewings.note(caller, { kind, people })
  }
}

type Page = { found: Found[]; next: string | undefined }

/** The first of what is found, and where it goes on if there is more. */
async function take(all: AsyncIterable<Found>, count: number): Promise<Page> {
  const found: Found[] = []
  for await (const one of all) {
    if (found.length === count) return { found, next: found.at(-1)?.place }
    found.push(one)
  }
  return { found, next: undefined }
}

const addressOf = (path: string, query: Query, more: Record<string, string> = {}): string => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    name === '_cursor' ? [] : [value ?? []].flat().map((one): [string, string] => [name, one]),
  )
  const text = new URLSearchParams([...given, ...Object.entries(more)]).toString()
  return text === '' ? path : `${path}?${text}`
}

type Answered = Page & Searched & { base: string }

function bundleOf({ found, next, base, path, query }: Answered): Bundle {
  const cursor = next === undefined ? undefined : cursorOf(next, { path, query })
  const self = typeof query._cursor === 'string' ? { _cursor: query._cursor } : {}
  const entry = found.map(({ resource }): BundleEntry => ({
    fullUrl: `${base}/${resource.resourceType}/${resource.id}`,
    resource,
    search: { mode: 'match' },
  }))
  return {
    resourceType: 'Bundle',
    type: 'searchset',
    // What was not begun anywhere and goes on nowhere is all there is.
    ...(next === undefined && query._cursor === undefined && { total: found.length }),
    link: [
      { relation: 'self', url: `${base}/${addressOf(path, query, self)}` },
      ...(cursor === undefined
        ? []
        : [{ relation: 'next' as const, url: `${base}/${addressOf(path, query, { _cursor: cursor })}` }]),
    ],
    ...(entry.length > 0 && { entry }),
  }
}

/** The person who is asked for; null: nobody whom the caller may see. */
async function wearerIn({ db }: Needed, caller: Caller, asked: Asked): Promise<WearerRow | null | undefined> {
  const id = patientIn(asked)
  if (id === undefined) return undefined
  if (!Uuid.safeParse(id).success) return null
  try {
    return await getVisibleWearer(db, caller, id)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'notFound') return null
    throw error
  }
}

/** A page of what is searched for. Whoever asks for a person whom they may not see finds nothing. */
export async function searchFhir(
  parts: Parts,
  caller: Caller,
  search: { type: FhirType; query: Query },
): Promise<Bundle> {
  const { type, query } = search
  const asked = readAsked(fhirResources[type].parameters, { path: type, query })
  if (ofOnePerson.has(type) && patientIn(asked) === undefined && !asked.tokens.has('_id'))
    throw new InvalidFields({ patient: 'required' })
  const wearer = await wearerIn(parts, caller, asked)
  const isNobody = wearer === null && type !== 'Location'
  const all = sources[type]({ needed: parts, caller, asked, wearer: wearer ?? undefined })
  const page = isNobody ? { found: [], next: undefined } : await take(all, asked.count)
  noteViewings(parts.viewings, caller, page.found)
  return bundleOf({ ...page, base: baseOf(parts), path: type, query })
}

/** One resource; what the caller may not see is not there. */
export async function readFhir(parts: Parts, caller: Caller, { type, id }: { type: FhirType; id: string }) {
  const asked = byId(type === 'Observation' || type === 'Flag' ? id : id.toLowerCase())
  const { found } = await take(sources[type]({ needed: parts, caller, asked, wearer: undefined }), 1)
  const [one] = found
  if (!one) throw new Refusal('notFound')
  noteViewings(parts.viewings, caller, found)
  return one.resource
}

const START = 'ge'
const END = 'le'

function dateTerm(name: string, text: string | undefined, prefix: string) {
  if (text === undefined) return []
  const term = readDate(prefix + text)
  if (!term) throw new InvalidFields({ [name]: 'invalid' })
  return [term]
}

/** A key is handed of a record what its other scopes hold. */
export const isHeld = ({ key }: Caller, type: FhirType): boolean =>
  !key ||
  (fhirResources[type].byKeyBeside.every((scope) => key.scopes.includes(scope)) &&
    (key.grants === undefined || (key.grants[type]?.includes('r') ?? false)))

/** Of the parts of a record those that were asked for and that this role, and this key, may see at all. */
function typesFor(caller: Caller, wanted: string | undefined): FhirType[] {
  const names = wanted?.split(',')
  const unknown = names?.some((name) => !everythingTypes.some((type) => type === name))
  if (unknown) throw new InvalidFields({ _type: 'invalid' })
  return everythingTypes.filter(
    (type) =>
      (names?.includes(type) ?? true) &&
      isHeld(caller, type) &&
      fhirResources[type].allow.some((role) => role === caller.role),
  )
}

type Everything = {
  wearer: WearerRow
  types: readonly FhirType[]
  dates: Asked['dates']
  after: string | undefined
}

/** One part after the other; the place of each begins with the part that it is of. */
async function* everythingOf(needed: Needed, caller: Caller, asked: Everything): AsyncGenerator<Found> {
  const { wearer, types, dates, after } = asked
  const [first = types[0], ...rest] = after?.split(':') ?? []
  const begin = types.findIndex((type) => type === first)
  for (const [index, type] of types.slice(Math.max(begin, 0)).entries()) {
    const place = index === 0 && after !== undefined ? rest.join(':') : undefined
    const one: Asked = {
      tokens: new Map(),
      references: new Map([['patient', { type: 'Patient', id: wearer.uuid }]]),
      dates: type === 'Observation' || type === 'Flag' || type === 'Communication' ? dates : new Map(),
      count: 0,
      after: place,
    }
    for await (const found of sources[type]({ needed, caller, asked: one, wearer }))
      yield { ...found, place: `${type}:${found.place}` }
  }
}

type EverythingInput = {
  params: { id: string }
  query: { start?: string | undefined; end?: string | undefined; _type?: string | undefined } & Query
}

/** All of a person that the caller may see, page by page. */
export async function readEverything(
  parts: Parts,
  caller: Caller,
  { params, query }: EverythingInput,
): Promise<Bundle> {
  const wearer = await getVisibleWearer(parts.db, caller, params.id)
  const terms = [...dateTerm('start', query.start, START), ...dateTerm('end', query.end, END)]
  const dates = new Map([
    ['date', terms],
    ['sent', terms],
  ])
  const path = `Patient/${wearer.uuid}/$everything`
  const after = placeOf({ path, query })
  const all = everythingOf(parts, caller, { wearer, types: typesFor(caller, query._type), dates, after })
  const page = await take(all, countOf(query))
  noteViewings(parts.viewings, caller, page.found)
  return bundleOf({ ...page, base: baseOf(parts), path, query })
}
