import { afterAll, beforeAll, expect, it } from 'vitest'
import { auditLog } from '@carewatch/migrations/schema/people'
import { sql } from 'drizzle-orm'
import { createHouse, type House } from '../testing/house.ts'
import { startStand, type Stand } from '../testing/stand.ts'

let stand: Stand
let house: House
beforeAll(async () => {
  stand = await startStand()
  house = await createHouse(stand)
  const { token } = house.people.MANAGER
  await stand.call('POST', `/devices/credentials/${house.device.uuid}`, { token })
  await stand.call('POST', '/auth/logout', { token: (await stand.person('ADMIN')).token })
})
afterAll(() => stand.close())

const trail = (token: string, query = '') => stand.call('GET', `/audit${query}`, { token })

it('shows a manager who did what to which row from where, in their company only', async () => {
  const { MANAGER, ADMIN } = house.people
  const { context } = await trail(MANAGER.token)
  expect(context).toMatchObject({
    total: 1,
    traces: [
      {
        user: { uuid: MANAGER.uuid },
        action: 'credentialsRotated',
        entity: 'device',
        entityUuid: house.device.uuid,
        address: expect.stringMatching(/127\.0\.0\.1/),
      },
    ],
  })
  const all = await trail(ADMIN.token)
  expect(all.context.traces.map(({ action }: { action: string }) => action)).toEqual([
    'signedOut',
    'credentialsRotated',
  ])
})

it('can be narrowed to a person, a row, an action and a time', async () => {
  const { MANAGER, ADMIN } = house.people
  const totalOf = async (query: string) => (await trail(ADMIN.token, query)).context.total
  expect(await totalOf(`?userUuid=${MANAGER.uuid}`)).toBe(1)
  expect(await totalOf(`?userUuid=${house.people.USER.uuid}`)).toBe(0)
  expect(await totalOf(`?entity=device&entityUuid=${house.device.uuid}`)).toBe(1)
  expect(await totalOf('?action=signedOut')).toBe(1)
  expect(await totalOf('?to=2020-01-01T00:00:00Z')).toBe(0)
})

it('is only ever added to', async () => {
  for (const change of [
    sql`delete from ${auditLog}`,
    sql`update ${auditLog} set action = 'x'`,
    sql`truncate ${auditLog}`,
  ])
    await expect(stand.db.execute(change)).rejects.toMatchObject({
      cause: { message: 'audit_log is only ever added to' },
    })
})
