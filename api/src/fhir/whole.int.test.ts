import { alarms } from '@carewatch/migrations/schema/alarms'
import { metrics } from '@carewatch/contracts/metrics'
import { devices } from '@carewatch/migrations/schema/devices'
import { readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearerRelations } from '@carewatch/migrations/schema/wearers'
import type { Bundle, Communication, Resource } from '@medplum/fhirtypes'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  askFhir,
  createNeighbours,
  idsIn,
  type Neighbours,
  nextOf,
  resourcesIn,
} from '../testing/fhir-calls.ts'
import { minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let there: Neighbours
beforeAll(async () => {
  harness = await startHarness()
  there = await createNeighbours(harness)
}, 60_000)
afterAll(() => harness.close())

const ask = <Of extends Resource = Bundle>(path: string) =>
  askFhir<Of>(harness, path, there.ours.people.MANAGER.token)

/** All that a search finds, page by page; more than so many pages it never has. */
async function everyPage(first: string): Promise<string[]> {
  const seen: string[] = []
  let path: string | undefined = first
  for (let pages = 0; path && pages < 20; pages += 1) {
    const { resource }: { resource: Bundle } = await ask(path)
    seen.push(...idsIn(resource))
    path = nextOf(resource)
  }
  return seen
}

describe('measurements that are asked for by their ids', () => {
  it('come each once, over pages, and narrowed by all else that is asked', async () => {
    const of = `Observation?patient=${there.ours.wearer.uuid}&code=8867-4`
    const ids = idsIn((await ask(of)).resource)
    expect(ids).toHaveLength(3)
    const byId = `Observation?_id=${[...ids, ids[0]].join(',')}`
    expect(await everyPage(`${byId}&_count=1`)).toEqual(ids)
    expect(await everyPage(`${byId}&code=8867-4`)).toEqual(ids)
    for (const other of ['code=8310-5', 'category=activity', 'status=amended', 'date=lt2020'])
      expect([other, await everyPage(`${byId}&${other}`)]).toEqual([other, []])
  })
})

it('what is asked for by ids of several people is all of it', async () => {
  const { db } = harness
  const of = [there.ours.wearer.id, there.nextDoor.wearer.id]
  const uses = await Promise.all(
    of.map((id) => db.select().from(assignments).where(eq(assignments.wearerId, id))),
  )
  const used = uses.flat().map(({ uuid }) => uuid)
  const around = await Promise.all(
    of.map((id) => db.select().from(wearerRelations).where(eq(wearerRelations.wearerId, id))),
  )
  const related = around.flat().map(({ uuid }) => uuid)
  expect(new Set(await everyPage(`DeviceUseStatement?_id=${used.join()}&_count=1`))).toEqual(new Set(used))
  expect(new Set(await everyPage(`RelatedPerson?_id=${related.join()}&_count=1`))).toEqual(new Set(related))
})

it('what was measured by the oldest of many watches is found', async () => {
  const { db } = harness
  const { wearer, device } = there.theirs
  const began = minutesAgo(60 * 24 * 100)
  const rows = Array.from({ length: 30 }, (_, day) => ({
    wearerId: wearer.id,
    deviceId: device.id,
    startedAt: new Date(began.getTime() + day * 86_400_000),
    endedAt: new Date(began.getTime() + day * 86_400_000 + 3_600_000),
  }))
  await db
    .update(assignments)
    .set({ startedAt: minutesAgo(60) })
    .where(eq(assignments.deviceId, device.id))
  await db.insert(assignments).values(rows)
  const time = new Date(began.getTime() + 60_000)
  await db.insert(readings).values({ deviceId: device.id, metric: metrics.heartRate.id, time, value: 61 })
  const { resource } = await askFhir(
    harness,
    `Observation?patient=${wearer.uuid}&code=8867-4&date=lt${minutesAgo(60 * 24).toISOString()}`,
    there.theirs.people.MANAGER.token,
  )
  expect(idsIn(resource)).toHaveLength(1)
})

describe('an incident', () => {
  it('is as urgent as its gravest alarm, changed when any of them did, and tells them as they came', async () => {
    const hour = { openedAt: minutesAgo(60), lastAt: minutesAgo(60) }
    const mild = await raiseAlarm(harness, there.ours, {
      ...hour,
      kind: 'TEMPERATURE',
      metric: 'temperature',
      value: 37.9,
      severity: 'LOW',
    })
    const before = minutesAgo(30)
    const grave = await raiseAlarm(harness, there.ours, {
      kind: 'SOS',
      direction: 'NONE',
      metric: null,
      value: null,
      severity: 'CRITICAL',
    })
    // Which incident an alarm joins the database decides by its time.
    const joined = { incidentId: mild.alarm.id }
    await harness.db.update(alarms).set(joined).where(eq(alarms.id, grave.alarm.id))
    const { resource } = await ask<Communication>(`Communication/${mild.alarm.uuid}`)
    expect(resource.priority).toBe('stat')
    expect(resource.about?.map(({ reference }) => reference)).toEqual([
      `Flag/${mild.alarm.uuid}`,
      `Flag/${grave.alarm.uuid}`,
    ])
    const since = `Communication?_lastUpdated=ge${before.toISOString()}`
    expect(await everyPage(since)).toContain(mild.alarm.uuid)
    expect(await everyPage(`Communication?_lastUpdated=lt${before.toISOString()}`)).not.toContain(
      mild.alarm.uuid,
    )
  })

  it('is found page by page, each once', async () => {
    const rows = await harness.db.select().from(alarms).where(eq(alarms.companyId, there.ours.company.id))
    const firsts = rows.filter(({ incidentId }) => incidentId === null).map(({ uuid }) => uuid)
    const found = await everyPage('Communication?_count=1')
    expect(found.toSorted()).toEqual(firsts.toSorted())
  })
})

describe('a search refuses', () => {
  it('the place where another search went on', async () => {
    const { resource } = await ask(`Observation?patient=${there.ours.wearer.uuid}&_count=2`)
    const next = nextOf(resource) ?? ''
    expect((await ask(next)).status).toBe(200)
    const cursor = new URLSearchParams(next.split('?')[1]).get('_cursor')
    const others = [
      `Observation?patient=${there.ours.wearer.uuid}&code=8867-4`,
      `Observation?patient=${there.nextDoor.wearer.uuid}`,
      'Patient?_count=2',
      `Patient/${there.ours.wearer.uuid}/$everything?_count=2`,
    ]
    for (const other of others) {
      const { status } = await ask(`${other}${other.includes('?') ? '&' : '?'}_cursor=${cursor}`)
      expect([other, status]).toEqual([other, 400])
    }
  })

  it.each(['9999', '0000', '2026-02-30', '0001-01-01T00:00:00+14:00', '2026-13'])(
    'the date %s, which no calendar of ours has',
    async (date) => {
      expect((await ask(`Flag?date=${date}`)).status).toBe(400)
      expect((await ask(`Patient?_lastUpdated=${date}`)).status).toBe(400)
    },
  )

  it('a page of none', async () => {
    expect((await ask('Patient?_count=0')).status).toBe(400)
  })

  it('two people at once, and what is no person', async () => {
    const { ours, nextDoor } = there
    const two = `Flag?patient=${ours.wearer.uuid}&subject=${nextDoor.wearer.uuid}`
    expect((await ask(two)).status).toBe(400)
    expect((await ask(`Flag?subject=Location/${ours.branch.uuid}`)).status).toBe(400)
    expect((await ask(`Observation?patient=Device/${ours.device.uuid}`)).status).toBe(400)
    expect((await ask(`Flag?patient=${ours.wearer.uuid}&subject=Patient/${ours.wearer.uuid}`)).status).toBe(
      200,
    )
  })
})

it('a watch is found by the IMEI that it is identified by', async () => {
  const [watch] = await harness.db.select().from(devices).where(eq(devices.id, there.ours.device.id))
  const imei = watch?.imei ?? ''
  const urn = `urn:gsma:imei:${imei.slice(0, 8)}-${imei.slice(8, 14)}-${imei.slice(14)}`
  const found = (await ask(`Device?identifier=urn:ietf:rfc:3986|${urn}`)).resource
  expect(resourcesIn(found).map(({ id }) => id)).toEqual([there.ours.device.uuid])
})
