import { uniqueMac } from '@carewatch/migrations/factories'
import { beacons, presences } from '@carewatch/migrations/schema/rooms'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { asc, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { addBeacon, addSighting, decideIn } from '../testing/rooms.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

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
const staff = ['ADMIN', 'MANAGER', 'SUPERVISOR', 'MONITOR', 'BRANCH_MONITOR', 'COMPANY_MONITOR'] as const
const get = async (path: string, as: Role = 'MANAGER') =>
  (await harness.call('GET', path, { token: fixture.people[as].token })).context
const post = (path: string, body: object, as: Role = 'MANAGER') =>
  harness.call('POST', path, { token: fixture.people[as].token, body })
const rowOf = async (uuid: string) =>
  (await harness.db.select().from(beacons).where(eq(beacons.uuid, uuid)))[0]
const newTag = (values: object) => ({
  name: 'Tag of a nurse',
  macAddress: uniqueMac(),
  deviceType: 'TAG',
  branchId: fixture.branch.uuid,
  ...values,
})

it('a tag is given to somebody of the staff by whoever manages beacons, in place of a person, and says of them nothing but whose it is', async () => {
  const { people, device } = fixture
  const staffUUID = people.SUPERVISOR.uuid
  expect((await post('/blt/entity/beacon/new', newTag({ staffUUID }), 'SUPERVISOR')).status).toBe(403)
  const { context } = await post('/blt/entity/beacon/new', newTag({ staffUUID }))
  const { uuid } = context.beacon
  expect(context.beacon).toMatchObject({ staff: { uuid: staffUUID, name: 'Nora Nurse' }, device: null })
  const row = await rowOf(uuid)
  if (!row) throw new Error('It is not there.')
  await addSighting(harness, { gateway: fixture.gateway, beacon: row, secondsAgo: 5 })
  await harness.db.update(beacons).set({ rssi: -50 }).where(eq(beacons.id, row.id))
  for (const role of staff) {
    const { beacon } = await get(`/blt/entity/detail/${row.mac}`, role)
    expect(beacon).toMatchObject({ staff: { uuid: staffUUID }, lastSeenAt: null, rssi: null })
  }
  // To a person: the nurse has it no longer.
  const given = await post(`/blt/entity/update/${uuid}`, { deviceUUID: device.uuid })
  expect(given.context.beacon).toMatchObject({ staff: null, device: { uuid: device.uuid } })
  const back = await post(`/blt/entity/update/${uuid}`, { staffUUID })
  expect(back.context.beacon).toMatchObject({ staff: { uuid: staffUUID }, device: null })
  expect((await post(`/blt/entity/update/${uuid}`, { name: 'Hers' })).context.beacon.staff.uuid).toBe(
    staffUUID,
  )
  expect((await post(`/blt/entity/update/${uuid}`, { staffUUID: null })).context.beacon.staff).toBeNull()
})

it('a tag is given to nobody of another house, to no family, and to no two', async () => {
  const other = await createCompanyFixture(harness)
  const { people, device } = fixture
  for (const staffUUID of [other.people.SUPERVISOR.uuid, people.OWNER.uuid, people.USER.uuid])
    expect((await post('/blt/entity/beacon/new', newTag({ staffUUID }))).context.errors).toEqual({
      staffUUID: 'is not valid',
    })
  const both = newTag({ staffUUID: people.MONITOR.uuid, deviceUUID: device.uuid })
  expect((await post('/blt/entity/beacon/new', both)).status).toBe(400)
  // An administrator sees both houses; a nurse of one carries no tag of the other.
  const elsewhere = await post(
    '/blt/entity/beacon/new',
    newTag({ staffUUID: other.people.SUPERVISOR.uuid }),
    'ADMIN',
  )
  expect(elsewhere.status).toBe(400)
})

it('where somebody of the staff is no role is shown, and where the tag was with a person before remains', async () => {
  const { db } = harness
  const { people, room, gateway, branch } = fixture
  const tag = await addBeacon(harness, { branchId: branch.id, deviceId: fixture.device.id })
  await decideIn(harness, { beacon: tag, room, secondsAgo: 60 })
  await addSighting(harness, { gateway, beacon: tag, secondsAgo: 5 })
  const seenBy = async (role: Role) => {
    const { presences: stays } = await get(`/blt/presences?beaconUuid=${tag.uuid}`, role)
    const { rooms } = await get('/blt/interaction/getRoomsData', role)
    const interactions = JSON.stringify(await get('/blt/interaction/all/0', role))
    return {
      stays: stays.length,
      isInRoom: JSON.stringify(rooms).includes(tag.uuid),
      interacts: interactions.includes(tag.uuid),
    }
  }
  for (const role of staff) expect(await seenBy(role)).toEqual({ stays: 1, isInRoom: true, interacts: true })
  await post(`/blt/entity/update/${tag.uuid}`, { staffUUID: people.SUPERVISOR.uuid })
  for (const role of staff)
    expect(await seenBy(role)).toEqual({ stays: 1, isInRoom: false, interacts: false })
  const parts = () =>
    db.select().from(presences).where(eq(presences.beaconId, tag.id)).orderBy(asc(presences.id))
  const [before, now, ...others] = await parts()
  expect({ others, since: now?.since, until: now?.until }).toEqual({
    others: [],
    since: before?.until,
    until: null,
  })
  // Given back, it begins anew with the person.
  await post(`/blt/entity/update/${tag.uuid}`, { deviceUUID: fixture.device.uuid })
  const after = (await parts()).at(-1)
  expect(after).toMatchObject({ roomId: room.id, until: null })
  expect(after?.since.getTime()).toBeGreaterThan(now?.since.getTime() ?? Infinity)
  expect(await seenBy('MANAGER')).toEqual({ stays: 2, isInRoom: true, interacts: true })
})

it('who leaves leaves their tag', async () => {
  const { db } = harness
  const { people, branch } = fixture
  const monitor = people.MONITOR
  const tag = await addBeacon(harness, { branchId: branch.id, staffId: monitor.id })
  const { status } = await harness.call('DELETE', `/admin/user/${monitor.uuid}`, {
    token: people.MANAGER.token,
  })
  expect(status).toBe(200)
  const [row] = await db.select().from(beacons).where(eq(beacons.id, tag.id))
  expect(row).toMatchObject({ staffId: null, staffSince: null })
})

it('the story of an alarm says by what it is known that they came', async () => {
  const { people, room } = fixture
  const { alarm } = await raiseAlarm(harness, fixture)
  const receipt = { alarmId: alarm.id, run: 0, channel: 'IN_APP', bedsideAt: new Date() } as const
  await harness.db.insert(alarmReceipts).values([
    { ...receipt, userId: people.SUPERVISOR.id, bedsideRoomId: room.id },
    { ...receipt, userId: people.MONITOR.id },
  ])
  const { incident } = await get(`/incidents/${alarm.uuid}`)
  const came = incident.timeline.filter(({ step }: { step: unknown }) => step === 'AT_BEDSIDE')
  const rooms = came.map(({ room: name }: { room: string | null }) => name)
  expect(new Set(rooms)).toEqual(new Set([room.name, null]))
})
