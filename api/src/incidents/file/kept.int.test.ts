import { alarmHistory, alarms } from '@carewatch/migrations/schema/alarms'
import { devices } from '@carewatch/migrations/schema/devices'
import { incidentFiles } from '@carewatch/migrations/schema/incident-files'
import { auditLog, branches } from '@carewatch/migrations/schema/people'
import { wearerCare, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, sql } from 'drizzle-orm'
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
const at = (minute: number): Date => new Date(Date.UTC(2026, 6, 10, 21, minute))
const tokenOf = (as: Role, of = fixture) => ({ token: of.people[as].token })
const read = async (uuid: string, as: Role = 'SUPERVISOR') =>
  harness.call('GET', `/incidents/${uuid}/file`, tokenOf(as))
const issue = async (uuid: string, as: Role = 'SUPERVISOR') =>
  (await harness.call('POST', `/incidents/${uuid}/file`, tokenOf(as))).context.issued
const check = (number: string, as: Role = 'SUPERVISOR') =>
  harness.call('POST', '/incident-files/check', { ...tokenOf(as), body: { number } })
const erase = (path: string) => harness.call('POST', path, tokenOf('ADMIN'))
const kept = async (number: string) => {
  const [row] = await harness.db.select().from(incidentFiles).where(eq(incidentFiles.number, number))
  return row
}
const sos = {
  kind: 'SOS',
  direction: 'NONE',
  category: 'OPERATIONAL',
  latched: true,
  severity: 'CRITICAL',
  metric: null,
  value: null,
} as const
const technical = { direction: 'NONE', category: 'TECHNICAL', metric: null } as const

/** A gateway's silence in which this person's watch is silent too. */
async function raiseOutage() {
  const outage = { ...technical, kind: 'OUTAGE', value: 6, deviceId: null, openedAt: at(40) } as const
  const { alarm } = await raiseAlarm(harness, fixture, outage)
  const silent = { ...technical, kind: 'OFFLINE', severity: 'MEDIUM', value: null, openedAt: at(40) } as const
  const { alarm: part } = await raiseAlarm(harness, fixture, { ...silent, incidentId: alarm.id })
  return { outage: alarm, part }
}

const comment = (alarmId: number, userId: number) =>
  harness.db.insert(alarmHistory).values({ alarmId, userId, step: 'COMMENTED', note: 'here', at: at(48) })
const staff = (role: 'SUPERVISOR' | 'MONITOR', name: { firstName: string; lastName: string }) =>
  harness.person(role, { companyId: fixture.company.id, branchId: fixture.branch.id, ...name })

it('waits for who is being changed, and names them as they are after it', async () => {
  const { db } = harness
  const { alarm } = await raiseAlarm(harness, fixture, { ...sos, openedAt: at(45) })
  const isWaiting = async () => {
    const { rows } = await db.execute(
      sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%for share%'`,
    )
    return rows.length
  }
  const issuing = await db.transaction(async (tx) => {
    await tx.update(wearers).set({ firstName: 'Zuleika' }).where(eq(wearers.id, fixture.wearer.id))
    const issued = issue(alarm.uuid)
    await expect.poll(isWaiting).toBe(1)
    return { issued }
  })
  const { number } = await issuing.issued
  expect((await kept(number))?.content).toContain('Zuleika')
})

describe('the issued file of an incident of many people', () => {
  it('leaves a trace on each of them', async () => {
    const { outage } = await raiseOutage()
    await read(outage.uuid)
    const { number } = await issue(outage.uuid)
    await check(number)
    const traces = await harness.db
      .select()
      .from(auditLog)
      .where(eq(auditLog.entityUuid, fixture.wearer.uuid))
      .orderBy(auditLog.id)
    expect(traces.map(({ action, detail }) => [action, detail?.['facts']])).toEqual([
      ['viewed', 'incidentFile'],
      ['exported', 'incidentFile'],
      ['viewed', 'incidentFile'],
    ])
    expect((await check(number)).context.finding).toBe('UNCHANGED')
  })

  it('is forgotten with any of them, whatever they are called', async () => {
    await harness.db
      .update(wearers)
      .set({ firstName: 'Zipporah', roomId: fixture.room.id, bed: 'bed-77' })
      .where(eq(wearers.id, fixture.wearer.id))
    const { outage } = await raiseOutage()
    const { number } = await issue(outage.uuid)
    expect((await kept(number))?.content).toContain('Zipporah')
    expect((await erase(`/wearers/erase/${fixture.wearer.uuid}`)).status).toBe(200)
    const row = await kept(number)
    expect([row?.content, row?.redactedAt]).toEqual([null, expect.any(Date)])
    expect((await check(number)).context.finding).toBe('REDACTED')
  })
})

describe('an issued file', () => {
  it('has nothing of a nurse of one name who was erased', async () => {
    const { alarm } = await raiseAlarm(harness, fixture, { ...sos, openedAt: at(45) })
    const nurse = await staff('SUPERVISOR', { firstName: 'Xanthippe', lastName: '' })
    await comment(alarm.id, nurse.id)
    const { number } = await issue(alarm.uuid)
    expect((await kept(number))?.content).toContain('Xanthippe')
    expect((await erase(`/admin/user/erase/${nurse.uuid}`)).status).toBe(200)
    expect((await kept(number))?.content).not.toContain('Xanthippe')
  })

  it('is as it was when a namesake of another house is erased', async () => {
    const name = { firstName: 'David', lastName: 'Cohen' }
    const { alarm } = await raiseAlarm(harness, fixture, { ...sos, openedAt: at(45) })
    await comment(alarm.id, (await staff('MONITOR', name)).id)
    const { number } = await issue(alarm.uuid)
    const other = await createCompanyFixture(harness)
    const namesake = await harness.person('USER', { companyId: other.company.id, ...name })
    expect((await erase(`/admin/user/erase/${namesake.uuid}`)).status).toBe(200)
    expect((await check(number)).context.finding).toBe('UNCHANGED')
  })

  it('is known to whom it was issued, of an outage and of what began before they were related', async () => {
    const { db } = harness
    const { part } = await raiseOutage()
    const ofOutage = await issue(part.uuid, 'OWNER')
    expect((await check(ofOutage.number, 'OWNER')).context).toMatchObject({
      finding: 'UNCHANGED',
      file: { incident: { kind: 'OFFLINE' } },
    })
    await db.update(wearerRelations).set({ since: at(43) })
    await db.update(alarms).set({ closedAt: at(41), active: false })
    const first = await raiseAlarm(harness, fixture, { value: 131, openedAt: at(42) })
    const later = await raiseAlarm(harness, fixture, {
      ...sos,
      openedAt: at(45),
      incidentId: first.alarm.id,
    })
    const issued = await issue(later.alarm.uuid, 'OWNER')
    expect((await check(issued.number, 'OWNER')).context).toMatchObject({
      finding: 'UNCHANGED',
      issued,
      file: { incident: { kind: 'SOS' } },
    })
  })

  it('is genuine to whom it was issued, and holds nothing for them once they are not related any more', async () => {
    const { alarm } = await raiseAlarm(harness, fixture, { ...sos, openedAt: at(45) })
    const { number } = await issue(alarm.uuid, 'OWNER')
    const { device, wearer, people } = fixture
    await harness.db.update(devices).set({ ownerId: null }).where(eq(devices.id, device.id))
    await harness.db
      .update(wearerRelations)
      .set({ until: new Date() })
      .where(and(eq(wearerRelations.wearerId, wearer.id), eq(wearerRelations.userId, people.OWNER.id)))
    expect((await check(number, 'OWNER')).context).toMatchObject({ finding: 'UNCHANGED', file: null })
  })

  it('says by whose clocks it was issued, and to a monitor no care facts after the incident', async () => {
    const { db } = harness
    await db.insert(wearerCare).values({ wearerId: fixture.wearer.id, allergies: 'Penicillin' })
    await db.update(branches).set({ timeZone: 'Asia/Tokyo' }).where(eq(branches.id, fixture.branch.id))
    const { alarm } = await raiseAlarm(harness, fixture, { ...sos, openedAt: at(45) })
    const { number } = await issue(alarm.uuid, 'MONITOR')
    const careOf = async (as: Role) => {
      const { zone, file } = (await check(number, as)).context
      return [zone, file?.care?.allergies ?? null]
    }
    expect(await careOf('MONITOR')).toEqual(['Asia/Tokyo', 'Penicillin'])
    await db
      .update(alarms)
      .set({ closedAt: at(59), active: false, acknowledgedAt: at(50), cause: 'HELPED' })
      .where(eq(alarms.id, alarm.id))
    expect(await careOf('MONITOR')).toEqual(['Asia/Tokyo', null])
    expect(await careOf('SUPERVISOR')).toEqual(['Asia/Tokyo', 'Penicillin'])
  })
})
