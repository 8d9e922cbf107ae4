import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createHouse, type House } from '../testing/house.ts'
import { startStand, type Stand } from '../testing/stand.ts'

let stand: Stand
let house: House
let theirs: House
beforeAll(async () => {
  stand = await startStand()
  house = await createHouse(stand)
  theirs = await createHouse(stand)
  for (const { company, branch } of [house, theirs])
    await createDevice(stand.db, { companyId: company.id, branchId: branch.id, name: 'שעון של סבתא 100%' })
})
afterAll(() => stand.close())

const find = async (token: string, q: string) => {
  const { context } = await stand.call('GET', `/search?q=${encodeURIComponent(q)}`, { token })
  return context.suggestions as { kind: string; uuid: string; name: string; detail: string }[]
}

it('suggests devices, people, companies and branches by a part of their name', async () => {
  const { MANAGER } = house.people
  const nurse = await find(MANAGER.token, 'nORa nur')
  expect(nurse).toEqual([expect.objectContaining({ kind: 'person', name: 'Nora Nurse' })])
  expect(await find(MANAGER.token, house.device.imei.slice(3, 12))).toEqual([
    { kind: 'device', uuid: house.device.uuid, name: house.device.name, detail: house.device.imei },
  ])
  expect(await find(MANAGER.token, house.company.name)).toEqual([
    expect.objectContaining({ kind: 'company', uuid: house.company.uuid }),
  ])
  expect(await find(MANAGER.token, house.branch.code)).toEqual([
    expect.objectContaining({ kind: 'branch', uuid: house.branch.uuid }),
  ])
})

it('finds Hebrew, takes % as a letter, and shows nothing of another company', async () => {
  const { MANAGER } = house.people
  expect(await find(MANAGER.token, 'סבתא 100%')).toHaveLength(1)
  expect(await find(MANAGER.token, '1%0')).toEqual([])
  expect(await find(MANAGER.token, theirs.device.imei)).toEqual([])
})

it('is not for owners and relatives', async () => {
  const { token } = house.people.OWNER
  expect((await stand.call('GET', '/search?q=a', { token })).status).toBe(403)
})
