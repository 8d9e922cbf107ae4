import { tasks } from '@carewatch/migrations/schema/alarms'
import { bookmarks, deviceCommands, devices } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { assignments } from '@carewatch/migrations/schema/wearers'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { addAccount } from '../testing/accounts.ts'
import { type CompanyFixture, createCompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness } from '../testing/harness.ts'

let harness: Harness
let here: CompanyFixture
let there: CompanyFixture
let nora: Awaited<ReturnType<typeof harness.person>>

beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(async () => {
  here = await createCompanyFixture(harness)
  there = await createCompanyFixture(harness)
  const { company, branch } = here
  const name = { firstName: 'Nora', lastName: 'Gone' }
  nora = await harness.person('SUPERVISOR', { companyId: company.id, branchId: branch.id, ...name })
})

type Role = keyof CompanyFixture['people']
const by = (role: Role) => ({ token: here.people[role].token })
const get = async (path: string, role: Role = 'MANAGER') =>
  (await harness.call('GET', path, by(role))).context
const remove = async (uuid: string, role: Role) =>
  (await harness.call('DELETE', `/readings/bookmark/${uuid}`, by(role))).status

/** Her account is the other company's from now on. */
const move = () =>
  harness.db
    .update(users)
    .set({ companyId: there.company.id, branchId: there.branch.id })
    .where(eq(users.id, nora.id))
const note = async () => {
  const values = { deviceId: here.device.id, userId: nora.id, at: minutesAgo(5), label: 'Fever' }
  return (await harness.db.insert(bookmarks).values(values).returning())[0]?.uuid ?? ''
}

it('what a colleague noted stays, by her name, when she goes to another company', async () => {
  const uuid = await note()
  await move()
  const noted = { bookmarks: [{ uuid, by: 'Nora Gone', mayDelete: true }] }
  expect(await get(`/readings/bookmarks/${here.device.imei}/0`)).toMatchObject(noted)
  expect(await get(`/wearers/bookmarks/${here.wearer.uuid}/0`)).toMatchObject(noted)
  expect(await remove(uuid, 'SUPERVISOR')).toBe(403)
  expect(await remove(uuid, 'MANAGER')).toBe(200)
})

it('a note says that it may be deleted only where it may: of a watch of another company it may not', async () => {
  const uuid = await note()
  await harness.db
    .update(devices)
    .set({ companyId: there.company.id, branchId: there.branch.id })
    .where(eq(devices.id, here.device.id))
  expect(await get(`/wearers/bookmarks/${here.wearer.uuid}/0`)).toMatchObject({
    bookmarks: [{ uuid, mayDelete: false }],
  })
  expect(await remove(uuid, 'MANAGER')).toBe(404)
})

it('the log still says who did what, and finds it by her', async () => {
  await harness.call('POST', '/readings/addBookmark', {
    token: nora.token,
    body: { deviceIMEI: here.device.imei, time: minutesAgo(5).toISOString(), label: 'Fever' },
  })
  await move()
  const user = { uuid: nora.uuid, name: 'Nora Gone' }
  const found = await get(`/audit?userUuid=${nora.uuid}&entity=bookmark`)
  expect(found).toMatchObject({ total: 1, traces: [{ user, action: 'created' }] })
  expect(await get('/audit?entity=bookmark')).toMatchObject({ traces: [{ user }] })
})

it('an alarm still says who saw to it, and its task who has it', async () => {
  const { alarm, task } = await raiseAlarm(harness, here)
  const acknowledged = await harness.call('POST', `/alarms/${alarm.uuid}/acknowledge`, { token: nora.token })
  expect(acknowledged.status).toBe(200)
  await harness.db
    .update(tasks)
    .set({ createdById: nora.id, assignedToId: nora.id })
    .where(eq(tasks.id, task.id))
  await move()
  expect(await get(`/alarms/${alarm.uuid}`)).toMatchObject({
    alarm: { acknowledgedBy: 'Nora Gone', history: [{ user: 'Nora Gone' }] },
  })
  expect(await get('/notification/all')).toMatchObject({ notifications: [{ acknowledgedBy: 'Nora Gone' }] })
  expect(await get(`/tasks/details/${task.uuid}`, 'SUPERVISOR')).toMatchObject({
    task: { createdBy: 'Nora Gone', assigneeName: 'Nora Gone', isUnAssigned: false },
  })
})

it('a watch and whoever wears it still say who told it something, and who gave it to them', async () => {
  const expiresAt = minutesAgo(-60)
  await harness.db
    .insert(deviceCommands)
    .values({ deviceId: here.device.id, kind: 'FIND', payload: {}, userId: nora.id, expiresAt })
  await harness.db
    .update(assignments)
    .set({ startedById: nora.id })
    .where(eq(assignments.wearerId, here.wearer.id))
  await move()
  expect(await get(`/devices/commands/${here.device.uuid}`)).toMatchObject({
    commands: [{ by: 'Nora Gone' }],
  })
  expect(await get(`/wearers/assignments/${here.wearer.uuid}`)).toMatchObject({
    assignments: [{ startedBy: 'Nora Gone' }],
  })
})

it('who is nobody’s customer and works at another company stays theirs who look after a watch of hers', async () => {
  const { OWNER: owner } = here.people
  await harness.db.update(users).set({ companyId: null }).where(eq(users.id, owner.id))
  await addAccount(harness, owner, { role: 'SUPERVISOR', companyId: there.company.id })
  expect(await get(`/admin/user/detail/${owner.uuid}`)).toMatchObject({
    user: { uuid: owner.uuid, email: owner.email },
  })
})
