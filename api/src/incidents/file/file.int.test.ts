import { createHash } from 'node:crypto'
import { canonical } from '@carewatch/contracts/canonical'
import { FILE_MOST } from '@carewatch/contracts/http/incident-files'
import { metrics } from '@carewatch/contracts/metrics'
import { alarmHistory, alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { devices, watchSettings, watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { auditLog } from '@carewatch/migrations/schema/people'
import { deviceEvents, positions, readings } from '@carewatch/migrations/schema/readings'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { presences, sightings } from '@carewatch/migrations/schema/rooms'
import { assignments, wearerCare, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../../testing/harness.ts'
import { addBeacon } from '../../testing/rooms.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const HEART_RATE = 1
const SPO2 = 4
const BATTERY = 10
const at = (minute: number, second = 0): Date => new Date(Date.UTC(2026, 6, 10, 21, minute, second))
const sos = {
  kind: 'SOS',
  direction: 'NONE',
  category: 'OPERATIONAL',
  latched: true,
  severity: 'CRITICAL',
  metric: null,
  value: null,
} as const
const tokenOf = (as: Role, of = fixture) => ({ token: of.people[as].token })
const read = async (uuid: string, as: Role = 'SUPERVISOR') =>
  harness.call('GET', `/incidents/${uuid}/file`, tokenOf(as))
const issue = (uuid: string, as: Role = 'SUPERVISOR') =>
  harness.call('POST', `/incidents/${uuid}/file`, tokenOf(as))
const check = (body: object, as: Role = 'SUPERVISOR', of = fixture) =>
  harness.call('POST', '/incident-files/check', { ...tokenOf(as, of), body })
const tracesOf = ({ uuid }: { uuid: string }) =>
  harness.db
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.entityUuid, uuid), sql`${auditLog.detail} is not null`))
    .orderBy(auditLog.id)

/** A pulse of a night in July, then a call for help, as both would be there now. */
async function raiseTwo() {
  const { db } = harness
  await db
    .update(wearers)
    .set({ lastName: 'Wells', dob: '1940-07-11', sex: 'female', bed: '2', roomId: fixture.room.id })
    .where(eq(wearers.id, fixture.wearer.id))
  const pulse = await raiseAlarm(harness, fixture, { value: 131, openedAt: at(40), lastAt: at(42) })
  const called = await raiseAlarm(harness, fixture, { ...sos, openedAt: at(45, 7) })
  return { pulse: pulse.alarm, called: called.alarm, task: called.task }
}

async function measure(metric: number, values: readonly (readonly [Date, number])[]) {
  const deviceId = fixture.device.id
  await harness.db.insert(readings).values(values.map(([time, value]) => ({ deviceId, metric, time, value })))
}

describe('the file of an incident', () => {
  it('says who, where, by which clocks, which alarms and what each value is beyond', async () => {
    const { pulse, called } = await raiseTwo()
    const { status, context } = await read(called.uuid)
    expect(status).toBe(200)
    const { file } = context
    expect(file.incident).toMatchObject({
      uuid: pulse.uuid,
      kind: 'SOS',
      openedAt: at(40).toISOString(),
      closedAt: null,
    })
    expect(
      file.incident.alarms.map((one: { kind: string; beyond: number }) => [one.kind, one.beyond]),
    ).toEqual([
      ['HEART_RATE', 120],
      ['SOS', null],
    ])
    // By the clocks of Jerusalem, three hours ahead in July, it was her birthday already.
    expect(file.person).toEqual({
      uuid: fixture.wearer.uuid,
      name: 'Wilma Wells',
      room: fixture.room.name,
      bed: '2',
      born: '1940-07-11',
      age: 86,
      sex: 'female',
    })
    expect(file).toMatchObject({
      company: fixture.company.name,
      branch: fixture.branch.name,
      zone: 'Asia/Jerusalem',
      offsetMinutes: 180,
      isOpen: true,
      from: at(10).toISOString(),
      to: at(75, 7).toISOString(),
      isSpanCut: false,
      cut: [],
      madeFor: { name: 'Nora Nurse', role: 'SUPERVISOR' },
    })
  })

  it('has what was measured half an hour before and after, a minute as its lowest and highest, and nothing of another who wore the watch', async () => {
    const { called } = await raiseTwo()
    await measure(HEART_RATE, [
      [at(9, 59), 50],
      [at(10), 71],
      [at(40, 1), 131],
      [at(40, 20), 128],
      [at(40, 59), 140],
      [at(75, 7), 90],
      [at(75, 8), 91],
    ])
    await measure(SPO2, [[at(50), 93]])
    await harness.db
      .update(assignments)
      .set({ endedAt: at(60) })
      .where(eq(assignments.deviceId, fixture.device.id))
    const { file } = (await read(called.uuid)).context
    const span = { spanMs: 60_000 }
    expect(file.vitals).toEqual([
      {
        ...span,
        metric: 'heartRate',
        bounds: { criticalLow: 40, low: 50, high: 120, criticalHigh: 140 },
        points: [
          { at: at(10).toISOString(), min: 71, max: 71, n: 1, quality: 'GOOD' },
          { at: at(40, 1).toISOString(), min: 128, max: 140, n: 3, quality: 'GOOD' },
        ],
      },
      expect.objectContaining({
        ...span,
        metric: 'spo2',
        points: [{ at: at(50).toISOString(), min: 93, max: 93, n: 1, quality: 'GOOD' }],
      }),
    ])
  })

  it('says of what was measured off the wrist, and beyond what a body does, what it is worth', async () => {
    const { called } = await raiseTwo()
    const event = (type: 'OFF_WRIST' | 'ON_WRIST', time: Date) =>
      harness.db.insert(deviceEvents).values({ deviceId: fixture.device.id, type, time, receivedAt: time })
    // Before the window: what counts in it began earlier.
    await event('OFF_WRIST', at(5))
    await event('ON_WRIST', at(20))
    await measure(HEART_RATE, [
      [at(12), 72],
      [at(30), 74],
      [at(32), 130],
      [at(50), 76],
    ])
    await measure(BATTERY, [[at(12), 50]])
    const { file } = (await read(called.uuid)).context
    const worth = file.vitals[0].points.map(({ min, quality }: { min: number; quality: string }) => [
      min,
      quality,
    ])
    const battery = file.vitals.find(({ metric }: { metric: string }) => metric === 'battery')
    expect(battery.points).toEqual([{ at: at(12).toISOString(), min: 50, max: 50, n: 1 }])
    expect(worth).toEqual([
      [72, 'WORTHLESS'],
      [74, 'GOOD'],
      [130, 'DOUBTFUL'],
      [76, 'GOOD'],
    ])
  })

  it('judges nothing by what the watch said of who wore it before', async () => {
    const { called } = await raiseTwo()
    const { db } = harness
    const { device, wearer, company, branch } = fixture
    const [former] = await db
      .insert(wearers)
      .values({ firstName: 'Former', companyId: company.id, branchId: branch.id })
      .returning()
    await db
      .update(assignments)
      .set({ startedAt: at(15) })
      .where(eq(assignments.wearerId, wearer.id))
    const worn = { wearerId: former?.id ?? 0, deviceId: device.id }
    await db.insert(assignments).values({ ...worn, startedAt: at(0), endedAt: at(10) })
    const off = { deviceId: device.id, type: 'OFF_WRIST', time: at(9), receivedAt: at(9) } as const
    await db.insert(deviceEvents).values(off)
    await measure(HEART_RATE, [
      [at(14), 30],
      [at(16), 72],
    ])
    const { file } = (await read(called.uuid)).context
    expect(file.vitals[0].points).toEqual([
      { at: at(16).toISOString(), min: 72, max: 72, n: 1, quality: 'GOOD' },
    ])
  })

  it('judges as the rules do what the model is known to measure', async () => {
    const { called } = await raiseTwo()
    await harness.db
      .update(devices)
      .set({ deviceModel: 'watch-b2316-json' })
      .where(eq(devices.id, fixture.device.id))
    await measure(metrics.temperature.id, [[at(30), 32.5]])
    const { file } = (await read(called.uuid)).context
    expect(file.vitals).toMatchObject([{ metric: 'temperature', points: [{ min: 32.5, quality: 'GOOD' }] }])
  })

  it('has the limits that counted then, and none where nobody knows them any more', async () => {
    const { called } = await raiseTwo()
    const { db } = harness
    const { id: deviceId } = fixture.device
    await measure(HEART_RATE, [[at(40), 131]])
    await db
      .update(watchSettings)
      .set({ limits: { heartRate: { high: 135 } } })
      .where(eq(watchSettings.deviceId, deviceId))
    const change = { heartRateHigh: { from: 125, to: 135 } }
    await db.insert(watchSettingsHistory).values({ deviceId, revision: 2, at: at(50), change })
    const before = (await read(called.uuid)).context.file
    expect([before.incident.alarms[0].beyond, before.vitals[0].bounds.high]).toEqual([125, 125])
    await harness.call('POST', `/branch/update/${fixture.branch.uuid}`, {
      ...tokenOf('MANAGER'),
      body: { limits: { heartRate: { high: 110 } } },
    })
    const after = (await read(called.uuid)).context.file
    expect([after.incident.alarms[0].beyond, after.vitals[0].bounds]).toEqual([null, null])
  })

  it('has what the watch, the room and the tag reported, and where they were', async () => {
    const { called } = await raiseTwo()
    const { db } = harness
    const { device, room, gateway, branch, beacon } = fixture
    const door = await addBeacon(harness, {
      branchId: branch.id,
      roomId: room.id,
      deviceType: 'DOOR',
      name: 'Door',
    })
    await db.insert(deviceEvents).values([
      { deviceId: device.id, type: 'SOS', time: at(45, 7), receivedAt: at(45, 8) },
      { deviceId: device.id, type: 'OFF_WRIST', time: at(5), receivedAt: at(5) },
    ])
    const seen = { gatewayId: gateway.id, beaconId: door.id, rssi: -60 }
    await db.insert(sightings).values([
      { ...seen, time: at(20), facts: { door: 'closed' } },
      { ...seen, time: at(30), facts: { door: 'closed' } },
      { ...seen, time: at(44), facts: { door: 'open' } },
      { ...seen, time: at(80), facts: { door: 'closed' } },
    ])
    await db.insert(presences).values([
      { beaconId: beacon.id, roomId: room.id, since: at(0), until: at(41), confidence: 0.9 },
      { beaconId: beacon.id, roomId: null, since: at(41), until: at(90), confidence: 0.9 },
    ])
    await db
      .insert(positions)
      .values({ deviceId: device.id, time: at(45), lat: 32.1, lng: 34.8, accuracyM: 12 })
    const { file } = (await read(called.uuid)).context
    expect(file.events).toEqual([{ at: at(45, 7).toISOString(), type: 'SOS' }])
    const reported = { room: room.name, sensor: 'Door', fact: 'door' }
    expect(file.rooms).toEqual([
      { ...reported, at: at(20).toISOString(), value: 'closed' },
      { ...reported, at: at(44).toISOString(), value: 'open' },
    ])
    expect(file.stays).toEqual([
      { room: room.name, unknown: null, from: at(10).toISOString(), to: at(41).toISOString() },
      { room: null, unknown: null, from: at(41).toISOString(), to: null },
    ])
    expect(file.places).toMatchObject([{ lat: 32.1, lng: 34.8, accuracy: 12, time: at(45).toISOString() }])
    const traces = await tracesOf(fixture.wearer)
    expect(traces.map(({ action, detail }) => [action, detail?.['facts']])).toEqual([
      ['viewed', 'incidentFile'],
      ['located', 'incidentFile'],
    ])
  })

  it('has the story of the incident’s page, the task, and to staff alone who looked', async () => {
    const { called, task } = await raiseTwo()
    const { db } = harness
    const { SUPERVISOR, MANAGER, OWNER } = fixture.people
    await db.insert(deliveries).values({
      alarmId: called.id,
      userId: SUPERVISOR.id,
      channel: 'IN_APP',
      state: 'SENT',
      signedIn: false,
      sentAt: at(45, 9),
    })
    await db.insert(alarmReceipts).values({
      alarmId: called.id,
      userId: MANAGER.id,
      run: 0,
      channel: 'IN_APP',
      shownAt: at(45, 11),
      seenAt: at(45, 13),
      bedsideAt: at(47, 30),
    })
    await db
      .insert(alarmHistory)
      .values({ alarmId: called.id, userId: MANAGER.id, step: 'COMMENTED', note: 'She sits', at: at(48) })
    const page = (await harness.call('GET', `/incidents/${called.uuid}`, tokenOf('SUPERVISOR'))).context
      .incident
    const looked = {
      companyId: fixture.company.id,
      action: 'viewed',
      entity: 'wearer',
      entityUuid: fixture.wearer.uuid,
    }
    await db.insert(auditLog).values([
      { ...looked, userId: SUPERVISOR.id, at: new Date(at(10).getTime() - 3_600_001) },
      { ...looked, userId: SUPERVISOR.id, at: new Date(at(10).getTime() - 3_600_000) },
      { ...looked, userId: OWNER.id, at: at(46) },
    ])
    const { file } = (await read(called.uuid)).context
    expect(file.incident.timeline).toEqual(page.timeline)
    expect(
      file.incident.timeline.map((entry: { type: string; step?: string; signedIn?: boolean }) => [
        entry.type,
        entry.step ?? null,
        entry.signedIn ?? null,
      ]),
    ).toEqual([
      ['message', 0, false],
      ['screen', null, null],
      ['step', 'AT_BEDSIDE', null],
      ['step', 'COMMENTED', null],
    ])
    expect(file.tasks).toMatchObject([
      { alertType: 'HEART_RATE', status: 'OPEN' },
      { uuid: task.uuid, alertType: 'SOS' },
    ])
    // The look of this test itself is of now, and the incident is still open.
    expect(file.viewings.slice(0, 2)).toEqual([
      {
        at: new Date(at(10).getTime() - 3_600_000).toISOString(),
        action: 'viewed',
        name: 'Nora Nurse',
        role: 'SUPERVISOR',
      },
      {
        at: at(46).toISOString(),
        action: 'viewed',
        name: `${OWNER.firstName} ${OWNER.lastName}`,
        role: 'OWNER',
      },
    ])
    const family = (await read(called.uuid, 'OWNER')).context.file
    const ownPage = (await harness.call('GET', `/incidents/${called.uuid}`, tokenOf('OWNER'))).context
      .incident
    expect(family.incident.timeline).toEqual(ownPage.timeline)
    expect([family.tasks, family.viewings]).toEqual([null, null])
  })

  it('has care facts for carers and the owner at any time and for a monitor while it is open, and never what opens a door', async () => {
    const { pulse, called } = await raiseTwo()
    const { db } = harness
    await db
      .insert(wearerCare)
      .values({ wearerId: fixture.wearer.id, allergies: 'Penicillin', howToGetIn: 'Key 4711' })
    const careFor = async (as: Role) => (await read(called.uuid, as)).context.file.care?.allergies ?? null
    expect([await careFor('SUPERVISOR'), await careFor('OWNER'), await careFor('MONITOR')]).toEqual([
      'Penicillin',
      'Penicillin',
      'Penicillin',
    ])
    expect(JSON.stringify((await read(called.uuid)).context)).not.toContain('4711')
    await db
      .update(alarms)
      .set({ closedAt: at(59), active: false, acknowledgedAt: at(50), cause: 'HELPED' })
      .where(sql`${alarms.id} in (${pulse.id}, ${called.id})`)
    expect([await careFor('SUPERVISOR'), await careFor('MONITOR')]).toEqual(['Penicillin', null])
  })

  it('is not found by another branch or house, and is not for a relative', async () => {
    const { called } = await raiseTwo()
    const { number } = (await issue(called.uuid)).context.issued
    const nextDoor = await createCompanyFixture(harness, fixture.company)
    expect((await check({ number }, 'SUPERVISOR', nextDoor)).status).toBe(404)
    const path = `/incidents/${called.uuid}/file`
    expect((await harness.call('GET', path, tokenOf('SUPERVISOR', nextDoor))).status).toBe(404)
    const elsewhere = await createCompanyFixture(harness)
    const other = tokenOf('MANAGER', elsewhere)
    expect((await harness.call('GET', `/incidents/${called.uuid}/file`, other)).status).toBe(404)
    expect((await harness.call('POST', `/incidents/${called.uuid}/file`, other)).status).toBe(404)
    expect((await check({ number }, 'MANAGER', elsewhere)).status).toBe(404)
    expect((await read(called.uuid, 'RELATIVE')).status).toBe(403)
    expect((await issue(called.uuid, 'RELATIVE')).status).toBe(403)
  })

  it('of five thousand alarms, messages and comments is made, and says what it leaves out', async () => {
    const { pulse, called } = await raiseTwo()
    const { db } = harness
    const many = 5_000
    // Late, so that they are put beside it by their name and not looked for one by one.
    await db.execute(sql`insert into alarms (incident_id, device_id, company_id, branch_id, kind, category, severity, active, late, closed_at, opened_at, last_at)
      select ${pulse.id}, device_id, company_id, branch_id, 'SPO2', category, 'LOW', false, true, opened_at, opened_at, last_at
      from alarms cross join generate_series(1, ${many}) where id = ${called.id}`)
    const alarmId = called.id
    await db.insert(alarmHistory).values(
      Array(many).fill({
        alarmId,
        step: 'COMMENTED',
        note: 'x',
        at: at(47),
        userId: fixture.people.SUPERVISOR.id,
      }),
    )
    const message = { alarmId, channel: 'SMS', userId: fixture.people.SUPERVISOR.id, sentAt: at(46) } as const
    await db.insert(deliveries).values(Array.from({ length: many }, (_, round) => ({ ...message, round })))
    const { status, context } = await issue(called.uuid)
    expect(status).toBe(200)
    expect(context.file.incident.alarms).toHaveLength(FILE_MOST.alarms)
    expect(context.file.incident.kind).toBe('SOS')
    expect(context.file.cut).toEqual(
      expect.arrayContaining([
        { part: 'alarms', shown: FILE_MOST.alarms, all: many + 2 },
        { part: 'timeline', shown: FILE_MOST.timeline, all: 2 * many },
      ]),
    )
  })
})

describe('an issued file', () => {
  const kept = async (number: string) =>
    (await harness.db.select().from(incidentFiles).where(eq(incidentFiles.number, number)))[0]

  it('is kept as it was, with its hash in the audit log, and is found unchanged', async () => {
    const { called } = await raiseTwo()
    const { file, issued } = (await issue(called.uuid)).context
    const hash = createHash('sha256').update(canonical(file)).digest('hex')
    expect(issued).toMatchObject({
      hash,
      number: hash
        .slice(0, 16)
        .toUpperCase()
        .replaceAll(/(.{4})(?=.)/g, '$1-'),
      issuedBy: 'Nora Nurse',
      isOpen: true,
    })
    expect(await tracesOf(fixture.wearer)).toMatchObject([
      {
        action: 'exported',
        userId: fixture.people.SUPERVISOR.id,
        companyId: fixture.company.id,
        detail: { facts: 'incidentFile', number: issued.number, hash },
      },
    ])
    // What happens afterwards is in the next one.
    await harness.call('POST', `/incidents/${called.uuid}/close`, {
      ...tokenOf('SUPERVISOR'),
      body: { cause: 'HELPED' },
    })
    const found = await check({ number: issued.number.toLowerCase(), hash })
    expect(found.context).toMatchObject({
      finding: 'UNCHANGED',
      issued,
      file: JSON.parse(JSON.stringify(file)),
    })
    const next = (await issue(called.uuid)).context
    expect([next.file.isOpen, next.issued.isOpen, next.issued.hash === hash]).toEqual([false, false, false])
    expect((await read(called.uuid)).context.issued).toEqual([issued, next.issued])
  })

  it('is found not as issued when one byte of it changed, when its hash was exchanged too, and when another hash is printed', async () => {
    const { called } = await raiseTwo()
    const { issued } = (await issue(called.uuid)).context
    const { number } = issued
    const row = await kept(number)
    const forged = row?.content?.replace('Wilma Wells', 'Wilma Wolls') ?? ''
    expect(forged).not.toBe(row?.content)
    const set = (values: Partial<typeof incidentFiles.$inferInsert>) =>
      harness.db.update(incidentFiles).set(values).where(eq(incidentFiles.number, number))
    await set({ content: forged })
    expect((await check({ number })).context).toMatchObject({ finding: 'NOT_AS_ISSUED', file: null })
    await set({ hash: createHash('sha256').update(forged).digest() })
    expect((await check({ number })).context.finding).toBe('NOT_AS_ISSUED')
    await set({ content: row?.content ?? null, hash: row?.hash ?? Buffer.of() })
    expect((await check({ number })).context.finding).toBe('UNCHANGED')
    const other = issued.hash.replace(/.$/, (last: string) => (last === '0' ? '1' : '0'))
    expect((await check({ number, hash: other })).context).toMatchObject({
      finding: 'NOT_AS_ISSUED',
      file: null,
    })
  })

  it('of a number that nobody issued is not found, and each check leaves a trace', async () => {
    const { called } = await raiseTwo()
    const { number } = (await issue(called.uuid)).context.issued
    expect((await check({ number: 'AAAA-AAAA-AAAA-AAAA' })).status).toBe(404)
    expect((await check({ number: 'A' })).status).toBe(400)
    await check({ number })
    expect(
      (await tracesOf(fixture.wearer)).map(({ action, detail }) => [action, detail?.['finding'] ?? null]),
    ).toEqual([
      ['exported', null],
      ['viewed', 'UNCHANGED'],
    ])
  })

  it('is read again by carers and by whom it was issued to; a monitor and the family hear whether it is genuine', async () => {
    const { called } = await raiseTwo()
    const { number } = (await issue(called.uuid)).context.issued
    const readBy = async (as: Role, of: string) => {
      const { finding, file } = (await check({ number: of }, as)).context
      return [finding, file !== null]
    }
    expect(await readBy('MANAGER', number)).toEqual(['UNCHANGED', true])
    expect(await readBy('MONITOR', number)).toEqual(['UNCHANGED', false])
    expect(await readBy('OWNER', number)).toEqual(['UNCHANGED', false])
    expect((await read(called.uuid, 'OWNER')).context.issued).toEqual([])
    const own = (await issue(called.uuid, 'OWNER')).context.issued
    expect(await readBy('OWNER', own.number)).toEqual(['UNCHANGED', true])
    expect((await read(called.uuid, 'OWNER')).context.issued).toEqual([own])
  })

  it('forgets whom it is about, and takes out who stood in it, when they are erased', async () => {
    const { called } = await raiseTwo()
    const { db } = harness
    const { MANAGER, RELATIVE } = fixture.people
    await db.insert(alarmHistory).values({
      alarmId: called.id,
      userId: MANAGER.id,
      step: 'COMMENTED',
      at: at(48),
      note: `Rang ${RELATIVE.firstName} ${RELATIVE.lastName}`,
    })
    const { issued } = (await issue(called.uuid)).context
    const erase = (path: string) => harness.call('POST', path, tokenOf('ADMIN'))
    expect((await erase(`/admin/user/erase/${RELATIVE.uuid}`)).status).toBe(200)
    const content = (await kept(issued.number))?.content
    expect(content).toContain('Wilma Wells')
    expect(content).not.toContain(`${RELATIVE.firstName} ${RELATIVE.lastName}`)
    expect((await check({ number: issued.number, hash: issued.hash })).context).toMatchObject({
      finding: 'REDACTED',
      issued,
      file: null,
    })
    expect((await erase(`/wearers/erase/${fixture.wearer.uuid}`)).status).toBe(200)
    await until('it is forgotten', async () => (await kept(issued.number))?.content === null)
    expect((await check({ number: issued.number }, 'MANAGER')).context).toMatchObject({
      finding: 'REDACTED',
      file: null,
    })
  })
})
