import type { Scope } from '@carewatch/contracts/scopes'
import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { auditLog } from '@carewatch/migrations/schema/people'
import { wearerCare } from '@carewatch/migrations/schema/wearers'
import type { Bundle, Flag, Resource } from '@medplum/fhirtypes'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { learnDefinitions } from '../testing/fhir.ts'
import {
  askFhir,
  createNeighbours,
  faultsIn,
  idsIn,
  keyOf,
  type Neighbours,
  nextOf,
  resourcesIn,
} from '../testing/fhir-calls.ts'
import { minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

const facts = {
  conditions: 'Diabetes',
  allergies: 'Penicillin, nuts',
  medicines: 'Metformin 500 mg',
  mobility: '',
  fallRisk: 'HIGH',
  doNotResuscitate: true,
  howToGetIn: 'Key in the safe, 4711',
  idNumber: '012345674',
  healthOrganisation: 'Clalit',
}

let harness: Harness
let there: Neighbours
beforeAll(async () => {
  learnDefinitions()
  harness = await startHarness()
  there = await createNeighbours(harness)
  for (const { wearer, people } of [there.ours, there.theirs]) {
    const { token } = people.MANAGER
    const written = await harness.call('POST', `/wearers/care/${wearer.uuid}`, { token, body: facts })
    if (written.status !== 200) throw new Error('nothing was written')
  }
}, 60_000)
afterAll(() => harness.close())

const ask = <Of extends Resource = Bundle>(path: string, token = there.ours.people.MANAGER.token) =>
  askFhir<Of>(harness, path, token)
const path = () => `Flag?patient=${there.ours.wearer.uuid}`
const isCare = ({ id = '' }: Resource) => id.includes('.')
const careIn = async (token: string) => {
  const { status, resource } = await ask(path(), token)
  expect(status).toBe(200)
  return resourcesIn(resource).filter(isCare) as Flag[]
}
const looks = () =>
  harness.db.$count(
    auditLog,
    and(
      eq(auditLog.action, 'viewed'),
      eq(auditLog.entityUuid, there.ours.wearer.uuid),
      sql`${auditLog.detail} ->> 'facts' = 'care'`,
    ),
  )

it('what has to be known of somebody is told as Flags, as it was written, and each look is traced', async () => {
  const before = await looks()
  const found = await careIn(there.ours.people.MANAGER.token)
  expect(found.flatMap((one) => faultsIn(one))).toEqual([])
  const shown = found.map(({ code, category }) => [
    code.coding?.[0]?.code,
    code.text,
    category?.[0]?.coding?.[0]?.code,
  ])
  expect(shown).toEqual([
    ['conditions', 'Diabetes', 'clinical'],
    ['allergies', 'Penicillin, nuts', 'clinical'],
    ['medicines', 'Metformin 500 mg', 'drug'],
    ['fallRisk.HIGH', 'Risk of falls: HIGH', 'safety'],
    ['doNotResuscitate.true', 'Do not resuscitate', 'advance-directive'],
  ])
  expect(await looks()).toBe(before + 1)
  for (const one of found) {
    expect(one).toMatchObject({
      subject: { reference: `Patient/${there.ours.wearer.uuid}` },
      status: 'active',
    })
    expect((await ask<Flag>(`Flag/${one.id}`)).resource).toEqual(one)
  }
  const everything = await ask(`Patient/${there.ours.wearer.uuid}/$everything?_type=Flag`)
  expect(resourcesIn(everything.resource).filter(isCare)).toEqual(found)
  // What opens a door, and whoever they are to the state, is told to nobody here.
  for (const hidden of ['4711', '012345674', 'Clalit']) expect(everything.text).not.toContain(hidden)
  await harness.db.update(wearerCare).set({ doNotResuscitate: false })
  expect(idsIn((await ask(path())).resource).filter((id) => id.includes('doNot'))).toEqual([])
  await harness.db.update(wearerCare).set({ doNotResuscitate: true })
})

it('is for those who read it in the portal, and for programs that were given it', async () => {
  const { ours, theirs } = there
  const { people, wearer } = ours
  for (const role of ['SUPERVISOR', 'OWNER'] as const)
    expect((await careIn(people[role].token)).length).toBe(5)
  // While an alarm is open a monitor reads it there, by that alarm.
  for (const role of ['MONITOR', 'COMPANY_MONITOR'] as const)
    expect(await careIn(people[role].token)).toEqual([])
  const scopes: Scope[] = ['fhir:read', 'alarms:read']
  expect(await careIn(await keyOf(harness, ours, { scopes }))).toEqual([])
  const holding = await keyOf(harness, ours, { scopes: [...scopes, 'care:read'] })
  expect((await careIn(holding)).length).toBe(5)
  const id = `${wearer.uuid}.allergies`
  // What is kept of somebody and no care fact is no Flag by another name.
  for (const other of ['howToGetIn', 'idNumber', 'nothing'])
    expect((await ask(`Flag/${there.ours.wearer.uuid}.${other}`)).status).toBe(404)
  expect((await ask(`Flag/${id}`, people.MONITOR.token)).status).toBe(404)
  expect((await ask(`Flag/${id}`, await keyOf(harness, ours, { scopes }))).status).toBe(404)
  for (const { token } of [theirs.people.MANAGER, theirs.people.OWNER]) {
    expect((await ask(`Flag/${id}`, token)).status).toBe(404)
    const answer = await ask(`Flag?_id=${id}`, token)
    expect(resourcesIn(answer.resource)).toEqual([])
    expect((await ask(path(), token)).text).not.toContain('Penicillin')
  }
  // Of everybody at once it is not asked.
  expect(resourcesIn((await ask('Flag')).resource).filter(isCare)).toEqual([])
})

it.each([
  ['', undefined],
  ['&_sort=date', ({ period }: Flag) => period?.start],
  ['&_sort=-date', ({ period }: Flag) => period?.start],
  ['&_sort=_lastUpdated', ({ meta }: Flag) => meta?.lastUpdated],
  ['&_sort=-_lastUpdated', ({ meta }: Flag) => meta?.lastUpdated],
] as const)('stands among the alarms where it belongs, over pages, each once: %s', async (sort, timeOf) => {
  const { db } = harness
  const { ours } = there
  await db.update(tasks).set({ status: 'DONE' })
  await db.update(alarms).set({ closedAt: minutesAgo(1) })
  const { device, company, branch, wearer } = ours
  const place = { deviceId: device.id, wearerId: wearer.id, companyId: company.id, branchId: branch.id }
  const kind = { kind: 'BATTERY', category: 'TECHNICAL', severity: 'LOW', active: false } as const
  const over = [50, 30].map((minutes) => minutesAgo(minutes))
  await db
    .insert(alarms)
    .values(over.map((at) => ({ ...place, ...kind, openedAt: at, lastAt: at, closedAt: at })))
  await db.update(wearerCare).set({ createdAt: minutesAgo(40), updatedAt: minutesAgo(40) })
  const whole = resourcesIn((await ask(`${path()}${sort}`)).resource) as Flag[]
  expect(whole.filter(isCare)).toHaveLength(5)
  expect(whole.length).toBeGreaterThanOrEqual(7)
  const seen: string[] = []
  let next: string | undefined = `${path()}${sort}&_count=1`
  while (next) {
    const { resource, status }: { resource: Bundle; status: number } = await ask(next)
    expect(status).toBe(200)
    seen.push(...idsIn(resource))
    next = nextOf(resource)
  }
  expect(seen).toEqual(whole.map(({ id }) => id))
  const times = timeOf ? whole.map((one) => timeOf(one) ?? '') : []
  const up = times.toSorted()
  expect(times).toEqual(sort.includes('-') ? up.toReversed() : up)
})
