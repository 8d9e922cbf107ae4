import type { Endpoint } from '@carewatch/contracts/http/endpoint'
import { roles } from '@carewatch/contracts/roles'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHouse, type House, raiseAlarm, record } from '../testing/house.ts'
import { everyEndpoint, startStand, type Stand } from '../testing/stand.ts'

let stand: Stand
let house: House
beforeAll(async () => {
  stand = await startStand()
  house = await createHouse(stand)
  await raiseAlarm(stand, house)
  await record(stand, house.device.id, { metric: 'heartRate', minutes: 60, every: 5, value: () => 72.5 })
})
afterAll(() => stand.close())

const calls = everyEndpoint.map((endpoint) => ({ endpoint, name: `${endpoint.method} ${endpoint.path}` }))
const guarded = calls.filter(({ endpoint }) => endpoint.allow !== 'anyone')

/** Something in every place of the address, right for its form. */
const pathOf = ({ path }: Endpoint) =>
  path.replace(':uuid', house.device.uuid).replace(':imei', house.device.imei).replace(':time', '0')

const ask = ({ method, path, ...rest }: Endpoint, token?: string) =>
  stand.call(method, pathOf({ method, path, ...rest }), {
    ...(token && { token }),
    ...(method === 'POST' && { body: { nothing: 'that fits' } }),
  })

const may = ({ allow }: Endpoint, role: (typeof roles)[number]) =>
  allow === 'signedIn' || (Array.isArray(allow) && allow.includes(role))

describe('without a token', () => {
  it.each(guarded)('nobody gets an answer of $name', async ({ endpoint }) => {
    expect((await ask(endpoint)).status).toBe(401)
  })
})

describe.each(roles)('a %s', (role) => {
  it.each(guarded.filter(({ endpoint }) => !may(endpoint, role)))('may not $name', async ({ endpoint }) => {
    const answer = await ask(endpoint, house.people[role].token)
    expect(answer).toMatchObject({ status: 403, success: false, context: null })
  })

  const allowed = guarded.filter(({ endpoint, name }) => may(endpoint, role) && name !== 'POST /auth/logout')
  it.each(allowed)('is let in to $name, and answered by the contract', async ({ endpoint }) => {
    const answer = await ask(endpoint, house.people[role].token)
    expect([200, 400, 404]).toContain(answer.status)
    expect(answer.status === 200 && endpoint.reply.safeDecode(answer.context).error).toBeFalsy()
  })
})
