import { Chain } from '@carewatch/contracts/escalation'
import { createBranch, createDevice, TEST_PASSWORD, uniqueImei } from '@carewatch/migrations/factories'
import { devices, relatives } from '@carewatch/migrations/schema/devices'
import { tasks } from '@carewatch/migrations/schema/alarms'
import { duties, escalationChains } from '@carewatch/migrations/schema/escalation'
import { branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, gt, inArray, isNull } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, minutesAgo } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

type Signed = { token: string; uuid: string }

let harness: Harness
let here: CompanyFixture
let nora: Awaited<ReturnType<Harness['person']>>

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  here = await createCompanyFixture(harness)
  const { company, branch } = here
  nora = await harness.person('SUPERVISOR', { companyId: company.id, branchId: branch.id })
})

const post = (path: string, { token }: { token: string }, body: object = {}) =>
  harness.call('POST', path, { token, body })
const leave = (who: Signed) => post('/user/companies/leave', who, { password: TEST_PASSWORD, isLast: true })
const remove = ({ uuid }: Signed, by: Signed) =>
  harness.call('DELETE', `/admin/user/${uuid}`, { token: by.token })
const keepOut = ({ uuid }: Signed, by: Signed) =>
  post('/admin/user/statusChange', by, { uuid, isActive: false })

/** What ends an account, or keeps somebody out: whoever does it is asked the same. */
const ends = [
  ['who leaves', leave],
  ['who lets them go', (who: Signed) => remove(who, here.people.ADMIN)],
  ['who lets them in no longer', (who: Signed) => keepOut(who, here.people.ADMIN)],
] as const

const refused = (reason: string, handOver: object[]) => ({ status: 409, context: { reason, handOver } })
/** Somebody has begun it. */
async function taskOf(userId: number) {
  const { company, branch, device } = here
  const values = {
    title: 'Look after her',
    deviceId: device.id,
    companyId: company.id,
    branchId: branch.id,
    monitoringType: 'TASK',
    severity: 'HIGH',
    dueAt: hours(1),
    status: 'IN_PROGRESS',
    assignedToId: userId,
  } as const
  const [task] = await harness.db.insert(tasks).values(values).returning()
  return { uuid: task?.uuid ?? '', id: task?.id ?? 0 }
}
const taskRow = async ({ id }: { id: number }) => {
  const [row] = await harness.db.select().from(tasks).where(eq(tasks.id, id))
  return { status: row?.status, assignedToId: row?.assignedToId }
}

/** An emergency there rings for nobody by their role alone. */
const withoutManagers = ({ company }: CompanyFixture) => {
  const steps = [{ afterSeconds: 0, who: ['SUPERVISOR', 'RELATIVES_HIGH', 'NURSES'], channels: ['EMAIL'] }]
  const chain = Chain.parse({ steps, repeatEverySeconds: 300, repeats: 0 })
  return harness.db.insert(escalationChains).values({ companyId: company.id, family: 'EMERGENCY', chain })
}
const nurseOf = (branchId: number, userId: number) =>
  harness.db.insert(branchNurses).values({ branchId, userId })
const hours = (count: number) => minutesAgo(-60 * count)
const onDuty = (userId: number, fromAt: Date, toAt: Date) =>
  harness.db.insert(duties).values({ branchId: here.branch.id, userId, fromAt, toAt })

describe.each(ends)('%s', (_, end) => {
  it('gives back what they had to do, and others read that nobody has it', async () => {
    const task = await taskOf(nora.id)
    expect((await end(nora)).status).toBe(200)
    expect(await taskRow(task)).toEqual({ status: 'OPEN', assignedToId: null })
    const { context } = await harness.call('GET', `/tasks/details/${task.uuid}`, {
      token: here.people.SUPERVISOR.token,
    })
    expect(context.task).toMatchObject({ isUnAssigned: true, status: 'OPEN' })
    expect(context.task.history.at(-1).change).toMatchObject({ from: 'IN_PROGRESS', status: 'OPEN' })
  })

  it('hears of a branch of the company that is in no list of theirs', async () => {
    await withoutManagers(here)
    const far = await createBranch(harness.db, here.company.id)
    await nurseOf(far.id, nora.id)
    const left = { kind: 'BRANCH', uuid: far.uuid, name: far.name }
    expect(await end(nora)).toMatchObject(refused('reachedByNobody', [left]))
    await nurseOf(far.id, here.people.SUPERVISOR.id)
    expect((await end(nora)).status).toBe(200)
  })

  it('hears of a duty that is planned, where somebody else is on duty until then', async () => {
    const { branch, people } = here
    await withoutManagers(here)
    const { id } = people.SUPERVISOR
    const left = { kind: 'BRANCH', uuid: branch.uuid, name: branch.name }
    const relief = hours(2)
    await onDuty(id, hours(-1), relief)
    await onDuty(nora.id, hours(1), hours(3))
    expect(await end(nora)).toMatchObject(refused('reachedByNobody', [left]))
    await onDuty(id, relief, hours(4))
    expect((await end(nora)).status).toBe(200)
  })

  it.each(['is named', 'holds the role'])(
    'hears of the watches of no branch that ring for the manager alone, who %s',
    async (how) => {
      const { company, people } = here
      const ours = { companyId: company.id }
      const manager = await harness.person('MANAGER', ours)
      const managerId = how === 'is named' ? manager.id : null
      await harness.db.update(companies).set({ managerId }).where(eq(companies.id, company.id))
      const isOther = eq(users.id, people.MANAGER.id)
      await harness.db.update(users).set({ isActive: false }).where(isOther)
      const device = await createDevice(harness.db, { ...ours, branchId: null })
      await nurseOf(here.branch.id, people.SUPERVISOR.id)
      const left = { kind: 'WATCH', uuid: device.uuid, name: device.name }
      expect(await end(manager)).toMatchObject(refused('reachedByNobody', [left]))
      // Whoever holds the role is reached where nobody is named.
      await harness.db.update(users).set({ isActive: true }).where(isOther)
      expect((await end(manager)).status).toBe(200)
    },
  )
})

it('the last of very many watches is not left out', async () => {
  const { company, people, device } = here
  await withoutManagers(here)
  await harness.db.update(users).set({ supervisorId: nora.id }).where(eq(users.id, people.OWNER.id))
  const place = { companyId: company.id, branchId: here.branch.id, ownerId: people.OWNER.id }
  const values = Array.from({ length: 510 }, () => ({
    ...place,
    name: 'Watch',
    deviceModel: 'T1',
    imei: uniqueImei(),
  }))
  const made = await harness.db.insert(devices).values(values).returning()
  const followed = [device, ...made.slice(0, -1)].map(({ id: deviceId }) => ({ deviceId, name: 'Rita' }))
  const kin = { phone: '+972541234567', sosPriority: 'HIGH' } as const
  await harness.db.insert(relatives).values(followed.map((each) => ({ ...each, ...kin })))
  expect(await leave(nora)).toMatchObject(refused('reachedByNobody', [{ uuid: made.at(-1)?.uuid }]))
})

describe('who is given another role, or another company', () => {
  const change = ({ uuid }: Signed, body: object) =>
    harness.call('POST', `/admin/user/update/${uuid}`, { token: here.people.ADMIN.token, body })
  const postsOf = async (id: number) => ({
    nurse: await harness.db.$count(branchNurses, eq(branchNurses.userId, id)),
    duty: await harness.db.$count(
      duties,
      and(eq(duties.userId, id), isNull(duties.deletedAt), gt(duties.toAt, new Date())),
    ),
    supervises: await harness.db.$count(users, eq(users.supervisorId, id)),
    manages: await harness.db.$count(companies, eq(companies.managerId, id)),
  })
  const NONE = { nurse: 0, duty: 0, supervises: 0, manages: 0 }

  it('is called by nothing of the house that they leave, and somebody else is first', async () => {
    const other = await createCompanyFixture(harness)
    const { branch, people } = here
    await withoutManagers(here)
    await nurseOf(branch.id, nora.id)
    await onDuty(nora.id, hours(-1), hours(1))
    await onDuty(nora.id, hours(2), hours(3))
    await harness.db.update(users).set({ supervisorId: nora.id }).where(eq(users.id, people.OWNER.id))
    await harness.db.insert(relatives).values({
      deviceId: here.device.id,
      name: 'Rita',
      phone: '+972541234567',
      sosPriority: 'HIGH',
    })
    const moved = { companyId: other.company.uuid, branchId: other.branch.uuid }
    const left = { kind: 'BRANCH', uuid: branch.uuid, name: branch.name }
    expect(await change(nora, moved)).toMatchObject(refused('reachedByNobody', [left]))
    expect(await postsOf(nora.id)).toEqual({ ...NONE, nurse: 1, duty: 2, supervises: 1 })

    await onDuty(people.SUPERVISOR.id, hours(-1), hours(4))
    expect((await change(nora, moved)).status).toBe(200)
    expect(await postsOf(nora.id)).toEqual(NONE)
  })

  it('keeps what the new role may do, and what a branch beside it has', async () => {
    const { branch, company, people } = here
    const far = await createBranch(harness.db, company.id)
    await nurseOf(branch.id, nora.id)
    await onDuty(nora.id, hours(-1), hours(1))
    const task = await taskOf(nora.id)
    expect((await change(nora, { branchId: far.uuid })).status).toBe(200)
    // A nurse of another branch does not see it.
    expect(await taskRow(task)).toEqual({ status: 'OPEN', assignedToId: null })
    expect(await postsOf(nora.id)).toEqual({ ...NONE, nurse: 1, duty: 1 })
    const kept = await taskOf(nora.id)
    expect((await change(nora, { role: 'MANAGER' })).status).toBe(200)
    expect(await taskRow(kept)).toEqual({ status: 'IN_PROGRESS', assignedToId: nora.id })
    expect(await postsOf(nora.id)).toEqual({ ...NONE, duty: 1 })

    await harness.db.update(companies).set({ managerId: nora.id }).where(eq(companies.id, company.id))
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, people.MANAGER.id))
    const steps = [{ afterSeconds: 0, who: ['MANAGER'], channels: ['EMAIL'] }]
    const chain = Chain.parse({ steps, repeatEverySeconds: 300, repeats: 0 })
    await harness.db.insert(escalationChains).values({ companyId: company.id, family: 'EMERGENCY', chain })
    const down = { role: 'SUPERVISOR', branchId: far.uuid }
    expect((await change(nora, down)).context.reason).toBe('reachedByNobody')
    await harness.db.update(users).set({ isActive: true }).where(eq(users.id, people.MANAGER.id))
    expect((await change(nora, down)).status).toBe(200)
    expect(await postsOf(nora.id)).toEqual({ ...NONE, duty: 1 })
  })

  it('may become the manager whom an alarm reaches by that role, though nobody else is a nurse', async () => {
    const { branch, people } = here
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, people.MANAGER.id))
    await nurseOf(branch.id, nora.id)
    expect((await change(nora, { role: 'MONITOR' })).context.reason).toBe('reachedByNobody')
    expect((await change(nora, { role: 'MANAGER' })).status).toBe(200)
  })

  it('keeps what they have where nothing moves, of whoever is of the company by their branch alone', async () => {
    const { company, branch, people } = here
    await harness.db.update(users).set({ companyId: null }).where(eq(users.id, nora.id))
    await nurseOf(branch.id, nora.id)
    await harness.db.update(users).set({ supervisorId: nora.id }).where(eq(users.id, people.OWNER.id))
    const same = { firstName: 'Nora', role: 'SUPERVISOR', companyId: company.uuid, branchId: branch.uuid }
    expect((await change(nora, same)).status).toBe(200)
    const far = await createBranch(harness.db, company.id)
    expect((await change(nora, { branchId: far.uuid })).status).toBe(200)
    expect(await postsOf(nora.id)).toEqual({ ...NONE, nurse: 1, supervises: 1 })
  })

  it('becomes a manager where a duty of theirs goes on to reach them', async () => {
    await withoutManagers(here)
    await onDuty(nora.id, hours(-1), hours(1))
    expect((await change(nora, { role: 'MANAGER' })).status).toBe(200)
    expect((await postsOf(nora.id)).duty).toBe(1)
  })

  it('has no task of no company any more that they do not see', async () => {
    const task = await taskOf(nora.id)
    await harness.db.update(tasks).set({ companyId: null }).where(eq(tasks.id, task.id))
    const other = await createCompanyFixture(harness)
    const moved = { companyId: other.company.uuid, branchId: other.branch.uuid }
    expect((await change(nora, moved)).status).toBe(200)
    expect(await taskRow(task)).toEqual({ status: 'OPEN', assignedToId: null })
  })

  it('is on duty and in the list of nurses for those of the house, though of another since before', async () => {
    const { branch, people } = here
    const other = await createCompanyFixture(harness)
    const { id, uuid } = other.people.SUPERVISOR
    await nurseOf(branch.id, id)
    await onDuty(id, hours(-1), hours(1))
    const { token } = people.MANAGER
    const duty = await harness.call('GET', `/duty?branch=${branch.uuid}`, { token })
    expect(duty.context).toMatchObject({ duties: [{ user: { uuid }, isNow: true }], isUnattended: false })
    const detail = await harness.call('GET', `/branch/details/${branch.uuid}`, { token })
    expect(detail.context.branch.nurses).toMatchObject([{ uuid }])
  })

  it('nor is a nurse erased whom alone an alarm reaches; a relative always is', async () => {
    const { branch, people } = here
    await withoutManagers(here)
    await nurseOf(branch.id, nora.id)
    const erase = (uuid: string) => post(`/admin/user/erase/${uuid}`, people.ADMIN)
    expect((await erase(nora.uuid)).context.reason).toBe('reachedByNobody')
    await nurseOf(branch.id, people.SUPERVISOR.id)
    expect((await erase(nora.uuid)).status).toBe(200)
    const kin = await harness.person('RELATIVE', { companyId: here.company.id })
    const device = await createDevice(harness.db, { companyId: here.company.id, branchId: null })
    const related = { deviceId: device.id, userId: kin.id, name: 'Kim', sosPriority: 'HIGH' } as const
    await harness.db.insert(relatives).values(related)
    expect((await erase(kin.uuid)).status).toBe(200)
  })
})

it('an owner whom alone their own watch calls is let in until somebody else has it', async () => {
  const { people, device } = here
  const steps = [{ afterSeconds: 0, who: ['OWNER'], channels: ['EMAIL'] }]
  const chain = Chain.parse({ steps, repeatEverySeconds: 300, repeats: 0 })
  await harness.db.insert(escalationChains).values({ companyId: here.company.id, family: 'EMERGENCY', chain })
  const left = { kind: 'WATCH', uuid: device.uuid, name: device.name }
  expect(await keepOut(people.OWNER, people.MANAGER)).toMatchObject(refused('reachedByNobody', [left]))
})

describe('what another house has', () => {
  it('is handed over first and not named to who lets them go', async () => {
    const other = await createCompanyFixture(harness)
    const dana = await harness.person('OWNER', { companyId: here.company.id })
    const { device, wearer } = other
    await harness.db.update(devices).set({ ownerId: dana.id }).where(eq(devices.id, device.id))
    const end = () => remove(dana, here.people.MANAGER)
    expect(await end()).toMatchObject(refused('hasDevices', []))
    await harness.db.update(devices).set({ ownerId: other.people.OWNER.id }).where(eq(devices.id, device.id))
    await harness.db
      .update(wearerRelations)
      .set({ userId: dana.id })
      .where(eq(wearerRelations.userId, other.people.OWNER.id))
    const answer = await end()
    expect(answer).toMatchObject(refused('hasDevices', []))
    expect(JSON.stringify(answer)).not.toContain(wearer.uuid)
    await harness.db.update(wearers).set({ status: 'AWAY' }).where(eq(wearers.id, wearer.id))
    expect((await leave(dana)).context).toMatchObject({
      reason: 'hasDevices',
      handOver: [{ kind: 'PERSON', uuid: wearer.uuid }],
    })
  })

  it('that rings for them alone is asked about too', async () => {
    const other = await createCompanyFixture(harness)
    const kin = await harness.person('RELATIVE', { companyId: here.company.id })
    await withoutManagers(other)
    const device = await createDevice(harness.db, { companyId: other.company.id, branchId: null })
    await harness.db
      .insert(relatives)
      .values({ deviceId: device.id, userId: kin.id, name: 'Kim', sosPriority: 'HIGH' })
    for (const end of [remove, keepOut])
      expect(await end(kin, here.people.MANAGER)).toMatchObject(refused('reachedByNobody', []))
    const left = [{ kind: 'WATCH', uuid: device.uuid, name: device.name }]
    expect(await leave(kin)).toMatchObject(refused('reachedByNobody', left))
  })
})

describe('whoever has one account alone', () => {
  it('leaves by themselves where they say that they mean it, and their address is free', async () => {
    const ask = (more: object) => post('/user/companies/leave', nora, { password: TEST_PASSWORD, ...more })
    expect(await ask({})).toMatchObject({ status: 409, context: { reason: 'onlyCompany' } })
    expect(await ask({ isLast: true })).toMatchObject({ status: 200, context: { token: null, user: null } })
    const me = await harness.call('GET', '/auth/validateToken', { token: nora.token })
    expect(me.status).toBe(401)
    const body = { email: nora.email, password: TEST_PASSWORD }
    expect((await harness.call('POST', '/auth/login', { body })).status).toBe(401)
    const person = { firstName: 'Nora', email: nora.email, password: 'x7qp long enough' }
    expect((await harness.call('POST', '/auth/register', { body: person })).status).toBe(200)
  })

  it('is not the last who administers everything', async () => {
    const { ADMIN } = here.people
    const admins = (await harness.db.select().from(users).where(eq(users.role, 'ADMIN'))).map(({ id }) => id)
    const rest = admins.filter((id) => id !== ADMIN.id)
    await harness.db.update(users).set({ isActive: false }).where(inArray(users.id, rest))
    expect(await leave(ADMIN)).toMatchObject({ status: 409, context: { reason: 'lastAdmin' } })
    await harness.db.update(users).set({ isActive: true }).where(inArray(users.id, rest))
    expect((await leave(ADMIN)).status).toBe(200)
  })
})
