import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { alarmHistory, alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { auditLog } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { createBranch } from '@carewatch/migrations/factories'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../../testing/fixtures.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'

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
const at = (minute: number): Date => new Date(Date.UTC(2026, 6, 10, 2, minute))
const SHIFT = `from=${at(0).toISOString()}&to=${at(400).toISOString()}`
const read = async (as: Role = 'SUPERVISOR', query = SHIFT, of = fixture) =>
  harness.call('GET', `/duty/sheet?branch=${fixture.branch.uuid}&${query}`, { token: of.people[as].token })
const readOf = async (branch: string) =>
  (
    await harness.call('GET', `/duty/sheet?branch=${branch}&${SHIFT}`, {
      token: fixture.people.MANAGER.token,
    })
  ).context.sheet
const sheet = async () => (await read()).context.sheet
const over = { active: false, closedAt: at(30), acknowledgedAt: at(11), cause: 'HELPED' } as const
const set = (id: number, values: Partial<typeof alarms.$inferInsert>) =>
  harness.db.update(alarms).set(values).where(eq(alarms.id, id))

const sos = {
  kind: 'SOS',
  direction: 'NONE',
  category: 'OPERATIONAL',
  latched: true,
  severity: 'CRITICAL',
  metric: null,
  value: null,
} as const

/** The tasks of what the fixture raises are of another part of the sheet. */
const withoutTasks = () => harness.db.update(tasks).set({ status: 'DONE' })

describe('the sheet of a shift', () => {
  it('of a branch where nothing happened says how many live there', async () => {
    expect(await sheet()).toMatchObject({
      branch: { uuid: fixture.branch.uuid, name: fixture.branch.name },
      zone: 'Asia/Jerusalem',
      offsetMinutes: 180,
      from: at(0).toISOString(),
      to: at(400).toISOString(),
      people: [],
      others: 1,
      places: [],
      tasks: [],
      isCut: false,
    })
  })

  it('says of what is no longer as usual what had been, by day or by night', async () => {
    const changed = { kind: 'CHANGED', category: 'OPERATIONAL', severity: 'LOW', value: 71 } as const
    const { alarm } = await raiseAlarm(harness, fixture, { ...changed, openedAt: at(10) })
    await set(alarm.id, { usual: 58, byNight: true })
    await withoutTasks()
    const { people } = await sheet()
    const [incident] = people[0].incidents
    expect(incident).toMatchObject({
      kind: 'CHANGED',
      metric: 'heartRate',
      value: 71,
      usual: 58,
      byNight: true,
    })
    expect(alarmMessage('en', incident)).toBe('Heart rate by night: was 58, for 3 days it is 71')
  })

  it('has what happened to one person as one line: what, when, who took it, who came and what it was', async () => {
    const { db } = harness
    const { SUPERVISOR, MANAGER } = fixture.people
    const fall = await raiseAlarm(harness, fixture, {
      kind: 'FALL',
      direction: 'NONE',
      severity: 'CRITICAL',
      latched: true,
      metric: null,
      value: null,
      openedAt: at(12),
    })
    const pulse = await raiseAlarm(harness, fixture, { openedAt: at(10) })
    await set(pulse.alarm.id, { ...over, incidentId: fall.alarm.id, acknowledgedById: SUPERVISOR.id })
    await set(fall.alarm.id, { ...over, closedAt: at(40), acknowledgedById: SUPERVISOR.id })
    await withoutTasks()
    await db.insert(alarmReceipts).values({
      alarmId: fall.alarm.id,
      userId: MANAGER.id,
      run: 0,
      channel: 'IN_APP',
      shownAt: at(12),
      bedsideAt: at(14),
    })
    await db.insert(alarmHistory).values([
      { alarmId: fall.alarm.id, userId: MANAGER.id, step: 'COMMENTED', note: 'Sore knee, ice', at: at(20) },
      {
        alarmId: fall.alarm.id,
        userId: MANAGER.id,
        step: 'COMMENTED',
        note: 'Written long after',
        at: at(500),
      },
    ])
    const { people, others } = await sheet()
    expect([people.length, others]).toEqual([1, 0])
    expect(people[0]).toMatchObject({
      wearer: { uuid: fixture.wearer.uuid, name: 'Wilma' },
      away: null,
      incidents: [
        {
          uuid: fall.alarm.uuid,
          kind: 'FALL',
          alarms: 2,
          openedAt: at(12).toISOString(),
          closedAt: at(40).toISOString(),
          cause: 'HELPED',
          takenBy: 'Nora Nurse',
          came: { at: at(14).toISOString(), name: `${MANAGER.firstName} ${MANAGER.lastName}` },
        },
      ],
      devices: [],
      tasks: [],
      notes: [
        { at: at(20).toISOString(), by: `${MANAGER.firstName} ${MANAGER.lastName}`, note: 'Sore knee, ice' },
      ],
    })
  })

  it('says of a call for help that nobody answered it, whoever answered what came before it', async () => {
    const { id: acknowledgedById } = fixture.people.SUPERVISOR
    const pulse = await raiseAlarm(harness, fixture, { openedAt: at(10) })
    const call = await raiseAlarm(harness, fixture, { ...sos, openedAt: at(15), incidentId: pulse.alarm.id })
    const came = { userId: acknowledgedById, run: 0, channel: 'IN_APP' } as const
    await harness.db.insert(alarmReceipts).values({ ...came, alarmId: pulse.alarm.id, bedsideAt: at(12) })
    const incident = async () => (await sheet()).people[0].incidents[0]
    const nobody = { kind: 'SOS', openedAt: at(15).toISOString(), takenBy: null, takenAt: null, came: null }
    await set(pulse.alarm.id, { acknowledgedAt: at(11), acknowledgedById })
    expect(await incident()).toMatchObject({ ...nobody, cause: null, closedAt: null })
    await set(pulse.alarm.id, { ...over, cause: 'FALSE_ALARM' })
    expect(await incident()).toMatchObject({ ...nobody, cause: null, closedAt: null })
    await harness.db.insert(alarmReceipts).values({ ...came, alarmId: call.alarm.id, bedsideAt: at(17) })
    await set(call.alarm.id, { acknowledgedAt: at(16), acknowledgedById })
    expect(await incident()).toMatchObject({
      takenBy: 'Nora Nurse',
      takenAt: at(16).toISOString(),
      came: { at: at(17).toISOString() },
    })
  })

  it('and as long as less is open that nobody answered, nobody took it yet', async () => {
    const call = await raiseAlarm(harness, fixture, { ...sos, openedAt: at(15) })
    await raiseAlarm(harness, fixture, { openedAt: at(18), incidentId: call.alarm.id })
    await set(call.alarm.id, { ...over, acknowledgedById: fixture.people.SUPERVISOR.id })
    const [incident] = (await sheet()).people[0].incidents
    expect([incident.kind, incident.closedAt, incident.takenBy]).toEqual(['SOS', null, null])
  })

  it('has who came, moved, left or died in it, also where that is all there is', async () => {
    const { db } = harness
    const { company, branch, people, wearer } = fixture
    const before = new Date('2020-01-01Z')
    const lives = { companyId: company.id, branchId: branch.id, createdAt: before } as const
    const living = async (firstName: string, values: Partial<typeof wearers.$inferInsert>) => {
      const [made] = await db
        .insert(wearers)
        .values({ ...lives, firstName, ...values })
        .returning()
      return made?.uuid ?? ''
    }
    const change = (uuid: string, when: Date, fields: string[]) =>
      db.insert(auditLog).values({
        companyId: company.id,
        userId: people.MANAGER.id,
        at: when,
        action: 'updated',
        entity: 'wearer',
        entityUuid: uuid,
        detail: { fields },
      })
    await db.update(wearers).set({ createdAt: before }).where(eq(wearers.id, wearer.id))
    await change(await living('Dora', { status: 'DECEASED' }), at(100), ['status', 'roomId'])
    await change(await living('Levi', { status: 'LEFT' }), at(90), ['status'])
    await change(await living('Elsewhen', { status: 'LEFT' }), at(401), ['status'])
    const hospital = await living('Died after it, in hospital', { status: 'DECEASED' })
    await change(hospital, at(60), ['status'])
    await change(hospital, at(402), ['status'])
    const short = await living('Neva', { createdAt: at(5), status: 'LEFT' })
    await change(short, at(403), ['status'])
    await change(await living('Renamed', { status: 'LEFT' }), at(50), ['firstName'])
    await living('Newton', { createdAt: at(10) })
    await living('Written down when gone', { createdAt: at(10), status: 'LEFT' })
    await living('Mona', { placedAt: at(20) })
    await living('Bachir', { hereSince: at(30) })
    const { stays, people: withSomething, others } = await sheet()
    expect(
      stays.map(({ wearer: who, at: when, what }: { wearer: { name: string }; at: string; what: string }) => [
        who.name,
        when,
        what,
      ]),
    ).toEqual([
      ['Neva', at(5).toISOString(), 'NEW'],
      ['Newton', at(10).toISOString(), 'NEW'],
      ['Mona', at(20).toISOString(), 'MOVED'],
      ['Bachir', at(30).toISOString(), 'BACK'],
      ['Levi', at(90).toISOString(), 'LEFT'],
      ['Dora', at(100).toISOString(), 'DECEASED'],
    ])
    expect([withSomething, others]).toEqual([[], 4])
  })

  it('has what is open of before and what ended in the shift, and nothing of a former or a later one', async () => {
    const before = new Date(at(0).getTime() - 3_600_000)
    const open = await raiseAlarm(harness, fixture, {
      kind: 'SPO2',
      openedAt: new Date(at(0).getTime() - 30 * 86_400_000),
      snoozedUntil: new Date(Date.now() + 600_000),
    })
    const ended = await raiseAlarm(harness, fixture, { kind: 'TEMPERATURE', openedAt: before })
    const former = await raiseAlarm(harness, fixture, { kind: 'BLOOD_PRESSURE', openedAt: before })
    await raiseAlarm(harness, fixture, { kind: 'DETERIORATION', openedAt: at(401) })
    await set(ended.alarm.id, over)
    await set(former.alarm.id, { ...over, closedAt: at(-1) })
    await withoutTasks()
    const [person] = (await sheet()).people
    expect(
      person.incidents.map(({ kind, closedAt }: { kind: string; closedAt: string | null }) => [
        kind,
        closedAt,
      ]),
    ).toEqual([
      ['SPO2', null],
      ['TEMPERATURE', at(30).toISOString()],
    ])
    expect(person.incidents[0].snoozedUntil).toBe(open.alarm.snoozedUntil?.toISOString())
  })

  it('has what is open of who moved to the branch, whose watch is still another’s, and whose it was then', async () => {
    const { db } = harness
    await raiseAlarm(harness, fixture, { ...sos, openedAt: at(15) })
    const other = await createBranch(db, fixture.company.id)
    const before = await sheet()
    await db.update(wearers).set({ branchId: other.id }).where(eq(wearers.id, fixture.wearer.id))
    const after = await readOf(other.uuid)
    expect([after.others, after.people.length, after.people[0].incidents[0].kind]).toEqual([0, 1, 'SOS'])
    expect(after.people[0].tasks).toEqual(before.people[0].tasks)
    expect(after.people[0].tasks.length).toBeGreaterThan(0)
    expect((await read('MANAGER')).context.sheet.people).toMatchObject([{ incidents: [{ kind: 'SOS' }] }])
  })

  it('has watches that are silent or low, tasks left open and put off, and who is away', async () => {
    const { db } = harness
    const technical = {
      category: 'TECHNICAL',
      direction: 'NONE',
      severity: 'MEDIUM',
      metric: null,
      value: null,
    } as const
    await raiseAlarm(harness, fixture, { ...technical, kind: 'OFFLINE', openedAt: at(5) })
    const charged = await raiseAlarm(harness, fixture, { ...technical, kind: 'BATTERY', openedAt: at(6) })
    await set(charged.alarm.id, over)
    await withoutTasks()
    const here = {
      companyId: fixture.company.id,
      branchId: fixture.branch.id,
      monitoringType: 'TASK',
      severity: 'LOW',
    } as const
    await db.insert(tasks).values([
      {
        ...here,
        title: 'Weigh her',
        wearerId: fixture.wearer.id,
        deviceId: fixture.device.id,
        status: 'DEFERRED',
        deferredUntil: at(600),
        reason: 'She sleeps',
        dueAt: at(100),
      },
      { ...here, title: 'Order gloves', dueAt: at(90), createdById: fixture.people.SUPERVISOR.id },
      { ...here, title: 'Done already', status: 'DONE', dueAt: at(80) },
    ])
    await db
      .update(wearers)
      .set({ status: 'AWAY', awayReason: 'Hospital', awayUntil: at(9_000) })
      .where(eq(wearers.id, fixture.wearer.id))
    const { people, tasks: own } = await sheet()
    expect(people).toMatchObject([
      {
        away: { reason: 'Hospital', until: at(9_000).toISOString() },
        incidents: [],
        devices: [{ kind: 'OFFLINE' }],
        tasks: [
          {
            title: 'Weigh her',
            status: 'DEFERRED',
            reason: 'She sleeps',
            deferredUntil: at(600).toISOString(),
          },
        ],
      },
    ])
    expect(own).toMatchObject([{ title: 'Order gloves' }])
  })

  it('that is made late has no task of what began after its end', async () => {
    await raiseAlarm(harness, fixture, { ...sos, openedAt: at(401) })
    expect((await sheet()).people).toEqual([])
    const { alarm } = await raiseAlarm(harness, fixture, { ...sos, kind: 'FALL', openedAt: at(399) })
    expect((await sheet()).people).toMatchObject([
      { incidents: [{ uuid: alarm.uuid }], tasks: [{ kind: 'FALL' }] },
    ])
  })

  it('has when a watch was silent, and the outage of the night, though they are over', async () => {
    const technical = { direction: 'NONE', category: 'TECHNICAL', metric: null, value: null } as const
    const was = { openedAt: at(40), closedAt: at(220), active: false }
    await raiseAlarm(harness, fixture, { ...technical, ...was, kind: 'OFFLINE', severity: 'MEDIUM' })
    await raiseAlarm(harness, fixture, { ...technical, ...was, kind: 'OUTAGE', deviceId: null, value: 6 })
    await withoutTasks()
    const { people, places } = await sheet()
    const closedAt = at(220).toISOString()
    expect(people).toMatchObject([{ incidents: [], devices: [{ kind: 'OFFLINE', closedAt }] }])
    expect(places).toMatchObject([{ kind: 'OUTAGE', closedAt }])
  })

  it('of more than it holds has what is open and grave, then the newest', async () => {
    const old = await raiseAlarm(harness, fixture, { openedAt: at(10) })
    // unscoped: made in a test
    await harness.db
      .execute(sql`insert into ${alarms} (device_id, company_id, branch_id, wearer_id, kind, category, severity, active, late, closed_at, opened_at, last_at)
      select device_id, company_id, branch_id, wearer_id, 'UNKNOWN_ALARM', 'OPERATIONAL', 'LOW', false, true, opened_at, opened_at + n * interval '1 s', last_at
      from ${alarms} cross join generate_series(1, 1001) n where id = ${old.alarm.id}`)
    await raiseAlarm(harness, fixture, { ...sos, openedAt: at(300) })
    const { people, isCut } = await sheet()
    const kinds = people[0].incidents.map(({ kind }: { kind: string }) => kind)
    expect([isCut, kinds.length, kinds[0], kinds.at(-1)]).toEqual([true, 1_000, 'HEART_RATE', 'SOS'])
    // The oldest of what is over and no graver are left out.
    expect(Date.parse(people[0].incidents[1].openedAt)).toBe(at(10).getTime() + 4_000)
  })

  it('is the shift that ran an hour ago unless another time is asked for, of three days at most', async () => {
    const { from, to, madeAt } = (await read('SUPERVISOR', '')).context.sheet
    expect([Date.parse(to) - Date.parse(from) < 9 * 3_600_000, to]).toEqual([true, madeAt])
    expect((await read('SUPERVISOR', `from=${at(0).toISOString()}`)).status).toBe(400)
    expect((await read('SUPERVISOR', `from=${at(9).toISOString()}&to=${at(0).toISOString()}`)).status).toBe(
      400,
    )
  })

  it('is for the staff of that branch, and not found by another', async () => {
    const next = await createCompanyFixture(harness, fixture.company)
    const other = await createCompanyFixture(harness)
    expect((await read('SUPERVISOR', SHIFT, next)).status).toBe(404)
    expect((await read('MANAGER', SHIFT, other)).status).toBe(404)
    expect([(await read('MONITOR')).status, (await read('MANAGER', SHIFT, next)).status]).toEqual([200, 200])
    expect([(await read('OWNER')).status, (await read('RELATIVE')).status]).toEqual([403, 403])
  })
})
