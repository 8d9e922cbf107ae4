import { branches } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import type { Location } from '@medplum/fhirtypes'
import { and, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { visibleBranches, visibleRooms } from '../../access/visible.ts'
import { identifier } from '../../exports/fhir/people.ts'
import { type Asked, datesFor, idsOf, isAskedFor } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, type Search } from '../source.ts'
import { byBytes, columnsOf, isAfterIn, type Order, orderFor, placeIn } from './in-order.ts'

const KINDS = 'http://terminology.hl7.org/CodeSystem/location-physical-type'
const building = { system: KINDS, code: 'bu', display: 'Building' }
const room = { system: KINDS, code: 'ro', display: 'Room' }

type Row = { uuid: string; name: string; updatedAt: Date }

const locationOf = ({ uuid, name, updatedAt }: Row, rest: Partial<Location>): Location => ({
  resourceType: 'Location',
  id: uuid,
  meta: { lastUpdated: updatedAt.toISOString() },
  identifier: identifier(uuid),
  name,
  mode: 'instance',
  ...rest,
})

const statusOf = (isActive: boolean): 'active' | 'inactive' => (isActive ? 'active' : 'inactive')

const [OF_BRANCHES, OF_ROOMS] = ['branch/', 'room/']

/** Where in this part it goes on; null: the part is over. */
function afterIn(part: string, { after }: Asked): string | undefined | null {
  if (after === undefined) return undefined
  if (after.startsWith(part)) return after.slice(part.length)
  return part === OF_BRANCHES ? null : undefined
}

type Of = {
  uuid: typeof branches.uuid | typeof rooms.uuid
  updatedAt: typeof branches.updatedAt | typeof rooms.updatedAt
}

const asksFor = (asked: Asked, { uuid, updatedAt }: Of): (SQL | undefined)[] => {
  const ids = idsOf(asked)
  return [ids && inArray(uuid, ids), ...isMoment(updatedAt, datesFor(asked, '_lastUpdated'))]
}

/** What is found, and by what it stands in the order that is asked for. */
type Placed = { found: Found; key: string; uuid: string }

/** By name as their bytes are, by when it changed, or by uuid. */
function orderOf(
  asked: Asked,
  { uuid, updatedAt, name }: Of & { name: typeof branches.name | typeof rooms.name },
) {
  return orderFor(asked, { uuid, moments: { _lastUpdated: updatedAt }, texts: { name: byBytes(name) } })
}

function placed(order: Order, row: Row, found: Omit<Found, 'place'>): Placed {
  const key = order.by === undefined ? '' : order.isText ? row.name : row.updatedAt.toISOString()
  const place = placeIn(order, order.isText ? row.name : row.updatedAt, row.uuid)
  return { found: { ...found, place }, key, uuid: row.uuid }
}

async function* housesOf({ needed: { db }, caller, asked }: Search): AsyncGenerator<Placed> {
  const start = asked.sort ? asked.after : afterIn(OF_BRANCHES, asked)
  if (start === null || asked.references.has('partof')) return
  const states = [true, false].filter((isActive) => isAskedFor(asked, 'status', statusOf(isActive)))
  const which = and(visibleBranches(caller), ...asksFor(asked, branches), inArray(branches.isActive, states))
  const order = orderOf(asked, branches)
  const rows = inBatches(
    start,
    (after) =>
      db
        .select()
        .from(branches)
        .where(and(which, isAfterIn(order, after)))
        .orderBy(...columnsOf(order))
        .limit(BATCH),
    (row) => placeIn(order, order.isText ? row.name : row.updatedAt, row.uuid),
  )
  for await (const row of rows) {
    const status = statusOf(row.isActive)
    const resource = locationOf(row, { status, physicalType: { coding: [building] } })
    yield placed(order, row, { resource, people: [] })
  }
}

async function* roomsOf({ needed: { db }, caller, asked }: Search): AsyncGenerator<Placed> {
  if (!isAskedFor(asked, 'status', 'active')) return
  const whole = asked.references.get('partof')?.id
  const isPart = whole === undefined ? undefined : eq(sql`${branches.uuid}::text`, whole)
  const which = and(visibleRooms(caller), ...asksFor(asked, rooms), isPart)
  const { uuid, name, updatedAt } = rooms
  const order = orderOf(asked, rooms)
  const found = inBatches(
    asked.sort ? asked.after : (afterIn(OF_ROOMS, asked) ?? undefined),
    (after) =>
      db
        .select({ uuid, name, updatedAt, branch: branches.uuid })
        .from(rooms)
        .innerJoin(branches, eq(branches.id, rooms.branchId))
        .where(and(which, isAfterIn(order, after)))
        .orderBy(...columnsOf(order))
        .limit(BATCH),
    (row) => placeIn(order, order.isText ? row.name : row.updatedAt, row.uuid),
  )
  for await (const row of found) {
    const partOf = { reference: `Location/${row.branch}`, type: 'Location' } as const
    const resource = locationOf(row, { status: 'active', physicalType: { coding: [room] }, partOf })
    yield placed(order, row, { resource, people: [] })
  }
}

/** As the database compares them: letter by letter, those alike by their uuids. */
const compared = (one: Placed, other: Placed): number =>
  Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) || (one.uuid < other.uuid ? -1 : 1)

/** Of two that are in order each, one that is. */
async function* merged(one: AsyncGenerator<Placed>, other: AsyncGenerator<Placed>, isDescending: boolean) {
  let [left, right] = [await one.next(), await other.next()]
  while (!left.done || !right.done) {
    const isLeft =
      right.done === true || (left.done !== true && compared(left.value, right.value) < 0 !== isDescending)
    if (isLeft && !left.done) {
      yield left.value.found
      left = await one.next()
    } else if (!right.done) {
      yield right.value.found
      right = await other.next()
    }
  }
}

async function* behind(part: string, all: AsyncGenerator<Placed>): AsyncGenerator<Found> {
  for await (const { found } of all) yield { ...found, place: part + found.place }
}

/** The houses in the caller's scope, then their rooms; where an order is asked for, all of them in it. */
export async function* locations(search: Search): AsyncGenerator<Found> {
  const { sort } = search.asked
  if (sort) return yield* merged(housesOf(search), roomsOf(search), sort.isDescending)
  yield* behind(OF_BRANCHES, housesOf(search))
  yield* behind(OF_ROOMS, roomsOf(search))
}
