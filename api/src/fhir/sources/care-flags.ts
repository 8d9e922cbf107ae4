import { careFacts } from '@carewatch/contracts/http/fhir-resources'
import { permissions } from '@carewatch/contracts/permissions'
import { wearerCare, wearers } from '@carewatch/migrations/schema/wearers'
import type { CodeableConcept, Flag } from '@medplum/fhirtypes'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import { byWearer } from '../../access/persons.ts'
import { type Caller, hasScope } from '../../access/viewer.ts'
import { visibleWearers } from '../../access/visible-wearers.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { type Asked, datesFor, isAskedFor } from '../asked.ts'
import { isMoment, isSpan } from '../dates.ts'
import type { Found, Search } from '../source.ts'
import { isAfterText, type Order, placeIn } from './in-order.ts'

type Fact = (typeof careFacts)[number]

const CATEGORIES = 'http://terminology.hl7.org/CodeSystem/flag-category'
const CLINICAL = { code: 'clinical', display: 'Clinical' }
const SAFETY = { code: 'safety', display: 'Safety' }
/** What is written of somebody is free text, of one or of many things: an AllergyIntolerance would say of "none" that it is an allergy. */
const categories: Record<Fact, { code: string; display: string }> = {
  conditions: CLINICAL,
  allergies: CLINICAL,
  medicines: { code: 'drug', display: 'Drug' },
  mobility: SAFETY,
  hearingAndSight: CLINICAL,
  fallRisk: SAFETY,
  doNotResuscitate: { code: 'advance-directive', display: 'Advance Directive' },
  notes: CLINICAL,
}

/** Who reads it in the portal at any time; programs where they were given that. What opens a door, and by what somebody is insured, is no part of FHIR. */
const mayRead = (caller: Caller): boolean =>
  hasScope(caller, 'care:read') && permissions.changeWearers.some((role) => role === caller.role)

const columns = {
  wearerId: wearerCare.wearerId,
  uuid: wearers.uuid,
  companyId: wearers.companyId,
  createdAt: wearerCare.createdAt,
  updatedAt: wearerCare.updatedAt,
  conditions: wearerCare.conditions,
  allergies: wearerCare.allergies,
  medicines: wearerCare.medicines,
  mobility: wearerCare.mobility,
  hearingAndSight: wearerCare.hearingAndSight,
  fallRisk: wearerCare.fallRisk,
  doNotResuscitate: wearerCare.doNotResuscitate,
  notes: wearerCare.notes,
}

const NOBODY: SQL = sql`false`
/** By its id, which says of whom and what it is. */
const CARE_ID = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(\w+)$/i

type Wanted = { which: SQL; facts: readonly string[] }

/** Of whom it is asked, and which facts: of one person alone, or by ids. */
function wantedIn({ asked, wearer }: Search): Wanted {
  const tokens = asked.tokens.get('_id')
  if (!tokens) return { which: wearer ? eq(wearers.id, wearer.id) : NOBODY, facts: careFacts }
  const named = tokens.flatMap(({ code }) => {
    const [, uuid, fact] = CARE_ID.exec(code) ?? []
    return uuid === undefined || fact === undefined ? [] : [{ uuid: uuid.toLowerCase(), fact }]
  })
  const people = [...new Set(named.map(({ uuid }) => uuid))]
  // Their places in an order would differ.
  if (people.length > 1) throw new InvalidFields({ _id: 'invalid' })
  const which = people.length === 1 ? inArray(wearers.uuid, people) : NOBODY
  return {
    which: and(which, wearer && eq(wearers.id, wearer.id)) ?? NOBODY,
    facts: named.map(({ fact }) => fact),
  }
}

async function rowOf({ needed: { db }, caller, asked }: Search, { which }: Wanted) {
  if (!mayRead(caller) || !isAskedFor(asked, 'status', 'active')) return undefined
  const [row] = await db
    .select(columns)
    .from(wearerCare)
    .innerJoin(wearers, eq(wearers.id, wearerCare.wearerId))
    .where(
      and(
        visibleWearers(caller),
        which,
        ...isSpan({ start: wearerCare.createdAt, end: sql`null::timestamptz` }, datesFor(asked, 'date')),
        ...isMoment(wearerCare.updatedAt, datesFor(asked, '_lastUpdated')),
      ),
    )
  return row
}
type Row = NonNullable<Awaited<ReturnType<typeof rowOf>>>

/** In the words that somebody wrote it down; nothing where nobody did, or what is no warning. */
function conceptOf(row: Row, fact: Fact): CodeableConcept | undefined {
  const value = row[fact]
  if (value === null || value === '' || value === false) return undefined
  const code = typeof value === 'string' && fact !== 'fallRisk' ? fact : `${fact}.${String(value)}`
  const isText = typeof value === 'string' && fact !== 'fallRisk'
  return {
    coding: [{ system: 'urn:carewatch:care', code }],
    text: isText ? value : fact === 'fallRisk' ? `Risk of falls: ${value}` : 'Do not resuscitate',
  }
}

function flagOf(row: Row, fact: Fact): Flag | undefined {
  const code = conceptOf(row, fact)
  if (!code) return undefined
  const { uuid, createdAt, updatedAt } = row
  return {
    resourceType: 'Flag',
    id: `${uuid}.${fact}`,
    meta: { lastUpdated: updatedAt.toISOString() },
    status: 'active',
    category: [{ coding: [{ system: CATEGORIES, ...categories[fact] }] }],
    code,
    subject: { reference: `Patient/${uuid}`, type: 'Patient' },
    period: { start: createdAt.toISOString() },
  }
}

/** After every alarm of the same moment. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
const PLACE = /^(.*)\/care\/(\w+)$/

/** Where it stands among the alarms; that somebody looked is written down before they see it. */
async function* read(
  { needed: { db }, caller }: Search,
  row: Row,
  flags: readonly (Flag & { place: string })[],
) {
  if (flags.length === 0) return
  const { uuid, companyId } = row
  await audit(db, caller, { action: 'viewed', entity: 'wearer', uuid, companyId, detail: { facts: 'care' } })
  for (const { place, ...resource } of flags)
    yield { resource, people: [byWearer(uuid)], place } satisfies Found
}

type Care = {
  /** What is left of it, and where it stands among the alarms. */
  rest: { key: string; read: () => AsyncGenerator<Found> } | undefined
  /** Where the alarms go on. */
  after: string | undefined
}

/** Whether the alarms went on behind it on the page before. */
const isPassed = ({ after }: Asked, key: string, order: Order): boolean =>
  after !== undefined && !PLACE.test(after) && isAfterText(after, key, order)

/** What has to be known of somebody, as Flags. */
export async function careFlags(search: Search, order: Order & { name: string | undefined }): Promise<Care> {
  const { asked } = search
  const [, alarmsAfter, lastFact] = PLACE.exec(asked.after ?? '') ?? []
  const after = alarmsAfter ?? asked.after
  const wanted = wantedIn(search)
  const row = await rowOf(search, wanted)
  if (!row) return { rest: undefined, after }
  const key = alarmsAfter ?? placeIn(order, order.name === 'date' ? row.createdAt : row.updatedAt, LAST)
  if (isPassed(asked, key, order)) return { rest: undefined, after }
  const begin = careFacts.findIndex((fact) => fact === lastFact) + 1
  const left = careFacts.slice(begin).flatMap((fact) => {
    const flag = wanted.facts.includes(fact) ? flagOf(row, fact) : undefined
    return flag ? [{ ...flag, place: `${key}/care/${fact}` }] : []
  })
  return { rest: { key, read: () => read(search, row, left) }, after }
}
