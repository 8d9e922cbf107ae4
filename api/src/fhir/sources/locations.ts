import { branches } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import type { Location } from '@medplum/fhirtypes'
import { and, asc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { visibleBranches, visibleRooms } from '../../access/visible.ts'
import { identifier } from '../../exports/fhir/people.ts'
import { type Asked, datesFor, idsOf, isAskedFor } from '../asked.ts'
import { isMoment } from '../dates.ts'
import { BATCH, type Found, inBatches, type Search } from '../source.ts'
import { isUuidAfter } from './uuid-after.ts'

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

async function* housesOf({ needed: { db }, caller, asked }: Search): AsyncGenerator<Found> {
  const start = afterIn(OF_BRANCHES, asked)
  if (start === null || asked.references.has('partof')) return
  const states = [true, false].filter((isActive) => isAskedFor(asked, 'status', statusOf(isActive)))
  const which = and(visibleBranches(caller), ...asksFor(asked, branches), inArray(branches.isActive, states))
  const rows = inBatches(
    start,
    (after) =>
      db
        .select()
        .from(branches)
        .where(and(which, isUuidAfter(branches.uuid, after)))
        .orderBy(asc(branches.uuid))
        .limit(BATCH),
    ({ uuid }) => uuid,
  )
  for await (const row of rows) {
    const status = statusOf(row.isActive)
    const resource = locationOf(row, { status, physicalType: { coding: [building] } })
    yield { resource, people: [], place: OF_BRANCHES + row.uuid }
  }
}

async function* roomsOf({ needed: { db }, caller, asked }: Search): AsyncGenerator<Found> {
  if (!isAskedFor(asked, 'status', 'active')) return
  const whole = asked.references.get('partof')?.id
  const isPart = whole === undefined ? undefined : eq(sql`${branches.uuid}::text`, whole)
  const which = and(visibleRooms(caller), ...asksFor(asked, rooms), isPart)
  const { uuid, name, updatedAt } = rooms
  const found = inBatches(
    afterIn(OF_ROOMS, asked) ?? undefined,
    (after) =>
      db
        .select({ uuid, name, updatedAt, branch: branches.uuid })
        .from(rooms)
        .innerJoin(branches, eq(branches.id, rooms.branchId))
        .where(and(which, isUuidAfter(rooms.uuid, after)))
        .orderBy(asc(rooms.uuid))
        .limit(BATCH),
    (row) => row.uuid,
  )
  for await (const row of found) {
    const partOf = { reference: `Location/${row.branch}`, type: 'Location' } as const
    const resource = locationOf(row, { status: 'active', physicalType: { coding: [room] }, partOf })
    yield { resource, people: [], place: OF_ROOMS + row.uuid }
  }
}

/** The houses in the caller's scope, then their rooms. */
export async function* locations(search: Search): AsyncGenerator<Found> {
  yield* housesOf(search)
  yield* roomsOf(search)
}
