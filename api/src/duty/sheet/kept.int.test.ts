import { alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { branchPapers } from '@carewatch/migrations/schema/branch-papers'
import { auditLog, branches } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import { SHEET_KEEP_DAYS } from '@carewatch/contracts/http/shift-sheet'
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../../testing/fixtures.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'
import { forgetOldSheets, keepDueSheets } from './follow-shifts.ts'
import { lastShift } from './shift.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const long = { timeZone: 'UTC', createdAt: new Date('2020-01-01Z') }
  await harness.db.update(branches).set(long).where(eq(branches.id, fixture.branch.id))
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const HOUR = 3_600_000
const ago = (ms: number): Date => new Date(Date.now() - ms)
const tokenOf = (as: Role, of = fixture) => ({ token: of.people[as].token })
const shift = () => lastShift(new Date(), 'UTC')
const rows = () =>
  harness.db
    .select()
    .from(branchPapers)
    .where(eq(branchPapers.branchId, fixture.branch.id))
    .orderBy(asc(branchPapers.toAt))
const keep = () => keepDueSheets(harness.db, new Date())
const list = async (as: Role = 'SUPERVISOR', of = fixture) =>
  harness.call('GET', `/duty/sheets?branch=${fixture.branch.uuid}`, tokenOf(as, of))
const read = async (uuid: string, as: Role = 'SUPERVISOR', of = fixture) =>
  harness.call('GET', `/duty/sheets/${uuid}`, tokenOf(as, of))
const check = (body: object, as: Role = 'SUPERVISOR', of = fixture) =>
  harness.call('POST', '/incident-files/check', { ...tokenOf(as, of), body })
const keptOne = async () => {
  await keep()
  const [row] = await rows()
  if (!row) throw new Error('None was kept.')
  return row
}
const inShift = () => new Date(shift().from.getTime() + HOUR)

describe('the sheet of a shift that is over', () => {
  it('is kept once, whoever makes it', async () => {
    await Promise.all([keep(), keep(), keep()])
    await keep()
    const { from, to } = shift()
    const kept = await rows()
    expect(kept).toMatchObject([{ kind: 'SHIFT_SHEET', fromAt: from, toAt: to, issuedById: null }])
    const traces = await harness.db
      .select({ userId: auditLog.userId, detail: auditLog.detail })
      .from(auditLog)
      .where(and(eq(auditLog.entityUuid, fixture.branch.uuid), eq(auditLog.action, 'exported')))
    const hash = kept[0]?.hash.toString('hex')
    expect(traces).toMatchObject([
      { userId: null, detail: { facts: 'shiftSheet', number: kept[0]?.number, hash } },
    ])
  })

  it('stays as it stood then', async () => {
    const { alarm } = await raiseAlarm(harness, fixture, { openedAt: inShift() })
    const { uuid, number } = await keptOne()
    await harness.db.update(tasks).set({ status: 'DONE' })
    await harness.db
      .update(alarms)
      .set({ closedAt: new Date(), active: false, acknowledgedAt: new Date(), cause: 'HELPED' })
      .where(eq(alarms.id, alarm.id))
    const { sheet, kept, issued } = (await read(uuid)).context
    expect(sheet.people).toMatchObject([
      { wearer: { uuid: fixture.wearer.uuid }, incidents: [{ uuid: alarm.uuid, closedAt: null }] },
    ])
    expect([kept.number, issued.number]).toEqual([number, number])
    const { from } = shift()
    const now = await harness.call(
      'GET',
      `/duty/sheet?branch=${fixture.branch.uuid}&from=${from.toISOString()}`,
      tokenOf('SUPERVISOR'),
    )
    expect(now.context.sheet.people[0].incidents[0].closedAt).not.toBeNull()
  })

  it('that was missed is made up for a day, and says that it is late', async () => {
    const first = await keptOne()
    const { to } = shift()
    await harness.db
      .update(branchPapers)
      .set({ toAt: new Date(to.getTime() - 72 * HOUR) })
      .where(eq(branchPapers.id, first.id))
    await keepDueSheets(harness.db, new Date(to.getTime() + 1))
    const made = (await rows()).slice(1)
    expect(made.map(({ toAt }) => (to.getTime() - toAt.getTime()) / HOUR)).toEqual([16, 8, 0])
    await harness.db
      .update(branchPapers)
      .set({ issuedAt: new Date(to.getTime() + 1_000) })
      .where(and(eq(branchPapers.branchId, fixture.branch.id), eq(branchPapers.toAt, to)))
    const { sheets } = (await list()).context
    expect(sheets.slice(0, 3).map(({ late }: { late: boolean }) => late)).toEqual([false, true, true])
  })

  it('is not made of a branch in which nobody lives, nor of an inactive one', async () => {
    await harness.db.update(wearers).set({ status: 'LEFT' }).where(eq(wearers.id, fixture.wearer.id))
    await keep()
    expect(await rows()).toEqual([])
    await harness.db.update(wearers).set({ status: 'ACTIVE' }).where(eq(wearers.id, fixture.wearer.id))
    await harness.db.update(branches).set({ isActive: false }).where(eq(branches.id, fixture.branch.id))
    await keep()
    expect(await rows()).toEqual([])
  })

  it('is found by the staff of its branch and above, and whoever it names was looked at', async () => {
    await raiseAlarm(harness, fixture, { openedAt: inShift() })
    const { uuid } = await keptOne()
    for (const role of [
      'ADMIN',
      'MANAGER',
      'SUPERVISOR',
      'MONITOR',
      'BRANCH_MONITOR',
      'COMPANY_MONITOR',
    ] as const)
      expect([role, (await read(uuid, role)).status]).toEqual([role, 200])
    for (const role of ['OWNER', 'RELATIVE', 'USER'] as const)
      expect([role, (await read(uuid, role)).status, (await list(role)).status]).toEqual([role, 403, 403])
    const other = await createCompanyFixture(harness)
    expect([(await read(uuid, 'MANAGER', other)).status, (await list('MANAGER', other)).status]).toEqual([
      404, 404,
    ])
    const next = await createCompanyFixture(harness, fixture.company)
    expect((await read(uuid, 'SUPERVISOR', next)).status).toBe(404)
    const looks = () =>
      harness.db.$count(
        auditLog,
        and(
          eq(auditLog.entityUuid, fixture.wearer.uuid),
          eq(auditLog.action, 'viewed'),
          eq(auditLog.userId, fixture.people.MONITOR.id),
        ),
      )
    await expect.poll(looks).toBe(1)
  })

  it('is known to the check by its number, found changed, and not to others', async () => {
    const { number, hash } = await keptOne()
    expect((await check({ number, hash: hash.toString('hex') })).context).toMatchObject({
      finding: 'UNCHANGED',
      issued: { issuedBy: null },
      pack: null,
      sheet: { branch: { uuid: fixture.branch.uuid } },
    })
    const next = await createCompanyFixture(harness, fixture.company)
    const others = [
      await check({ number }, 'MANAGER', await createCompanyFixture(harness)),
      await check({ number }, 'SUPERVISOR', next),
      await check({ number }, 'OWNER'),
    ]
    expect(others.map(({ status }) => status)).toEqual([404, 404, 404])
    await harness.db
      .update(branchPapers)
      .set({ content: sql`replace(content, '"others":1', '"others":2')` })
      .where(eq(branchPapers.number, number))
    expect((await check({ number })).context).toMatchObject({ finding: 'NOT_AS_ISSUED', sheet: null })
  })

  it('has nothing of whoever was erased, and all of the others', async () => {
    const { db } = harness
    await db.update(wearers).set({ firstName: 'Zipporah' }).where(eq(wearers.id, fixture.wearer.id))
    await raiseAlarm(harness, fixture, { openedAt: inShift() })
    await db.insert(wearers).values({
      firstName: 'Olga',
      companyId: fixture.company.id,
      branchId: fixture.branch.id,
      status: 'AWAY',
      awayReason: 'Hospital',
    })
    const { uuid, number, content } = await keptOne()
    expect(content).toContain('Zipporah')
    const erased = await harness.call('POST', `/wearers/erase/${fixture.wearer.uuid}`, tokenOf('ADMIN'))
    expect(erased.status).toBe(200)
    const [row] = await rows()
    expect(row?.content).not.toContain('Zipporah')
    expect(row?.content).not.toContain(fixture.wearer.uuid)
    const { kept, sheet } = (await read(uuid)).context
    expect([
      kept.redacted,
      sheet.people.map(({ wearer }: { wearer: { name: string } }) => wearer.name),
    ]).toEqual([true, ['Olga']])
    expect((await check({ number })).context).toMatchObject({ finding: 'REDACTED', sheet: null })
  })

  it('is forgotten after its days, and no pack of a month with it', async () => {
    const { id } = await keptOne()
    const toAt = ago((SHEET_KEEP_DAYS - 1) * 24 * HOUR)
    const set = (values: Partial<typeof branchPapers.$inferInsert>) =>
      harness.db.update(branchPapers).set(values).where(eq(branchPapers.id, id))
    await set({ toAt })
    await forgetOldSheets(harness.db)
    expect((await rows()).length).toBe(1)
    await set({ toAt: ago((SHEET_KEEP_DAYS + 1) * 24 * HOUR), kind: 'MONTHLY_PACK' })
    await forgetOldSheets(harness.db)
    expect((await rows()).length).toBe(1)
    await set({ kind: 'SHIFT_SHEET' })
    await forgetOldSheets(harness.db)
    expect(await rows()).toEqual([])
  })
})
