import { uniqueImei } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { invitations } from '@carewatch/migrations/schema/invitations'
import { auditLog } from '@carewatch/migrations/schema/people'
import { beacons, rooms } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { deviceClaims } from '@carewatch/migrations/schema/proof'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDevice, createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  other = await createCompanyFixture(harness)
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Cells = Record<string, string>
type Answered = {
  outcome: string
  seen: string
  changes: string[]
  problems: Record<string, string>
  isDoubtful: boolean
  credentials: { username: string; password: string } | null
  link: string | null
}
type Role = keyof CompanyFixture['people']

const send = (body: object, role: Role = 'MANAGER') =>
  harness.call('POST', '/import', { token: fixture.people[role].token, body })

async function look(kind: string, cells: Cells[], role?: Role): Promise<Answered[]> {
  const { status, context } = await send({ kind, rows: cells.map((one) => ({ cells: one })) }, role)
  expect(status).toBe(200)
  return context.rows
}

/** A file as the portal brings it: looked at, then done as far as it is right. */
async function bring(kind: string, cells: Cells[], role?: Role): Promise<Answered[]> {
  const looked = await look(kind, cells, role)
  const rows = cells.flatMap((one, index) =>
    ['NEW', 'CHANGED'].includes(looked[index]?.outcome ?? '')
      ? [{ cells: one, seen: looked[index]?.seen }]
      : [],
  )
  const { status, context } = await send({ kind, rows, apply: true }, role)
  expect(status).toBe(200)
  return context.rows
}
const outcomes = (rows: readonly Answered[]) => rows.map(({ outcome }) => outcome)
const ofHouse = () => eq(wearers.companyId, fixture.company.id)
const born = (firstName: string, birthday: string, more: Cells = {}): Cells => ({
  firstName,
  lastName: 'כהן',
  birthday,
  branch: fixture.branch.code,
  ...more,
})
const watch = (more: Cells = {}): Cells => ({
  imei: uniqueImei(),
  imsi: '425010000000002',
  name: 'Room 12',
  model: 'native',
  ...more,
})

describe('a look at a file', () => {
  it('says what would become of each row, and leaves everything as it is', async () => {
    const before = await harness.db.$count(auditLog, eq(auditLog.companyId, fixture.company.id))
    const rows = await look('people', [
      born('רות', '1941-05-02', { room: fixture.room.name.toUpperCase() }),
      born('  רות ', '2.5.1941'),
      born('Dan', '1939-01-01', { room: 'nowhere' }),
      born('Eva', '05/02/1941'),
      {},
    ])
    expect(outcomes(rows)).toEqual(['NEW', 'TWICE', 'INVALID', 'INVALID', 'INVALID'])
    expect(rows.map(({ problems }) => problems)).toEqual([
      {},
      {},
      { room: 'is not known' },
      { birthday: 'must be a date written as 1941-05-02' },
      { firstName: 'is required' },
    ])
    expect(await harness.db.$count(wearers, and(ofHouse(), eq(wearers.lastName, 'כהן')))).toBe(0)
    expect(await harness.db.$count(auditLog, eq(auditLog.companyId, fixture.company.id))).toBe(before)
  })

  it.each([
    ['a number that a spreadsheet shortened', { imei: '3.53E+14' }, { imei: 'was shortened' }],
    ['a telephone number that it shortened', { phone: '9.725E+11' }, { phone: 'was shortened' }],
    ['an IMEI of 14 digits', { imei: '35312345678901' }, { imei: 'is not valid' }],
    ['a model that nobody knows', { model: 'nobody' }, { model: 'is not known' }],
    ['no telephone number', { phone: '12' }, { phone: 'is not a valid phone number' }],
    ['a branch that is not there', { branch: 'nowhere' }, { branch: 'is not known' }],
    ['a name of 33 letters', { name: 'x'.repeat(33) }, { name: 'is too long' }],
  ])('refuses %s by its column', async (_, wrong, problems) => {
    const [row] = await look('watches', [watch(wrong)])
    expect(row?.outcome).toBe('INVALID')
    const [[column, text] = ['', '']] = Object.entries(problems)
    expect(row?.problems[column]).toContain(text)
  })

  it('takes 100 rows, none of a column that nobody knows, and nothing unlooked at', async () => {
    const many = Array.from({ length: 101 }, () => ({ cells: watch() }))
    expect((await send({ kind: 'watches', rows: many })).status).toBe(400)
    expect((await send({ kind: 'watches', rows: [] })).status).toBe(400)
    expect((await send({ kind: 'watches', rows: [{ cells: { colour: 'red' } }] })).status).toBe(400)
    expect((await send({ kind: 'watches', rows: [{ cells: watch() }], apply: true })).status).toBe(400)
  })

  it.each(['SUPERVISOR', 'OWNER', 'MONITOR'] as const)('is not for a %s', async (role) => {
    expect((await send({ kind: 'watches', rows: [{ cells: watch() }] }, role)).status).toBe(403)
  })

  it("knows nobody else's branch, room, person or watch", async () => {
    const theirs = { firstName: other.wearer.firstName, imei: other.device.imei }
    expect((await look('rooms', [{ name: '1', branch: other.branch.code }]))[0]?.problems).toEqual({
      branch: 'is not known',
    })
    expect((await look('assignments', [theirs]))[0]?.problems).toEqual({ imei: 'is not known' })
    const mine = await addDevice(harness, fixture)
    const row = { firstName: 'Wanda', imei: mine.imei }
    await harness.db.update(wearers).set({ firstName: 'Wanda' }).where(eq(wearers.id, other.wearer.id))
    expect((await look('assignments', [row]))[0]?.problems).toEqual({ firstName: 'is not known' })
  })
})

describe('a file of people', () => {
  it('writes them down once, however often it is brought, and changes what is another', async () => {
    const file = [
      born('רות', '1941-05-02', { room: fixture.room.name, bed: '007' }),
      born('Dan', '1939-01-01'),
    ]
    expect(outcomes(await bring('people', file))).toEqual(['NEW', 'NEW'])
    const isRuth = and(ofHouse(), eq(wearers.firstName, 'רות'))
    const [ruth] = await harness.db.select().from(wearers).where(isRuth)
    expect(ruth).toMatchObject({ dob: '1941-05-02', roomId: fixture.room.id, bed: '007' })
    expect(outcomes(await look('people', file))).toEqual(['SAME', 'SAME'])
    const [changed] = await bring('people', [born('רות', '1941-05-02', { bed: '2', sex: 'Female' })])
    expect(changed).toMatchObject({ outcome: 'CHANGED', changes: ['sex', 'bed'] })
    const [after] = await harness.db.select().from(wearers).where(isRuth)
    expect(after).toMatchObject({ bed: '2', sex: 'female', roomId: fixture.room.id })
    const traces = await harness.db
      .select({ action: auditLog.action, userId: auditLog.userId })
      .from(auditLog)
      .where(eq(auditLog.entityUuid, ruth?.uuid ?? ''))
      .orderBy(auditLog.at)
    const by = { userId: fixture.people.MANAGER.id }
    expect(traces).toEqual([
      { action: 'created', ...by },
      { action: 'updated', ...by },
    ])
  })

  it.each(['İbrahim', 'ΣΊΣΥΦΟΣ', 'Anna\u00A0 Maria', 'Jose\u0301', '\u200Fרות\u200F'])(
    'knows %j again, whatever letters it is made of',
    async (name) => {
      const rows = [{ name, branch: fixture.branch.code }]
      const people = [born(name, '1941-05-02')]
      await bring('rooms', rows)
      await bring('people', people)
      const plain = name.normalize('NFC').replaceAll('\u200F', '')
      const typed = [born(plain, '1941-05-02', { room: plain })]
      expect(outcomes(await look('rooms', rows))).toEqual(['SAME'])
      expect(outcomes(await look('people', people))).toEqual(['SAME'])
      expect((await look('people', typed))[0]?.changes).toEqual(['room'])
    },
  )

  it('asks rather than takes one person for another', async () => {
    const { company, branch } = fixture
    const place = { companyId: company.id, branchId: branch.id }
    await harness.db.insert(wearers).values([
      { firstName: 'Ida', lastName: 'כהן', ...place },
      { firstName: 'Leo', lastName: 'כהן', dob: '1940-01-01', ...place },
      { firstName: 'Leo', lastName: 'כהן', dob: '1950-01-01', ...place },
      { firstName: 'Max', lastName: 'כהן', status: 'LEFT', ...place },
    ])
    const rows = await look('people', [
      born('Ida', '1941-05-02'),
      born('Leo', ''),
      born('Leo', '1950-01-01'),
      born('Leo', '1960-01-01'),
      born('Max', ''),
    ])
    expect(outcomes(rows)).toEqual(['INVALID', 'INVALID', 'SAME', 'NEW', 'INVALID'])
    expect(rows[0]?.problems['birthday']).toContain('without a date of birth')
    expect(rows[1]?.problems).toEqual({ row: 'names more than one' })
    expect(rows[4]?.problems['row']).toContain('has left')
  })

  it('is refused where something was changed since the look, and then nothing of it is done', async () => {
    const file = [born('רות', '1941-05-02'), born('Dan', '1939-01-01')]
    const looked = await look('people', file)
    await bring('people', [born('Dan', '1939-01-01')])
    const rows = file.map((cells, index) => ({ cells, seen: looked[index]?.seen }))
    const answer = await send({ kind: 'people', rows, apply: true })
    expect(answer.status).toBe(409)
    expect(answer.context.reason).toBe('importChanged')
    expect(await harness.db.$count(wearers, and(ofHouse(), eq(wearers.firstName, 'רות')))).toBe(0)
  })

  it('needs the company of an administrator', async () => {
    const { branch: _, ...nowhere } = born('Dan', '1939-01-01')
    expect((await look('people', [nowhere], 'ADMIN'))[0]?.problems).toEqual({ company: 'is required' })
    const named = { ...nowhere, company: fixture.company.code }
    expect(outcomes(await bring('people', [named], 'ADMIN'))).toEqual(['NEW'])
    expect(await harness.db.$count(wearers, and(ofHouse(), eq(wearers.firstName, 'Dan')))).toBe(1)
  })
})

describe('a file of rooms', () => {
  it('adds those that are not there', async () => {
    const branch = fixture.branch.name.toUpperCase()
    const file = [
      { name: 'קומה 2', branch },
      { name: fixture.room.name, branch },
    ]
    expect(outcomes(await look('rooms', file))).toEqual(['NEW', 'SAME'])
    await bring('rooms', file)
    expect(outcomes(await look('rooms', file))).toEqual(['SAME', 'SAME'])
    expect(await harness.db.$count(rooms, eq(rooms.branchId, fixture.branch.id))).toBe(2)
  })
})

describe('a file of watches', () => {
  it('registers them with a password each this once, and changes what is another', async () => {
    const file = [watch({ branch: fixture.branch.code, phone: '050-123 4567' })]
    const imei = file[0]?.['imei'] ?? ''
    const [made] = await bring('watches', file)
    expect(made?.credentials?.username).toBe(imei)
    expect(made?.credentials?.password).toMatch(/.{16}/)
    expect(outcomes(await look('watches', file))).toEqual(['SAME'])
    const [changed] = await bring('watches', [{ ...file[0], name: 'Room 13' }])
    expect(changed).toMatchObject({ outcome: 'CHANGED', changes: ['name'], credentials: null })
    const [device] = await harness.db.select().from(devices).where(eq(devices.imei, imei))
    expect(device).toMatchObject({
      name: 'Room 13',
      branchId: fixture.branch.id,
      mobileNumber: '+972501234567',
    })
  })

  it('does not say in a look whether another company has one, and refuses it with a claim when it is brought', async () => {
    const file = [watch({ imei: other.device.imei })]
    expect(outcomes(await look('watches', file))).toEqual(['NEW'])
    const isClaim = and(
      eq(deviceClaims.imei, other.device.imei),
      eq(deviceClaims.askedById, fixture.people.MANAGER.id),
    )
    expect(await harness.db.$count(deviceClaims, isClaim)).toBe(0)
    const [row] = await bring('watches', file)
    expect(row?.outcome).toBe('INVALID')
    expect(row?.problems['row']).toContain('contact your provider')
    expect(await harness.db.$count(deviceClaims, isClaim)).toBe(1)
  })

  it('warns of an IMEI that looks mistyped', async () => {
    const rows = await look('watches', [
      watch({ imei: '356938035643808' }),
      watch({ imei: '356938035643809' }),
    ])
    expect(rows.map(({ isDoubtful }) => isDoubtful)).toEqual([true, false])
  })
})

describe('a file of tags', () => {
  it('registers them where they belong and whose they are', async () => {
    const [mac] = [uniqueImei().slice(3)]
    const file = [
      {
        mac: (mac.match(/../g) ?? []).join(':'),
        name: 'Ruth',
        room: fixture.room.name,
        watch: fixture.device.imei,
        branch: fixture.branch.code,
      },
    ]
    expect(outcomes(await bring('tags', file))).toEqual(['NEW'])
    const [tag] = await harness.db.select().from(beacons).where(eq(beacons.mac, mac))
    expect(tag).toMatchObject({ deviceType: 'TAG', deviceId: fixture.device.id, roomId: fixture.room.id })
    expect(outcomes(await look('tags', file))).toEqual(['SAME'])
    const [changed] = await bring('tags', [{ ...file[0], type: 'button' }])
    expect(changed).toMatchObject({ outcome: 'CHANGED', changes: ['type'] })
  })

  it('refuses one that is registered elsewhere without saying where', async () => {
    const row = { mac: other.beacon.mac, name: 'Ruth', branch: fixture.branch.code }
    const [looked] = await look('tags', [row])
    expect(looked?.outcome).toBe('INVALID')
    expect(JSON.stringify(looked)).not.toContain(other.branch.name)
  })
})

describe('a file of who wears which', () => {
  it('gives each their watch, and takes none from anybody', async () => {
    const mine = await addDevice(harness, fixture)
    await harness.db.update(devices).set({ ownerId: null }).where(eq(devices.id, mine.id))
    const [ruth] = await harness.db
      .insert(wearers)
      .values({ firstName: 'Ruth', companyId: fixture.company.id, branchId: fixture.branch.id })
      .returning()
    const file = [
      { imei: mine.imei, firstName: 'Ruth' },
      { imei: fixture.device.imei, firstName: 'Ruth' },
    ]
    const rows = await look('assignments', file)
    expect(outcomes(rows)).toEqual(['NEW', 'INVALID'])
    expect(rows[1]?.problems['imei']).toContain('somebody else')
    expect(await harness.db.$count(assignments, eq(assignments.wearerId, ruth?.id ?? 0))).toBe(0)
    await bring('assignments', file)
    expect(outcomes(await look('assignments', file))).toEqual(['SAME', 'INVALID'])
    const isHers = and(eq(assignments.wearerId, ruth?.id ?? 0), eq(assignments.deviceId, mine.id))
    expect(await harness.db.$count(assignments, isHers)).toBe(1)
  })
})

describe('a file of staff', () => {
  it('asks each by their address, once', async () => {
    const email = `nora.${uniqueImei()}@example.org`
    const file = [
      { email: email.toUpperCase(), role: 'Branch monitor', branch: fixture.branch.code },
      { email: fixture.people.MONITOR.email, role: 'MONITOR', branch: fixture.branch.code },
    ]
    expect(outcomes(await look('staff', file))).toEqual(['NEW', 'SAME'])
    expect(await harness.db.$count(invitations, eq(invitations.email, email))).toBe(0)
    const [made] = await bring('staff', file)
    expect(made?.outcome).toBe('NEW')
    const [open] = await harness.db.select().from(invitations).where(eq(invitations.email, email))
    expect(open).toMatchObject({ companyId: fixture.company.id, gift: { role: 'BRANCH_MONITOR' } })
    expect(outcomes(await look('staff', file))).toEqual(['SAME', 'SAME'])
    expect(await harness.db.$count(invitations, eq(invitations.email, email))).toBe(1)
  })

  it('makes nobody a manager by a manager, and nobody of a branch without one', async () => {
    const rows = await look('staff', [
      { email: 'a@example.org', role: 'MANAGER' },
      { email: 'b@example.org', role: 'SUPERVISOR' },
      { email: 'no address', role: 'SUPERVISOR' },
    ])
    expect(outcomes(rows)).toEqual(['INVALID', 'INVALID', 'INVALID'])
    expect(rows.map(({ problems }) => problems)).toEqual([
      { row: 'You may not do this' },
      { branch: 'is required' },
      { email: 'is not a valid e-mail address' },
    ])
  })
})
