import { alarmHistory, alarms, deliveries, tasks } from '@carewatch/migrations/schema/alarms'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { createBranch } from '@carewatch/migrations/factories'
import { auditLog, branches, users } from '@carewatch/migrations/schema/people'
import { devices } from '@carewatch/migrations/schema/devices'
import { alarmReceipts } from '@carewatch/migrations/schema/receipts'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { MonthlyPack, PACK_MOST } from '@carewatch/contracts/http/monthly-packs'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDevice, createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'
import type { Caller } from '../access/viewer.ts'
import { keepPaper } from '../papers/keep.ts'
import { inOneMoment } from '../papers/one-moment.ts'
import { textOf } from '../papers/seal.ts'
import { composePack } from './compose.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const { db } = harness
  await db.update(branches).set({ timeZone: 'UTC' }).where(eq(branches.id, fixture.branch.id))
  const lain = { firstName: 'Wilma', lastName: 'Levi', roomId: fixture.room.id, bed: '2' }
  await db.update(wearers).set(lain).where(eq(wearers.id, fixture.wearer.id))
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
type Values = Partial<typeof alarms.$inferInsert>
const MONTH = '2026-07'
const at = (day: number, second = 0): Date => new Date(Date.UTC(2026, 6, day, 10, 0, second))
const tokenOf = (as: Role, of = fixture) => ({ token: of.people[as].token })
const read = (query = '', as: Role = 'MANAGER', of = fixture) =>
  harness.call(
    'GET',
    `/inspection/pack?branch=${fixture.branch.uuid}&month=${MONTH}${query}`,
    tokenOf(as, of),
  )
const pack = async (query = '') => (await read(query)).context.pack
const issue = (body: object = {}, as: Role = 'MANAGER') =>
  harness.call('POST', '/inspection/pack', {
    ...tokenOf(as),
    body: { branch: fixture.branch.uuid, month: MONTH, ...body },
  })
const check = (body: object, as: Role = 'MANAGER', of = fixture) =>
  harness.call('POST', '/incident-files/check', { ...tokenOf(as, of), body })

const sos = {
  kind: 'SOS',
  direction: 'NONE',
  category: 'OPERATIONAL',
  latched: true,
  severity: 'CRITICAL',
  metric: null,
  value: null,
} as const
const technical = { direction: 'NONE', category: 'TECHNICAL', metric: null, value: null } as const
const raise = async (values: Values) => {
  const { alarm, task } = await raiseAlarm(harness, fixture, values)
  await harness.db.update(tasks).set({ status: 'DONE' }).where(eq(tasks.id, task.id))
  return alarm
}

/** A call for help that was answered after half a minute, with somebody at the bedside after one. */
async function answeredCall() {
  const { SUPERVISOR, MANAGER } = fixture.people
  const alarm = await raise({
    ...sos,
    openedAt: at(3),
    acknowledgedAt: at(3, 30),
    acknowledgedById: SUPERVISOR.id,
    closedAt: at(3, 300),
    active: false,
    cause: 'HELPED',
  })
  const message = { alarmId: alarm.id, userId: SUPERVISOR.id, channel: 'SMS', state: 'SENT' } as const
  await harness.db.insert(deliveries).values({ ...message, createdAt: at(3, 2) })
  const receipt = { alarmId: alarm.id, run: 0, channel: 'IN_APP' } as const
  await harness.db.insert(alarmReceipts).values([
    { ...receipt, userId: SUPERVISOR.id, shownAt: at(3, 4), seenAt: at(3, 9) },
    { ...receipt, userId: MANAGER.id, bedsideAt: at(3, 60) },
  ])
  return alarm
}

describe('the pack of a month', () => {
  it('has each call with who answered and who came, by initials and room', async () => {
    const alarm = await answeredCall()
    const { issued } = (
      await harness.call('POST', `/incidents/${alarm.uuid}/file`, { ...tokenOf('SUPERVISOR'), body: {} })
    ).context
    const { calls, all, isOpen, names, residents, watches } = await pack()
    const { firstName, lastName } = fixture.people.MANAGER
    expect(calls).toMatchObject([
      {
        uuid: alarm.uuid,
        kind: 'SOS',
        notified: 2,
        seen: 9,
        answered: 30,
        answeredBy: 'Nora Nurse',
        bedside: 60,
        bedsideBy: `${firstName} ${lastName}`,
        cause: 'HELPED',
        tasks: { done: 1, all: 1 },
        file: issued.number,
        person: {
          uuid: fixture.wearer.uuid,
          initials: 'W.L.',
          name: null,
          room: fixture.room.name,
          bed: '2',
        },
      },
    ])
    expect({ calls: all.calls, isOpen, names, residents, watches }).toEqual({
      calls: 1,
      isOpen: false,
      names: false,
      residents: { present: 1, away: 0, wore: 1 },
      watches: 1,
    })
  })

  it('says what the figures say of the same branch and time, and what the database counts', async () => {
    await answeredCall()
    await raise({ openedAt: at(5), cause: 'FALSE_ALARM', closedAt: at(5, 90), active: false })
    await raise({ openedAt: at(31), cause: 'TEST', closedAt: at(31, 50), active: false })
    await raise({ ...technical, kind: 'BATTERY', severity: 'LOW', openedAt: at(6) })
    await raise({ openedAt: at(7), rehearsal: true, closedAt: at(7, 5), active: false })
    await raise({
      kind: 'SPO2',
      openedAt: new Date('2026-06-30T23:59:59.999Z'),
      closedAt: at(1),
      active: false,
    })
    await raise({ kind: 'TEMPERATURE', openedAt: new Date('2026-08-01Z') })
    const made = await pack()
    const query = `from=${made.from}&to=${made.to}&branch=${fixture.branch.uuid}`
    const figures = (await harness.call('GET', `/alarms/figures?${query}`, tokenOf('MANAGER'))).context
    expect({
      alarms: made.alarms,
      watches: made.watches,
      answering: made.answering,
    }).toEqual({ alarms: figures.alarms, watches: figures.devices, answering: figures.overall })
    expect(made.shifts).toEqual(
      figures.shifts.map(({ branch: _branch, ...row }: Record<string, unknown>) => row),
    )
    const { rows } = await harness.db.execute(sql`
      select kind, severity, count(*)::int as alarms from alarms where branch_id = ${fixture.branch.id} and not rehearsal
        and opened_at >= '2026-07-01Z' and opened_at < '2026-08-01Z' group by 1, 2 order by 1`)
    const byKind = made.kinds.toSorted((one: { kind: string }, other: { kind: string }) =>
      one.kind < other.kind ? -1 : 1,
    )
    expect(byKind).toMatchObject(rows)
    expect({
      alarms: made.alarms,
      incidents: made.incidents,
      tests: made.tests,
      rehearsals: made.rehearsals,
    }).toEqual({ alarms: 4, incidents: 4, tests: 1, rehearsals: 1 })
    expect(byKind.find(({ kind }: { kind: string }) => kind === 'HEART_RATE').causes).toEqual([
      { cause: 'FALSE_ALARM', n: 1 },
      { cause: 'TEST', n: 1 },
    ])
  })

  it('has what nobody answered and what reached nobody, and not what a relative answered', async () => {
    const { db } = harness
    const alone = await raise({ ...sos, openedAt: at(8) })
    const byRelative = await raise({ ...sos, kind: 'FALL', openedAt: at(9), acknowledgedAt: at(9, 40) })
    await db.insert(alarmHistory).values({
      alarmId: byRelative.id,
      relativeId: 7,
      step: 'ACKNOWLEDGED',
      at: at(9, 40),
    })
    const written = { userId: fixture.people.MANAGER.id, alarmId: alone.id } as const
    await db.insert(deliveries).values([
      { ...written, channel: 'IN_APP', state: 'DELIVERED' },
      { ...written, channel: 'SMS', state: 'FAILED' },
    ])
    const one = await pack()
    expect(one.unanswered.map(({ uuid }: { uuid: string }) => uuid)).toEqual([alone.uuid])
    expect(one.unreached.map(({ uuid }: { uuid: string }) => uuid)).toEqual([alone.uuid])
    expect(one.calls).toMatchObject([
      { uuid: alone.uuid, answered: null, answeredByRelative: false },
      { uuid: byRelative.uuid, answered: null, answeredByRelative: true },
    ])
    await db.insert(alarmReceipts).values({
      ...written,
      run: 0,
      channel: 'IN_APP',
      shownAt: at(8, 3),
    })
    expect((await pack()).unreached).toEqual([])
  })

  it('counts as unanswered what rose after a relative’s answer, and not what the watch took back', async () => {
    const { db } = harness
    const rose = await raise({ kind: 'HEART_RATE', severity: 'CRITICAL', openedAt: at(9) })
    const over = {
      acknowledgedAt: at(8, 9),
      closedAt: at(8, 9),
      active: false,
      cause: 'FALSE_ALARM',
    } as const
    const fall = await raise({ ...sos, ...over, kind: 'FALL', openedAt: at(8) })
    await db.insert(alarmHistory).values([
      { alarmId: rose.id, relativeId: 7, step: 'ACKNOWLEDGED', at: at(9, 40) },
      { alarmId: fall.id, step: 'CANCELLED', at: at(8, 9) },
    ])
    const { unanswered, calls } = await pack()
    expect(unanswered.map(({ uuid }: { uuid: string }) => uuid)).toEqual([rose.uuid])
    expect(calls).toMatchObject([{ uuid: fall.uuid, answered: null, takenBack: true }])
  })

  it('keeps the changes of a watch that is another branch’s by now, and has those of a usual day', async () => {
    const { db } = harness
    const { device, company, people, branch } = fixture
    const body = { deviceUUID: device.uuid, heartRateHigh: 120 }
    const set = await harness.call('POST', '/devices/configure', { ...tokenOf('MANAGER'), body })
    expect(set.status).toBe(200)
    const change = { companyId: company.id, userId: people.MANAGER.id, action: 'updated' } as const
    const routine = { detail: { fields: ['routine'] }, entity: 'branch', entityUuid: branch.uuid } as const
    await db.insert(auditLog).values({ ...change, ...routine })
    const other = await createBranch(db, company.id)
    await db.update(devices).set({ branchId: other.id }).where(eq(devices.id, device.id))
    const month = new Date().toISOString().slice(0, 7)
    const changesOf = async (uuid: string) => {
      const path = `/inspection/pack?branch=${uuid}&month=${month}`
      const { changes } = (await harness.call('GET', path, tokenOf('MANAGER'))).context.pack
      return changes.map(({ fields }: { fields: string[] }) => fields)
    }
    expect(await changesOf(branch.uuid)).toEqual([['limits'], ['routine']])
    expect(await changesOf(other.uuid)).toEqual([])
  })

  it('says that nobody was told of a call whose only message failed, and when a screen showed it', async () => {
    const { db } = harness
    const alarm = await raise({ ...sos, openedAt: at(8) })
    const of = { alarmId: alarm.id, userId: fixture.people.MANAGER.id } as const
    await db.insert(deliveries).values({ ...of, channel: 'SMS', state: 'FAILED', createdAt: at(8, 1) })
    const failed = await pack()
    expect([failed.calls[0].notified, failed.answering.cases.notified]).toEqual([null, 0])
    await db.insert(alarmReceipts).values({ ...of, run: 0, channel: 'IN_APP', shownAt: at(8, 7) })
    const shown = await pack()
    expect([shown.calls[0].notified, shown.answering.cases.notified]).toEqual([7, 1])
  })

  it('has an outage that reached nobody, and none of its parts', async () => {
    const silent = { ...technical, severity: 'HIGH', openedAt: at(4) } as const
    const outage = await raise({ ...silent, kind: 'OUTAGE', value: 6, deviceId: null })
    await raise({ ...silent, kind: 'OFFLINE', incidentId: outage.id })
    expect((await pack()).unreached.map(({ uuid }: { uuid: string }) => uuid)).toEqual([outage.uuid])
  })

  it('has the silences of this month whenever they began, and no part of an outage beside it', async () => {
    const { gateway } = fixture
    const june = new Date('2026-06-20Z')
    const outage = await raise({
      ...technical,
      kind: 'OUTAGE',
      severity: 'HIGH',
      value: 6,
      deviceId: null,
      openedAt: june,
      clearedAt: at(2),
    })
    await raise({
      ...technical,
      kind: 'OFFLINE',
      severity: 'MEDIUM',
      openedAt: june,
      clearedAt: at(2),
      incidentId: outage.id,
    })
    await raise({
      ...technical,
      kind: 'GATEWAY_OFFLINE',
      severity: 'MEDIUM',
      deviceId: null,
      gatewayId: gateway.id,
      openedAt: at(4),
    })
    await raise({
      ...technical,
      kind: 'OFFLINE',
      severity: 'MEDIUM',
      openedAt: new Date('2026-06-01Z'),
      clearedAt: june,
      active: false,
      closedAt: june,
    })
    const unworn = await addDevice(harness, fixture)
    const forgotten = { ...technical, kind: 'OFFLINE', severity: 'MEDIUM', deviceId: unworn.id } as const
    await raise({ ...forgotten, openedAt: at(20), clearedAt: at(21) })
    const { silences, all } = await pack()
    expect(silences).toMatchObject([
      { kind: 'GATEWAY_OFFLINE', from: at(4).toISOString(), to: null, place: gateway.name, person: null },
      { kind: 'OUTAGE', watches: 6, to: at(2).toISOString(), place: fixture.branch.name },
      { kind: 'OFFLINE', to: at(21).toISOString(), place: unworn.name, person: null },
    ])
    expect(all.silences).toBe(3)
  })

  it('has who changed limits and chains, and how many looked and were erased', async () => {
    const { db } = harness
    const { device, company, branch, wearer, people } = fixture
    const change = { companyId: company.id, userId: people.MANAGER.id, at: at(10) } as const
    const fields = ['escalation.EMERGENCY', 'name']
    await db.insert(auditLog).values([
      {
        ...change,
        action: 'configured',
        entity: 'device',
        entityUuid: device.uuid,
        detail: { fields: ['limits', 'stepsTarget'] },
      },
      {
        ...change,
        action: 'configured',
        entity: 'device',
        entityUuid: device.uuid,
        detail: { fields: ['stepsTarget'] },
      },
      {
        ...change,
        at: at(11),
        action: 'updated',
        entity: 'branch',
        entityUuid: branch.uuid,
        detail: { fields },
      },
      {
        ...change,
        at: at(12),
        action: 'updated',
        entity: 'company',
        entityUuid: company.uuid,
        detail: { fields: ['limits'] },
      },
      {
        ...change,
        at: at(13),
        action: 'statusChanged',
        entity: 'branch',
        entityUuid: branch.uuid,
        detail: { isActive: true },
      },
      { ...change, action: 'viewed', entity: 'wearer', entityUuid: wearer.uuid },
      {
        ...change,
        action: 'located',
        entity: 'wearer',
        entityUuid: wearer.uuid,
        at: new Date('2026-08-01Z'),
      },
    ])
    const gone = { companyId: company.id, branchId: branch.id, firstName: '', erasedAt: at(14) }
    await db.insert(wearers).values(gone)
    const { changes, looks, erased } = await pack()
    const by = `${people.MANAGER.firstName} ${people.MANAGER.lastName}`
    expect(changes).toMatchObject([
      { at: at(10).toISOString(), by, of: 'device', person: { initials: 'W.L.' }, fields: ['limits'] },
      { of: 'branch', person: null, fields: ['escalation.EMERGENCY'] },
      { of: 'company', fields: ['limits'] },
    ])
    expect({ looks, erased }).toEqual({ looks: { traces: 1, people: 1 }, erased: 1 })
  })

  it('of the month that runs is until now and says so, and of one to come there is none', async () => {
    const month = (date: Date) => date.toISOString().slice(0, 7)
    const of = (date: Date) =>
      harness.call(
        'GET',
        `/inspection/pack?branch=${fixture.branch.uuid}&month=${month(date)}`,
        tokenOf('MANAGER'),
      )
    const now = new Date()
    const { pack: running } = (await of(now)).context
    expect([running.isOpen, running.to]).toEqual([true, running.madeAt])
    const next = await of(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2)))
    expect([next.status, next.context]).toEqual([400, { errors: { month: 'is not valid' } }])
  })
})

describe('whose pack it is', () => {
  it('is managers and administrators, of their own house', async () => {
    const statuses = async (as: Role, of = fixture) => (await read('', as, of)).status
    expect(await statuses('ADMIN')).toBe(200)
    for (const role of ['SUPERVISOR', 'MONITOR', 'COMPANY_MONITOR', 'OWNER', 'RELATIVE', 'USER'] as const)
      expect([role, await statuses(role)]).toEqual([role, 403])
    expect(await statuses('MANAGER', await createCompanyFixture(harness))).toBe(404)
  })

  it('names people where it is asked for, and that is written down', async () => {
    await raise({ ...sos, openedAt: at(8) })
    const { calls } = await pack('&names=true')
    expect(calls[0].person.name).toBe('Wilma Levi')
    const isWritten = (entity: string, uuid: string) =>
      harness.db
        .select({ detail: auditLog.detail })
        .from(auditLog)
        .where(and(eq(auditLog.entity, entity), eq(auditLog.entityUuid, uuid), eq(auditLog.action, 'viewed')))
    expect(await isWritten('branch', fixture.branch.uuid)).toEqual([
      { detail: { facts: 'monthlyPack', month: MONTH, names: true } },
    ])
    await expect.poll(() => isWritten('wearer', fixture.wearer.uuid)).toEqual([{ detail: null }])
  })
})

describe('an issued pack', () => {
  it('is known by its number, found changed by one byte, and not found by others', async () => {
    await answeredCall()
    const { pack: made, issued } = (await issue()).context
    expect((await read()).context.issued).toEqual([issued])
    const { number, hash } = issued
    expect((await check({ number, hash })).context).toMatchObject({
      finding: 'UNCHANGED',
      incidentUuid: null,
      file: null,
      pack: made,
      zone: 'UTC',
    })
    expect((await check({ number, hash: '0'.repeat(64) })).context.finding).toBe('NOT_AS_ISSUED')
    expect((await check({ number }, 'SUPERVISOR')).status).toBe(404)
    expect((await check({ number }, 'OWNER')).status).toBe(404)
    expect((await check({ number }, 'MANAGER', await createCompanyFixture(harness))).status).toBe(404)
    const changed = sql`replace(content, '"alarms":1', '"alarms":2')`
    await harness.db.update(branchPapers).set({ content: changed }).where(eq(branchPapers.number, number))
    expect((await check({ number })).context).toMatchObject({ finding: 'NOT_AS_ISSUED', pack: null })
  })

  it('of a branch that was closed is known to who sees the whole house', async () => {
    const { number, hash } = (await issue()).context.issued
    await harness.db.update(branches).set({ deletedAt: new Date() }).where(eq(branches.id, fixture.branch.id))
    expect((await check({ number, hash })).context.finding).toBe('UNCHANGED')
    const other = await createCompanyFixture(harness)
    expect((await check({ number, hash }, 'MANAGER', other)).status).toBe(404)
  })

  it('is not as issued where its hash was exchanged with it: the audit log has the other', async () => {
    const { number } = (await issue()).context.issued
    await harness.db
      .update(branchPapers)
      .set({ content: '{}', hash: sql`sha256('{}'::bytea)` })
      .where(eq(branchPapers.number, number))
    expect((await check({ number })).context.finding).toBe('NOT_AS_ISSUED')
  })

  it('has nothing of whoever was erased, and all of the others', async () => {
    const { SUPERVISOR } = fixture.people
    const ofOneName = { firstName: 'Xanthippe', lastName: '' }
    await harness.db.update(users).set(ofOneName).where(eq(users.id, SUPERVISOR.id))
    await answeredCall()
    const { number } = (await issue({ names: true })).context.issued
    const content = async () => {
      const [row] = await harness.db.select().from(branchPapers).where(eq(branchPapers.number, number))
      return row?.content ?? ''
    }
    expect(await content()).toContain('Wilma Levi')
    const erased = await harness.call('POST', `/wearers/erase/${fixture.wearer.uuid}`, tokenOf('ADMIN'))
    expect(erased.status).toBe(200)
    const left = await content()
    for (const gone of ['Wilma', 'W.L.', fixture.wearer.uuid]) expect(left).not.toContain(gone)
    expect(left).toContain('Xanthippe')
    expect((await check({ number })).context).toMatchObject({ finding: 'REDACTED', pack: null })
    const nurse = await harness.call('POST', `/admin/user/erase/${SUPERVISOR.uuid}`, tokenOf('ADMIN'))
    expect([nurse.status, (await content()).includes('Xanthippe')]).toEqual([200, false])
  })
})

describe('an issued pack of which somebody is erased', () => {
  const contentOf = async (number: string) => {
    const [row] = await harness.db.select().from(branchPapers).where(eq(branchPapers.number, number))
    return `${row?.content} ${row?.userNames.join()}`
  }

  it('has neither the name of their watch nor how they were called before', async () => {
    const { db } = harness
    const { SUPERVISOR } = fixture.people
    const unworn = await addDevice(harness, fixture)
    await db.update(devices).set({ name: "Wilma's watch" }).where(eq(devices.id, unworn.id))
    const silent = { ...technical, kind: 'OFFLINE', severity: 'MEDIUM', deviceId: unworn.id } as const
    await raise({ ...silent, openedAt: at(20), clearedAt: at(21) })
    await answeredCall()
    const { number } = (await issue({ names: true })).context.issued
    await db.update(users).set({ lastName: 'Married' }).where(eq(users.id, SUPERVISOR.id))
    await db.update(wearers).set({ firstName: 'Helen' }).where(eq(wearers.id, fixture.wearer.id))
    const before = await contentOf(number)
    for (const name of ['Nora Nurse', "Wilma's watch"]) expect(before).toContain(name)
    for (const path of [`/wearers/erase/${fixture.wearer.uuid}`, `/admin/user/erase/${SUPERVISOR.uuid}`])
      expect((await harness.call('POST', path, tokenOf('ADMIN'))).status).toBe(200)
    const after = await contentOf(number)
    for (const name of ['Nora', 'Wilma']) expect(after).not.toContain(name)
    expect(after).toContain("…'s watch")
  })

  it('of a namesake stays as it was', async () => {
    const { db } = harness
    const next = await createCompanyFixture(harness, fixture.company)
    const namesake = { firstName: 'Wilma', lastName: 'Levi' }
    await db.update(wearers).set(namesake).where(eq(wearers.id, next.wearer.id))
    await answeredCall()
    const { number } = (await issue({ names: true })).context.issued
    const erased = await harness.call('POST', `/wearers/erase/${next.wearer.uuid}`, tokenOf('ADMIN'))
    expect([erased.status, (await check({ number })).context.finding]).toEqual([200, 'UNCHANGED'])
  })
})

describe('who is erased while a pack is made', () => {
  it.each(['wearer', 'account'] as const)('is not in it: the %s', async (who) => {
    const { db } = harness
    const { people, wearer, branch } = fixture
    await db.update(users).set({ firstName: 'Xanthippe' }).where(eq(users.id, people.SUPERVISOR.id))
    await answeredCall()
    const [manager] = await db.select().from(users).where(eq(users.id, people.MANAGER.id))
    if (!manager) throw new Error('There is a manager.')
    const caller = { ...people.MANAGER, ...manager, userType: 'WATCH', address: '' } as unknown as Caller
    const path = {
      wearer: `/wearers/erase/${wearer.uuid}`,
      account: `/admin/user/erase/${people.SUPERVISOR.uuid}`,
    }[who]
    const statuses: number[] = []
    const number = await inOneMoment(db, async (tx) => {
      const made = await composePack(tx, caller, { branch: branch.uuid, month: MONTH, names: true })
      if (statuses.length === 0) statuses.push((await harness.call('POST', path, tokenOf('ADMIN'))).status)
      const { from, to, isOpen, madeAt } = made.pack
      const content = textOf(MonthlyPack, made.pack)
      const kept = { kind: 'MONTHLY_PACK', ...made, from, to, isOpen, madeAt, content, detail: {} } as const
      return (await keepPaper(tx, caller, kept))?.number ?? ''
    })
    const [row] = await db.select().from(branchPapers).where(eq(branchPapers.number, number))
    const gone = { wearer: 'Wilma', account: 'Xanthippe' }[who]
    expect([statuses, row?.content.includes(gone)]).toEqual([[200], false])
  })
})

it('of ten thousand alarms is bounded, and says how many there are', async () => {
  const { db } = harness
  const { device, company, branch, wearer } = fixture
  // Without what makes incidents of them, row by row: that is not what is measured.
  await db.transaction(async (tx) => {
    await tx.execute(sql`alter table alarms disable trigger user`)
    await tx.execute(sql`
    insert into alarms (device_id, wearer_id, company_id, branch_id, kind, direction, category, severity, opened_at, last_at, closed_at, active, cause)
    select ${device.id}, ${wearer.id}, ${company.id}, ${branch.id}, case when n % 2 = 0 then 'SOS' else 'SPO2' end, 'NONE', 'OPERATIONAL', 'CRITICAL',
      '2026-07-02Z'::timestamptz + n * interval '2 min', '2026-07-02Z'::timestamptz + n * interval '2 min',
      '2026-07-02Z'::timestamptz + n * interval '2 min' + interval '1 min', false, 'HELPED'
    from generate_series(1, 10000) n`)
    await tx.execute(sql`alter table alarms enable trigger user`)
  })
  const { text, status } = await harness.exchange(
    'GET',
    `/inspection/pack?branch=${branch.uuid}&month=${MONTH}`,
    tokenOf('MANAGER'),
  )
  expect(status).toBe(200)
  expect(text.length).toBeLessThan(1_000_000)
  const { pack: made } = JSON.parse(text).context
  expect([
    made.alarms,
    made.all.calls,
    made.calls.length,
    made.all.unanswered,
    made.unanswered.length,
  ]).toEqual([10_000, 5_000, PACK_MOST.calls, 10_000, PACK_MOST.unanswered])
})
