import { metric } from '@carewatch/contracts/metrics'
import { alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { bookmarks, fences } from '@carewatch/migrations/schema/devices'
import { createBranch } from '@carewatch/migrations/factories'
import { beacons } from '@carewatch/migrations/schema/rooms'
import { positions, readings } from '@carewatch/migrations/schema/readings'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import { livesIn, MARKS } from '../testing/lives.ts'

let harness: Harness
let { live, report, marksSeenBy } = {} as ReturnType<typeof livesIn>
beforeAll(async () => {
  harness = await startHarness()
  ;({ live, report, marksSeenBy } = livesIn(harness))
})
afterAll(() => harness.close())

const assigned = (deviceId: number) =>
  harness.db
    .select({ end: assignments.end, endedAt: assignments.endedAt, name: wearers.firstName })
    .from(assignments)
    .innerJoin(wearers, eq(wearers.id, assignments.wearerId))
    .where(eq(assignments.deviceId, deviceId))
    .orderBy(asc(assignments.id))

it('a watch that was reset and sold shows its next owner nothing of whom wore it before, by any call', async () => {
  const fixture = await createCompanyFixture(harness)
  const { people, device, company } = fixture
  const own = await live(fixture, minutesAgo(90))
  const before = await marksSeenBy(fixture, 'OWNER', people.OWNER)
  // The walk would see what there is to be seen.
  expect(Object.keys(before).length).toBeGreaterThan(10)
  expect(new Set(Object.values(before).flat())).toEqual(new Set(MARKS.filter((mark) => mark !== 'Pasttask')))

  const reset = await harness.call('POST', `/devices/resetAll/${device.uuid}`, {
    token: people.MANAGER.token,
    body: {},
  })
  expect([reset.status, reset.context?.device?.ownerUUID]).toEqual([200, null])
  expect(await assigned(device.id)).toMatchObject([{ end: 'RESET' }])

  const next = await harness.person('OWNER', { companyId: company.id })
  const sold = await harness.call('POST', '/devices/changeOwner', {
    token: people.MANAGER.token,
    body: { deviceUUID: device.uuid, owner: next.uuid },
  })
  expect(sold.status).toBe(200)
  expect(await assigned(device.id)).toMatchObject([{ end: 'RESET' }, { end: null, endedAt: null }])
  // What the watch still held of her comes now.
  const late = await report(fixture, { at: minutesAgo(60) })
  expect(await marksSeenBy(fixture, 'OWNER', next)).toEqual({})
  for (const uuid of [own, late]) {
    const asked = await harness.call('GET', `/alarms/${uuid}`, { token: next.token })
    const written = await harness.call('POST', `/alarms/${uuid}/comment`, {
      token: next.token,
      body: { note: 'Mine' },
    })
    expect([asked.status, written.status]).toEqual([404, 404])
  }

  // Her house still knows what happened in it, and nobody reads her heart by the watch of another.
  const known = await harness.call('GET', `/alarms/${own}`, { token: people.MANAGER.token })
  expect(JSON.stringify(known.context)).toContain('Pastcomment')
  const read = Object.entries(await marksSeenBy(fixture, 'MANAGER', people.MANAGER))
  const vital = /measurement|overview|location|position|bookmark|settings|readings/i
  // Asked by who she is, her house reads what is hers.
  const byWatch = read.filter(([line]) => !line.startsWith('GET /wearers/'))
  expect(byWatch.filter(([line]) => vital.test(line))).toEqual([])

  const newest = await raiseAlarm(harness, fixture, { openedAt: new Date(), value: 142 })
  const list = await harness.call('GET', '/alarms', { token: next.token })
  const uuids = list.context.alarms.map(({ uuid }: { uuid: string }) => uuid)
  expect([newest.alarm.uuid, own, late].map((uuid) => uuids.includes(uuid))).toEqual([true, false, false])
})

/** What stays with who wears it, whoever is responsible: the phonebook and the fences are the watch's own. */
const KEPT = ['Pastkin', 'Pastbook', 'Pastfence', '12.3456']
const reported = (seen: Record<string, string[]>) =>
  Object.entries(seen).filter(([, marks]) => marks.some((mark) => !KEPT.includes(mark)))

async function endAll(deviceId: number): Promise<void> {
  const { db } = harness
  await db.update(alarms).set({ closedAt: new Date(), active: false }).where(eq(alarms.deviceId, deviceId))
  await db
    .update(notifications)
    .set({ acknowledgedAt: new Date() })
    .where(eq(notifications.deviceId, deviceId))
  await db.update(tasks).set({ status: 'DONE' }).where(eq(tasks.deviceId, deviceId))
}

it('who becomes responsible for a watch sees what it reports from then on, and who was it sees nothing more', async () => {
  const fixture = await createCompanyFixture(harness)
  const { people, device, company } = fixture
  const over = await live(fixture, minutesAgo(90))
  await endAll(device.id)
  const open = await report(fixture, { at: minutesAgo(80) })
  const next = await harness.person('OWNER', { companyId: company.id })
  const body = { deviceUUID: device.uuid, owner: next.uuid }
  const changed = await harness.call('POST', '/devices/changeOwner', { token: people.MANAGER.token, body })
  expect(changed.status).toBe(200)
  expect(await assigned(device.id)).toMatchObject([{ end: null }])
  // What is open somebody must see to, whenever it began.
  const statusOf = async (uuid: string) =>
    (await harness.call('GET', `/alarms/${uuid}`, { token: next.token })).status
  expect([await statusOf(open), await statusOf(over)]).toEqual([200, 404])
  await endAll(device.id)
  expect(reported(await marksSeenBy(fixture, 'OWNER', next))).toEqual([])
  expect(await marksSeenBy(fixture, 'OWNER', people.OWNER)).toEqual({})
  // For those who look after her nothing changed.
  expect(reported(await marksSeenBy(fixture, 'SUPERVISOR', people.SUPERVISOR)).length).toBeGreaterThan(3)
})

it("what a watch reports while nobody wears it is nobody's, for families and staff, then and afterwards", async () => {
  const fixture = await createCompanyFixture(harness)
  const { people, device, company, branch } = fixture
  const { token } = people.MANAGER
  const post = (line: string, body: object) => harness.call('POST', line, { token, body })
  expect((await post('/wearers/takeBack', { deviceUUID: device.uuid })).status).toBe(200)
  await report(fixture, { at: new Date() })
  const staff = ['MANAGER', 'SUPERVISOR', 'BRANCH_MONITOR'] as const
  const facts = async () => {
    const seen = []
    for (const role of staff) seen.push(...Object.entries(await marksSeenBy(fixture, role, people[role])))
    // On the map it calls as well: of what it reports only what the alarm says is there.
    const isOfMap = (line: string) => /readings\/(latestLocation|locations)/.test(line)
    // The alarm it raised is the house's: somebody may have called, and the next shift and an inspector hear of it.
    const read = seen.map(([line, marks]): [string, string[]] => [
      line,
      isOfMap(line) ? marks.filter((mark) => mark !== '61.37') : marks,
    ])
    return read.filter(
      ([line, marks]) =>
        !/alarm|task|notification|events|duty\/sheet|inspection\/pack|wearers\/ward/i.test(line) &&
        marks.length > 0,
    )
  }
  /** On the board it calls beside the people, and is of none of them. */
  const ofPeople = async () => {
    const boards = staff.map((role) => harness.call('GET', '/wearers/ward', { token: people[role].token }))
    const texts = (await Promise.all(boards)).map(({ context }) => JSON.stringify(context.people))
    return MARKS.filter((mark) => texts.some((text) => text.includes(mark)))
  }
  expect(await ofPeople()).toEqual([])
  expect(await facts()).toEqual([])

  const made = await post('/wearers/new', {
    firstName: 'Next',
    companyId: company.uuid,
    branchId: branch.uuid,
  })
  const wearerUUID = made.context.wearer.uuid
  expect((await post('/wearers/assign', { wearerUUID, deviceUUID: device.uuid })).status).toBe(200)
  const next = await harness.person('OWNER', { companyId: company.id })
  expect((await post('/devices/changeOwner', { deviceUUID: device.uuid, owner: next.uuid })).status).toBe(200)
  await endAll(device.id)
  expect(await facts()).toEqual([])
  expect(await ofPeople()).toEqual([])
  expect(await marksSeenBy(fixture, 'OWNER', next)).toEqual({})
})

it('a watch that moves to another company leaves its past behind', async () => {
  const fixture = await createCompanyFixture(harness)
  const other = await createCompanyFixture(harness)
  const { people, device } = fixture
  await live(fixture, minutesAgo(90))
  const free = { token: people.MANAGER.token, body: { deviceUUID: device.uuid } }
  expect((await harness.call('POST', '/devices/deleteOwner', free)).status).toBe(200)
  const moved = await harness.call('POST', `/devices/update/${device.uuid}`, {
    token: people.ADMIN.token,
    body: { companyId: other.company.uuid, branchId: other.branch.uuid },
  })
  expect(moved.status).toBe(200)
  expect(await assigned(device.id)).toMatchObject([{ end: 'MOVED' }])
  const there = { ...other, device: fixture.device }
  expect(reported(await marksSeenBy(there, 'MANAGER', other.people.MANAGER))).toEqual([])
  expect(reported(await marksSeenBy(there, 'SUPERVISOR', other.people.SUPERVISOR))).toEqual([])
})

it('a watch that was reset before anybody wrote down who wears it shows its house what it reports since', async () => {
  const fixture = await createCompanyFixture(harness)
  const { people, device } = fixture
  // As the step that made people of watches writes it: reset, by nobody that is known.
  await harness.db
    .update(assignments)
    .set({ endedAt: minutesAgo(60), end: 'RESET' })
    .where(eq(assignments.deviceId, device.id))
  const facts = async () => {
    const path = `/readings/${device.imei}/heartRate/0`
    const { context } = await harness.call('GET', path, { token: people.MANAGER.token })
    return context.readings.map(({ value }: { value: number }) => value)
  }
  const heart = { deviceId: device.id, metric: metric('heartRate').id }
  await harness.db.insert(readings).values([
    { ...heart, time: minutesAgo(90), value: 61 },
    { ...heart, time: minutesAgo(30), value: 62 },
  ])
  expect(await facts()).toEqual([62])
})

it('who is erased is forgotten on the watch that another wears now, and the other is not', async () => {
  const fixture = await createCompanyFixture(harness)
  const { people, device, company } = fixture
  const { token } = people.MANAGER
  await live(fixture, minutesAgo(90))
  await harness.call('POST', `/devices/resetAll/${device.uuid}`, { token, body: {} })
  const next = await harness.person('OWNER', { companyId: company.id })
  await harness.call('POST', '/devices/changeOwner', {
    token,
    body: { deviceUUID: device.uuid, owner: next.uuid },
  })
  const facts = { deviceId: device.id, time: new Date() }
  await harness.db.insert(positions).values({ ...facts, lat: 44.5, lng: 55.5 })
  await harness.db
    .insert(bookmarks)
    .values({ deviceId: device.id, userId: next.id, at: facts.time, label: 'Theirs' })

  const erased = await harness.call('POST', `/admin/user/erase/${people.OWNER.uuid}`, { token, body: {} })
  expect(erased.status).toBe(200)
  const left = await harness.db.select().from(positions).where(eq(positions.deviceId, device.id))
  expect(left.map(({ lat }) => lat)).toEqual([44.5])
  const marks = await harness.db.select().from(bookmarks).where(eq(bookmarks.deviceId, device.id))
  expect(marks.map(({ label }) => label).toSorted()).toEqual(['', 'Theirs'])
  expect(await harness.db.$count(fences, eq(fences.deviceId, device.id))).toBe(0)
  expect((await assigned(device.id)).map(({ name }) => name)).toEqual(['', device.name])

  const both = await harness.call('POST', `/admin/user/erase/${next.uuid}`, { token, body: {} })
  expect([both.status, await harness.db.$count(positions, eq(positions.deviceId, device.id))]).toEqual([
    200, 0,
  ])
  expect(await assigned(device.id)).toMatchObject([{ end: 'RESET' }, { end: 'ERASED' }])
})

it('who is erased after the watch was given up is forgotten too', async () => {
  const fixture = await createCompanyFixture(harness)
  const { people, device } = fixture
  const { token } = people.MANAGER
  await live(fixture, minutesAgo(90))
  await harness.call('POST', '/devices/deleteOwner', { token, body: { deviceUUID: device.uuid } })
  await harness.call('POST', `/devices/resetAll/${device.uuid}`, { token, body: {} })
  const erased = await harness.call('POST', `/admin/user/erase/${people.OWNER.uuid}`, { token, body: {} })
  expect(erased.status).toBe(200)
  expect(await assigned(device.id)).toMatchObject([{ name: '', end: 'RESET' }])
  expect(await harness.db.$count(positions, eq(positions.deviceId, device.id))).toBe(0)
})

it('a watch that changes hands leaves its tag to nobody, so that no room says where who wears it was', async () => {
  const fixture = await createCompanyFixture(harness)
  const { people, device, beacon } = fixture
  const { token } = people.MANAGER
  await harness.call('POST', `/devices/resetAll/${device.uuid}`, { token, body: {} })
  const [tag] = await harness.db.select().from(beacons).where(eq(beacons.id, beacon.id))
  expect(tag?.deviceId).toBeNull()
})

it('two who change a watch in two ways at once take turns', async () => {
  const fixture = await createCompanyFixture(harness)
  const { people, device, company, branch } = fixture
  const { token } = people.MANAGER
  const next = [people.OWNER, await harness.person('OWNER', { companyId: company.id })]
  const elsewhere = await createBranch(harness.db, company.id)
  for (let round = 0; round < 15; round++) {
    const owner = next[(round + 1) % 2]?.uuid
    const branchId = round % 2 ? branch.uuid : elsewhere.uuid
    const answers = await Promise.all([
      harness.call('POST', '/devices/changeOwner', { token, body: { deviceUUID: device.uuid, owner } }),
      harness.call('POST', `/devices/update/${device.uuid}`, { token, body: { branchId } }),
    ])
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 409)).toEqual(
      [],
    )
  }
})
