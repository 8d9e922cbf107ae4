import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog, branches } from '@carewatch/migrations/schema/people'
import { eq, sql } from 'drizzle-orm'
import { createCompanyFixture, type CompanyFixture } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  const { token } = fixture.people.MANAGER
  await harness.call('POST', `/devices/credentials/${fixture.device.uuid}`, { token })
  await harness.call('POST', '/auth/logout', { token: (await harness.person('ADMIN')).token })
})
afterAll(() => harness.close())

const trail = (token: string, query = '') => harness.call('GET', `/audit${query}`, { token })

it('shows a manager who did what to which row from where, in their company only', async () => {
  const { MANAGER, ADMIN } = fixture.people
  const { context } = await trail(MANAGER.token)
  expect(context).toMatchObject({
    total: 1,
    traces: [
      {
        user: { uuid: MANAGER.uuid },
        action: 'credentialsRotated',
        entity: 'device',
        entityUuid: fixture.device.uuid,
        about: { name: fixture.device.name, mayOpen: true },
        address: expect.stringMatching(/127\.0\.0\.1/),
      },
    ],
  })
  const all = await trail(ADMIN.token)
  const actions = all.context.traces.map(({ action }: { action: string }) => action)
  // That the manager looked is a trace too, a moment later.
  expect(actions.filter((action: string) => action !== 'profileViewed')).toEqual([
    'signedOut',
    'credentialsRotated',
  ])
})

it('can be narrowed to a person, a row, an action and a time', async () => {
  const { MANAGER, ADMIN } = fixture.people
  const totalOf = async (query: string) => (await trail(ADMIN.token, query)).context.total
  expect(await totalOf(`?userUuid=${MANAGER.uuid}&action=credentialsRotated`)).toBe(1)
  expect(await totalOf(`?userUuid=${fixture.people.USER.uuid}`)).toBe(0)
  expect(await totalOf(`?entity=device&entityUuid=${fixture.device.uuid}`)).toBe(1)
  expect(await totalOf('?action=signedOut')).toBe(1)
  expect(await totalOf('?to=2020-01-01T00:00:00Z')).toBe(0)
  await until('the looks are noted', async () => (await totalOf('?kind=looked')) > 0)
  const actionsOf = async (kind: string) =>
    (await trail(ADMIN.token, `?size=100&kind=${kind}`)).context.traces.map(
      ({ action }: { action: string }) => action,
    )
  expect(new Set(await actionsOf('looked'))).toEqual(new Set(['profileViewed']))
  expect(await actionsOf('done')).toEqual(['signedOut', 'credentialsRotated'])
})

it('names what a trace is about, also when it is gone, and not what is no longer ours to see', async () => {
  const other = await createCompanyFixture(harness)
  const { MANAGER, ADMIN, OWNER } = other.people
  const { company, device, branch, room, gateway, beacon } = other
  const leave = (entity: string, entityUuid: string) =>
    harness.db
      .insert(auditLog)
      .values({ companyId: company.id, action: 'updated', entity, entityUuid, address: '127.0.0.1' })
  const rows = { device, company, branch, room, gateway, beacon, user: OWNER }
  for (const [entity, { uuid }] of Object.entries(rows)) await leave(entity, uuid)
  const foreign = fixture.device
  await leave('device', foreign.uuid)
  await harness.db.update(branches).set({ deletedAt: new Date() }).where(eq(branches.uuid, branch.uuid))
  const aboutOf = async (token: string, uuid: string) =>
    (await trail(token, `?entityUuid=${uuid}`)).context.traces[0].about
  for (const { uuid, name } of [device, company, room, gateway, beacon])
    expect(await aboutOf(MANAGER.token, uuid)).toEqual({ name, mayOpen: true })
  expect(await aboutOf(MANAGER.token, OWNER.uuid)).toMatchObject({ mayOpen: true })
  expect(await aboutOf(MANAGER.token, branch.uuid)).toEqual({ name: branch.name, mayOpen: false })
  expect(await aboutOf(MANAGER.token, foreign.uuid)).toBeNull()
  expect(await aboutOf(ADMIN.token, branch.uuid)).toEqual({ name: branch.name, mayOpen: false })
  expect(await aboutOf(ADMIN.token, foreign.uuid)).toEqual({ name: foreign.name, mayOpen: true })
})

it('is only ever added to', async () => {
  for (const change of [
    sql`delete from ${auditLog}`,
    sql`update ${auditLog} set action = 'x'`,
    sql`truncate ${auditLog}`,
  ])
    await expect(harness.db.execute(change)).rejects.toMatchObject({
      cause: { message: 'audit_log is only ever added to' },
    })
})
