import { auditLog, uploads } from '@carewatch/migrations/schema/people'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createLog } from '../log.ts'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { addInvitation } from '../testing/invitations.ts'
import type { Person } from './persons.ts'
import { fullName } from './viewer.ts'
import { createViewingLog, type Kind, type Looking } from './viewing-log.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

/** As one api process has it. */
const newLog = () => createViewingLog({ db: harness.db, log: createLog('silent') })

async function newNurse(): Promise<Looking> {
  const { company, branch } = fixture
  const { id, uuid } = await harness.person('SUPERVISOR', { companyId: company.id, branchId: branch.id })
  return { id, uuid, companyId: company.id, identityId: id, address: '10.0.0.1' }
}

const tracesOf = ({ id }: Looking) =>
  harness.db
    .select({
      action: auditLog.action,
      entity: auditLog.entity,
      uuid: auditLog.entityUuid,
      companyId: auditLog.companyId,
    })
    .from(auditLog)
    .where(eq(auditLog.userId, id))
    .orderBy(auditLog.id)

async function tracesAfter(looking: Looking, people: readonly Person[], kind: Kind = 'viewed') {
  const log = newLog()
  log.note(looking, { kind, people })
  await log.written()
  return tracesOf(looking)
}

const trace = () => ({
  action: 'viewed',
  entity: 'wearer',
  uuid: fixture.wearer.uuid,
  companyId: fixture.company.id,
})

it('is one for a person, by whatever they were named, also over processes that write at once', async () => {
  const nurse = await newNurse()
  const { wearer, device } = fixture
  const names: Person[] = [
    { by: 'wearer', id: wearer.uuid },
    { by: 'device', id: device.uuid },
    { by: 'imei', id: device.imei },
  ]
  const logs = names.flatMap((name) => [name, name]).map((name) => ({ name, log: newLog() }))
  for (const { name, log } of logs) log.note(nurse, { kind: 'viewed', people: [name] })
  await Promise.all(logs.map(({ log }) => log.written()))
  expect(await tracesOf(nurse)).toEqual([trace()])
})

it('is one of each kind', async () => {
  const nurse = await newNurse()
  const people: Person[] = [{ by: 'wearer', id: fixture.wearer.uuid }]
  await tracesAfter(nurse, people)
  await tracesAfter(nurse, people, 'located')
  expect((await tracesAfter(nurse, people, 'profileViewed')).map(({ action }) => action)).toEqual([
    'viewed',
    'located',
    'profileViewed',
  ])
})

it('is not kept back by a look at what they need care for, which is traced by itself', async () => {
  const nurse = await newNurse()
  const { wearer } = fixture
  await harness.db.insert(auditLog).values({
    userId: nurse.id,
    action: 'viewed',
    entity: 'wearer',
    entityUuid: wearer.uuid,
    detail: { care: true },
  })
  expect(await tracesAfter(nurse, [{ by: 'wearer', id: wearer.uuid }])).toHaveLength(2)
})

it('of a picture is of whose picture it is', async () => {
  const nurse = await newNurse()
  const values = {
    userId: fixture.people.MANAGER.id,
    kind: 'WEARER',
    wearerUuid: fixture.wearer.uuid,
    fileName: 'her.jpg',
    mediaType: 'image/jpeg',
    bytes: 1,
    content: Buffer.from('a'),
  } as const
  const [picture] = await harness.db.insert(uploads).values(values).returning()
  expect(await tracesAfter(nurse, [{ by: 'upload', id: picture?.uuid ?? '' }])).toEqual([trace()])
})

it('of an invitation is of whom it names, before they are anybody to each other', async () => {
  const { wearer, people } = fixture
  await addInvitation(harness, fixture, { wearerId: wearer.id })
  const { token, id } = people.RELATIVE
  const { context } = await harness.call('GET', '/invitations/mine', { token })
  expect(context.invitations).toMatchObject([{ about: fullName(wearer) }])
  const isLook = and(eq(auditLog.userId, id), eq(auditLog.action, 'profileViewed'))
  const looks = () => harness.db.select({ uuid: auditLog.entityUuid }).from(auditLog).where(isLook)
  await until('the look is noted', async () => (await looks()).length > 0)
  expect(await looks()).toEqual([{ uuid: wearer.uuid }])
})

it('is not left of oneself: neither one’s account nor what one wears', async () => {
  const { company, device, people } = await createCompanyFixture(harness)
  const { id, uuid } = people.OWNER
  const looking = { id, uuid, companyId: company.id, identityId: id, address: '10.0.0.1' }
  const own: Person[] = [
    { by: 'user', id: uuid },
    { by: 'device', id: device.uuid },
  ]
  const of = eq(wearers.companyId, company.id)
  await harness.db.update(wearers).set({ userId: id }).where(of)
  expect(await tracesAfter(looking, own)).toEqual([])
  await harness.db.update(wearers).set({ userId: null }).where(of)
  expect(await tracesAfter(looking, own)).toMatchObject([{ entity: 'wearer' }])
})

it('is left of a person for whom somebody else is responsible too, also of who says that it is them', async () => {
  const { company, device, wearer, people } = await createCompanyFixture(harness)
  const { id, uuid } = people.OWNER
  const looking = { id, uuid, companyId: company.id, identityId: id, address: '10.0.0.1' }
  await harness.db.update(wearers).set({ userId: id }).where(eq(wearers.id, wearer.id))
  const second = await harness.person('OWNER', { companyId: company.id })
  const relation = { wearerId: wearer.id, userId: second.id, kind: 'OWNER' } as const
  await harness.db.insert(wearerRelations).values(relation)
  expect(await tracesAfter(looking, [{ by: 'device', id: device.uuid }])).toMatchObject([
    { entity: 'wearer', uuid: wearer.uuid },
  ])
})

it('is left of who wears a device now, also where one was left of who wore it before within the hour', async () => {
  const { wearer, device, company, branch } = await createCompanyFixture(harness)
  const nurse = await newNurse()
  const [next] = await harness.db
    .insert(wearers)
    .values({ firstName: 'Walter', companyId: company.id, branchId: branch.id })
    .returning()
  const log = newLog()
  const look = async (): Promise<(string | null)[]> => {
    log.note(nurse, { kind: 'viewed', people: [{ by: 'device', id: device.uuid }] })
    await log.written()
    return (await tracesOf(nurse)).map(({ uuid }) => uuid)
  }
  expect(await look()).toEqual([wearer.uuid])
  const of = eq(assignments.deviceId, device.id)
  await harness.db
    .update(assignments)
    .set({ wearerId: next?.id ?? 0 })
    .where(of)
  expect(await look()).toEqual([wearer.uuid])
  log.forgetDevices()
  expect(await look()).toEqual([wearer.uuid, next?.uuid])
})

it('is left an hour after the last one, whichever process left that', async () => {
  const nurse = await newNurse()
  const people: Person[] = [{ by: 'wearer', id: fixture.wearer.uuid }]
  await tracesAfter(nurse, people)
  // What was written stays as it was; time passes for it alone.
  const age = (minutes: number) =>
    harness.db.transaction(async (tx) => {
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx
        .update(auditLog)
        .set({ at: sql`${auditLog.at} - ${minutes} * interval '1 minute'` })
        .where(eq(auditLog.userId, nurse.id))
    })
  const log = newLog()
  const look = async (now: number): Promise<number> => {
    vi.setSystemTime(now)
    log.note(nurse, { kind: 'viewed', people })
    await log.written()
    return (await tracesOf(nurse)).length
  }
  vi.useFakeTimers({ toFake: ['Date'] })
  try {
    const now = Date.now()
    await age(58)
    expect(await look(now)).toBe(1)
    // The database has a clock of its own.
    await age(5)
    expect(await look(now + 4 * 60_000)).toBe(1)
    expect(await look(now + 5 * 60_000)).toBe(2)
    expect(await look(now + 60 * 60_000)).toBe(2)
  } finally {
    vi.useRealTimers()
  }
})
