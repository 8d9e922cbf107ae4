import type { Scope } from '@carewatch/contracts/scopes'
import { auditLog } from '@carewatch/migrations/schema/people'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { AuditEvent, Bundle, Communication, Flag, Resource } from '@medplum/fhirtypes'
import { eq, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import {
  askFhir,
  createNeighbours,
  idsIn,
  keyOf,
  type Neighbours,
  nextOf,
  resourcesIn,
} from '../testing/fhir-calls.ts'
import { type CompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let there: Neighbours
beforeAll(async () => {
  harness = await startHarness()
  there = await createNeighbours(harness)
}, 60_000)
afterAll(() => harness.close())

const ask = <Of extends Resource = Bundle>(path: string, token = there.ours.people.MANAGER.token) =>
  askFhir<Of>(harness, path, token)

/** All that a search finds, page by page. */
async function every(first: string): Promise<Resource[]> {
  const seen: Resource[] = []
  let path: string | undefined = first
  for (let pages = 0; path && pages < 80; pages += 1) {
    const { resource, status }: { resource: Bundle; status: number } = await ask(path)
    expect(status).toBe(200)
    seen.push(...resourcesIn(resource))
    path = nextOf(resource)
  }
  return seen
}

/** Of one watch no two alarms of a kind are open. */
const closeAll = async () => {
  await harness.db.update(tasks).set({ status: 'DONE' })
  await harness.db
    .update(alarms)
    .set({ closedAt: minutesAgo(1) })
    .where(isNull(alarms.closedAt))
}
beforeEach(closeAll)

/** Traces of one company, each older than the one before. */
const leaveTraces = ({ company }: CompanyFixture, count: number) =>
  harness.db.insert(auditLog).values(
    Array.from({ length: count }, (_, n) => ({
      action: 'updated',
      entity: 'company',
      entityUuid: company.uuid,
      companyId: company.id,
      at: minutesAgo(n + 1),
    })),
  )

const idOf = ({ id = '' }: Resource): string => id

it('what is asked for in an order comes in it, over pages, each once', async () => {
  const { ours } = there
  // Later ones are older: by their ids they would come the other way. Two of one moment are told apart.
  for (const minutes of [50, 70, 70, 90, 110]) {
    const { alarm } = await raiseAlarm(harness, ours, {
      openedAt: minutesAgo(minutes),
      lastAt: minutesAgo(minutes),
    })
    await harness.db.update(alarms).set({ incidentId: null }).where(eq(alarms.id, alarm.id))
    await closeAll()
  }
  await leaveTraces(ours, 8)
  for (const [type, name, timeOf] of [
    ['Flag', 'date', (one: Resource) => (one as Flag).period?.start],
    ['Flag', '_lastUpdated', (one: Resource) => one.meta?.lastUpdated],
    ['Communication', 'sent', (one: Resource) => (one as Communication).sent],
    ['Communication', '_lastUpdated', (one: Resource) => one.meta?.lastUpdated],
    ['AuditEvent', 'date', (one: Resource) => (one as AuditEvent).recorded],
  ] as const) {
    // The audit log grows while it is read: of what was before.
    const until = type === 'AuditEvent' ? `&date=lt${new Date().toISOString()}` : ''
    const up = await every(`${type}?_sort=${name}&_count=2${until}`)
    const times = up.map((one) => timeOf(one) ?? '')
    expect(times.length).toBeGreaterThan(5)
    expect(times).toEqual(times.toSorted())
    expect(new Set(up.map(idOf)).size).toBe(up.length)
    const down = await every(`${type}?_sort=-${name}&_count=1${until}`)
    expect(down.map(idOf)).toEqual(up.map(idOf).toReversed())
  }
  expect((await ask('Flag?_sort=status')).status).toBe(400)
  expect((await ask('Patient?_sort=gender')).status).toBe(400)
  expect((await ask('Observation?patient=x&_sort=_lastUpdated')).status).toBe(400)
  const { resource } = await ask('Flag?_sort=date&_count=2')
  const cursor = new URLSearchParams(nextOf(resource)?.split('?')[1]).get('_cursor')
  expect((await ask(`Flag?_sort=-date&_count=2&_cursor=${cursor}`)).status).toBe(400)
})

it('the audit log is read by time without a date too', async () => {
  await leaveTraces(there.ours, 8)
  await leaveTraces(there.theirs, 8)
  const events = await every('AuditEvent?_count=4')
  const times = events.map((one) => (one as AuditEvent).recorded ?? '')
  expect(times.length).toBeGreaterThan(7)
  expect(JSON.stringify(events)).not.toContain(there.theirs.company.uuid)
  expect(times).toEqual(times.toSorted())
})

it('an incident is found by any of its alarms that may be seen, and shows no other', async () => {
  const { ours } = there
  const { OWNER } = ours.people
  const first = await raiseAlarm(harness, ours, {
    openedAt: minutesAgo(60),
    lastAt: minutesAgo(60),
    severity: 'CRITICAL',
  })
  const second = await raiseAlarm(harness, ours, {
    kind: 'SOS',
    direction: 'NONE',
    metric: null,
    value: null,
  })
  // What is open is seen whenever it began.
  const over = { incidentId: null, closedAt: minutesAgo(50) }
  await harness.db.update(alarms).set(over).where(eq(alarms.id, first.alarm.id))
  await harness.db.update(alarms).set({ incidentId: first.alarm.id }).where(eq(alarms.id, second.alarm.id))
  const since = minutesAgo(30)
  await harness.db.update(wearerRelations).set({ since }).where(eq(wearerRelations.userId, OWNER.id))
  for (const path of [`Communication?patient=${ours.wearer.uuid}`, `Communication?_id=${first.alarm.uuid}`]) {
    const { resource } = await ask(path, OWNER.token)
    const found = resourcesIn(resource).find(({ id }) => id === first.alarm.uuid) as Communication | undefined
    expect(found?.about?.map(({ reference }) => reference)).toEqual([`Flag/${second.alarm.uuid}`])
    expect(found?.sent).toBe(second.alarm.openedAt.toISOString())
  }
  const read = await ask<Communication>(`Communication/${first.alarm.uuid}`, OWNER.token)
  expect(read.status).toBe(200)
  expect(read.text).not.toContain(`Flag/${first.alarm.uuid}`)
  const theirs = await ask(`Communication?_id=${first.alarm.uuid}`, there.theirs.people.OWNER.token)
  expect(idsIn(theirs.resource)).toEqual([])
})

it('an alarm of somebody who is in sight no more says nothing that was measured of them', async () => {
  const { theirs } = there
  const { alarm } = await raiseAlarm(harness, theirs, {
    kind: 'HEART_RATE',
    metric: 'heartRate',
    value: 187,
    direction: 'HIGH',
    roomId: theirs.room.id,
  })
  const scopes: Scope[] = ['fhir:read', 'alarms:read']
  const token = await keyOf(harness, theirs, { scopes, branchUUIDs: [theirs.branch.uuid] })
  const before = await ask<Flag>(`Flag/${alarm.uuid}`, token)
  expect(before.text).toContain('187')
  await harness.db.update(wearers).set({ deletedAt: new Date() }).where(eq(wearers.id, theirs.wearer.id))
  const after = await ask<Flag>(`Flag/${alarm.uuid}`, token)
  expect([after.status, after.resource.subject?.reference]).toEqual([200, `Location/${theirs.room.uuid}`])
  expect(after.text).not.toContain('187')
  expect(after.text).not.toContain(theirs.wearer.uuid)
  const incident = await ask(`Communication?_id=${alarm.uuid}`, token)
  expect(incident.text).not.toContain('187')
})
