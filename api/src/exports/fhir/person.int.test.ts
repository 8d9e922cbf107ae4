import { FHIR_ALARMS_MAX } from '@carewatch/contracts/http/exports'
import type { Role } from '@carewatch/contracts/roles'
import { createDevice } from '@carewatch/migrations/factories'
import { alarms } from '@carewatch/migrations/schema/alarms'
import { relatives } from '@carewatch/migrations/schema/devices'
import { auditLog } from '@carewatch/migrations/schema/people'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import type { Bundle, Resource } from '@medplum/fhirtypes'
import { and, asc, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { faultsOf, learnDefinitions, schemaFaultsOf } from '../../testing/fhir.ts'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../../testing/fixtures.ts'
import { type Harness, startHarness } from '../../testing/harness.ts'

const DAY = 24 * 60

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  learnDefinitions()
  harness = await startHarness()
}, 60_000)
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

async function take(role: Role, path = `/export/fhir/person/${fixture.wearer.uuid}`) {
  const answer = await harness.exchange('GET', path, { token: fixture.people[role].token })
  // Safe: held against the definitions below.
  return { ...answer, bundle: JSON.parse(answer.text) as Bundle }
}
const of = <Type extends Resource['resourceType']>({ entry = [] }: Bundle, type: Type) =>
  entry.flatMap(({ resource }) =>
    // Safe: its type is looked at.
    resource?.resourceType === type ? [resource as Extract<Resource, { resourceType: Type }>] : [],
  )
const nameOf = ({ name }: { name?: { text?: string }[] }) => name?.[0]?.text
/** What is no longer anybody's to see to: families see what is open whenever it began. */
async function over(minutes: number, more: Partial<typeof alarms.$inferInsert> = {}): Promise<void> {
  const { company, branch, device } = fixture
  const openedAt = minutesAgo(minutes)
  const place = { deviceId: device.id, companyId: company.id, branchId: branch.id }
  const what = { kind: 'HEART_RATE', direction: 'HIGH', category: 'PHYSIOLOGICAL', severity: 'HIGH' } as const
  const measured = { metric: 'heartRate', value: 142 }
  const closedAt = minutesAgo(minutes - 5)
  const when = { openedAt, lastAt: openedAt, active: false, closedAt }
  await harness.db.insert(alarms).values({ ...place, ...what, ...measured, ...when, ...more })
}

/** Another of the house has worn the watch for a while. */
async function handOver(at: Date) {
  const { company, branch, device, wearer } = fixture
  await harness.db
    .update(assignments)
    .set({ endedAt: at, end: 'HANDED_OVER' })
    .where(eq(assignments.wearerId, wearer.id))
  const place = { companyId: company.id, branchId: branch.id }
  const [next] = await harness.db
    .insert(wearers)
    .values({ firstName: 'Miriam', ...place })
    .returning()
  await harness.db.insert(assignments).values({ wearerId: next?.id ?? 0, deviceId: device.id, startedAt: at })
  return next
}

describe('a person in the words of FHIR', () => {
  it('is a bundle that holds to the definitions of R4, and what the database has', async () => {
    const { device, wearer, people } = fixture
    await raiseAlarm(harness, fixture, {
      kind: 'SOS',
      direction: 'NONE',
      severity: 'CRITICAL',
      latched: true,
    })
    await over(60)
    await over(90, { kind: 'BATTERY', direction: 'LOW', category: 'TECHNICAL', severity: 'LOW' })
    await over(30, { rehearsal: true })
    const phone = '+972541234567'
    await harness.db
      .insert(relatives)
      .values({ deviceId: device.id, name: 'Dan Levi', relation: 'son', phone, email: 'dan@family.test' })
    await harness.db.update(relatives).set({ relation: 'daughter' }).where(eq(relatives.name, 'Rita'))
    const { bundle, text, headers, status } = await take('MANAGER')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/fhir+json'])
    expect(faultsOf(bundle)).toEqual([])
    expect(schemaFaultsOf(bundle)).toEqual([])
    for (const { fullUrl, resource } of bundle.entry ?? []) {
      expect(faultsOf(resource as Resource)).toEqual([])
      expect(fullUrl).toBe(`urn:uuid:${resource?.id}`)
    }
    expect(of(bundle, 'Patient')).toMatchObject([{ id: wearer.uuid }])
    expect(of(bundle, 'Device').map(({ id }) => id)).toEqual([device.uuid])

    const { OWNER, RELATIVE } = people
    expect(
      of(bundle, 'RelatedPerson').map((one) => [
        nameOf(one),
        one.relationship?.[0]?.coding?.[0]?.code,
        one.relationship?.[0]?.text,
      ]),
    ).toEqual([
      [`${OWNER.firstName} ${OWNER.lastName}`, 'RESPRSN', undefined],
      [`${RELATIVE.firstName} ${RELATIVE.lastName}`, 'FAMMEMB', 'daughter'],
      ['Dan Levi', 'FAMMEMB', 'son'],
    ])
    for (const secret of [phone, 'dan@family.test', OWNER.email, device.name, device.imei])
      expect(text).not.toContain(secret)

    const worn = await harness.db.select().from(assignments).where(eq(assignments.wearerId, wearer.id))
    expect(of(bundle, 'DeviceUseStatement')).toMatchObject(
      worn.map(({ uuid, startedAt }) => ({
        id: uuid,
        status: 'active',
        subject: { reference: `urn:uuid:${wearer.uuid}` },
        device: { reference: `urn:uuid:${device.uuid}` },
        timingPeriod: { start: startedAt.toISOString() },
      })),
    )

    const isTheirs = and(eq(alarms.wearerId, wearer.id), eq(alarms.rehearsal, false))
    const rows = await harness.db.select().from(alarms).where(isTheirs).orderBy(asc(alarms.openedAt))
    expect(rows).toHaveLength(3)
    expect(
      of(bundle, 'Flag').map(({ id, status: state, period, subject }) => ({ id, state, period, subject })),
    ).toEqual(
      rows.map(({ uuid, openedAt, closedAt }) => ({
        id: uuid,
        state: closedAt ? 'inactive' : 'active',
        period: { start: openedAt.toISOString(), ...(closedAt && { end: closedAt.toISOString() }) },
        subject: { reference: `urn:uuid:${wearer.uuid}`, type: 'Patient' },
      })),
    )
    const [battery, pulse, sos] = of(bundle, 'Flag')
    expect([battery, pulse, sos].map((flag) => flag?.code.coding?.[0]?.code)).toEqual([
      'BATTERY.LOW',
      'HEART_RATE.HIGH',
      'SOS',
    ])
    expect(pulse?.code.text).toBe('Heart rate is high: 142 bpm')
    expect([battery, pulse, sos].map((flag) => flag?.category?.[0]?.coding?.[0]?.code)).toEqual([
      'admin',
      'clinical',
      'clinical',
    ])
    expect(sos?.extension?.[0]?.valueCodeableConcept?.coding?.[0]?.code).toBe('PH')
  })

  it('ends where they gave the watch back, and holds nothing of who wears it now', async () => {
    const handedOver = minutesAgo(50)
    await over(100)
    const next = await handOver(handedOver)
    await over(20, { wearerId: next?.id ?? null })
    const { bundle, text } = await take('MANAGER')
    expect(of(bundle, 'DeviceUseStatement')).toMatchObject([
      { status: 'completed', timingPeriod: { end: handedOver.toISOString() } },
    ])
    expect(of(bundle, 'Flag')).toHaveLength(1)
    expect(text).not.toContain(next?.uuid)
    // Whoever is around the watch now is not around them.
    expect(of(bundle, 'RelatedPerson').map(({ id }) => id)).toHaveLength(2)
    const { bundle: theirs } = await take('MANAGER', `/export/fhir/person/${next?.uuid}`)
    expect(of(theirs, 'DeviceUseStatement')).toMatchObject([
      { status: 'active', timingPeriod: { start: handedOver.toISOString() } },
    ])
    expect(of(theirs, 'Flag')).toHaveLength(1)
  })

  it('is for a family what is since they are related', async () => {
    const since = minutesAgo(40)
    await harness.db
      .update(wearerRelations)
      .set({ since })
      .where(eq(wearerRelations.userId, fixture.people.OWNER.id))
    await over(100)
    await over(20)
    const { bundle } = await take('OWNER')
    expect(of(bundle, 'DeviceUseStatement')).toMatchObject([{ timingPeriod: { start: since.toISOString() } }])
    expect(of(bundle, 'Flag')).toHaveLength(1)
    expect(of((await take('MANAGER')).bundle, 'Flag')).toHaveLength(2)
  })

  it.each([
    ['SUPERVISOR', 2, 1],
    ['OWNER', 2, 1],
    // Neither lists relatives; a relative has no history of alarms.
    ['MONITOR', 0, 1],
    ['RELATIVE', 0, 0],
  ] as const)('shows a %s no more than the rest of the interface', async (role, related, flags) => {
    await over(20)
    const { bundle, status } = await take(role)
    expect(status).toBe(200)
    expect(of(bundle, 'RelatedPerson')).toHaveLength(related)
    expect(of(bundle, 'Flag')).toHaveLength(flags)
    expect(of(bundle, 'DeviceUseStatement')).toHaveLength(1)
  })

  it('of another house is not found, nor is a page that begins at an alarm of theirs', async () => {
    const { alarm } = await raiseAlarm(harness, other)
    expect((await take('MANAGER', `/export/fhir/person/${other.wearer.uuid}`)).status).toBe(404)
    const path = `/export/fhir/person/${fixture.wearer.uuid}?after=${alarm.uuid}`
    expect((await take('MANAGER', path)).status).toBe(404)
    const { text } = await take('MANAGER')
    for (const { uuid } of [other.wearer, other.device, alarm]) expect(text).not.toContain(uuid)
  })

  it('leaves a trace of the person before it is answered', async () => {
    await take('SUPERVISOR')
    const traces = await harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.entityUuid, fixture.wearer.uuid), eq(auditLog.action, 'exported')))
    expect(traces).toMatchObject([
      { entity: 'wearer', userId: fixture.people.SUPERVISOR.id, detail: { kind: 'person', format: 'fhir' } },
    ])
  })

  it('with more alarms than one bundle holds goes on by its link, none lost and none twice', async () => {
    const { company, branch, wearer } = fixture
    const device = await createDevice(harness.db, { companyId: company.id, branchId: branch.id })
    await harness.db
      .insert(assignments)
      .values({ wearerId: wearer.id, deviceId: device.id, startedAt: minutesAgo(50 * DAY) })
    const count = FHIR_ALARMS_MAX + 3
    // Two and two at one moment.
    await harness.db.execute(sql`
      insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, active, opened_at, last_at, closed_at)
      select ${device.id}, ${company.id}, ${branch.id}, 'HEART_RATE', 'HIGH', 'PHYSIOLOGICAL', 'HIGH', false, at, at, at + interval '1 second'
      from (select date_trunc('minute', now()) - (n / 2 + 1) * interval '1 minute' as at from generate_series(1, ${count}::int) n) moments`)
    const seen: string[] = []
    let next: string | undefined = `/export/fhir/person/${wearer.uuid}`
    let bundles = 0
    while (next) {
      const { bundle, status } = await take('MANAGER', next)
      expect(status).toBe(200)
      seen.push(...of(bundle, 'Flag').map(({ id = '' }) => id))
      next = bundle.link?.find(({ relation }) => relation === 'next')?.url?.replace(/^\/api/, '')
      bundles += 1
    }
    expect([bundles, seen.length, new Set(seen).size]).toEqual([2, count, count])
  })
})
