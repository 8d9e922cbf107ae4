import type { LiveEvent } from '@carewatch/contracts/events'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { roles } from '@carewatch/contracts/roles'
import { liveTopic } from '@carewatch/contracts/topics'
import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createHouse, type House, raiseAlarm } from '../testing/house.ts'
import { look, publish, type Screen, settled } from '../testing/screen.ts'
import { startStand, type Stand, until } from '../testing/stand.ts'

/** A screen may say so many things a second: asked more often, it would be heard no more. */
const patience = { timeout: 15_000, interval: 100 }
type Device = { uuid: string; companyUuid: string }

let stand: Stand
let house: House
let watches: Device[]
beforeAll(async () => {
  stand = await startStand()
  house = await createHouse(stand)
  const houses = [house, await createHouse(stand), await createHouse(stand)]
  watches = []
  for (const one of houses) {
    const { company } = one
    const elsewhere = await createBranch(stand.db, company.id)
    const there = await createDevice(stand.db, { companyId: company.id, branchId: elsewhere.id })
    const nowhere = await createDevice(stand.db, { companyId: company.id })
    for (const device of [one.device, there, nowhere])
      watches.push({ uuid: device.uuid, companyUuid: company.uuid })
    await raiseAlarm(stand, one)
    for (const device of [there, nowhere]) await raiseAlarm(stand, { ...one, device })
  }
  await until('the api is ready', async () => (await fetch(`${stand.api.url}/api/health/ready`)).ok)
})
afterAll(() => stand.close())

/** All there is, as an administrator is told it over HTTP: what each role hears live is compared with what it may read. */
async function everything() {
  const { token } = house.people.ADMIN
  const [notifications, tasks] = await Promise.all([
    stand.call('GET', '/notification/all/after/0', { token }),
    stand.call('GET', '/tasks/all/0?size=200', { token }),
  ])
  return {
    notifications: notificationsAfter.reply.decode(notifications.context).notifications,
    tasks: allTasks.reply.decode(tasks.context).tasks,
  }
}

const companyOf = (deviceUuid: string | null): string =>
  watches.find(({ uuid }) => uuid === deviceUuid)?.companyUuid ?? ''

async function tellEverything(): Promise<void> {
  const { notifications, tasks } = await everything()
  for (const notification of notifications) {
    const event: LiveEvent = { type: 'notification', change: 'opened', notification }
    await publish(stand, liveTopic.alarm(companyOf(notification.deviceUuid)), event)
  }
  for (const task of tasks)
    await publish(stand, liveTopic.task(companyOf(task.deviceUuid)), { type: 'task', task })
}

const tellReadings = async () => {
  for (const { uuid } of watches) {
    const readings = [{ time: new Date(), values: { heartRate: 72 } }]
    await publish(stand, liveTopic.readings(uuid), { type: 'readings', deviceUuid: uuid, readings })
  }
}

const uuidsOf = (rows: { uuid: string }[] | undefined): string[] =>
  (rows ?? []).map(({ uuid }) => uuid).toSorted()

/** What a role may read over HTTP; nothing where it may not ask. */
async function readable(token: string) {
  const get = async (path: string) => (await stand.call('GET', path, { token })).context
  const [devices, notifications, tasks] = await Promise.all([
    get('/devices/all?size=200'),
    get('/notification/all/after/0'),
    get('/tasks/all/0?size=200'),
  ])
  return {
    devices: uuidsOf(devices?.devices),
    notifications: uuidsOf(notifications?.notifications),
    tasks: uuidsOf(tasks?.tasks),
  }
}

function heardBy({ heard }: Screen) {
  const told = (type: string, of: (message: Screen['heard'][number]) => unknown) =>
    [
      ...new Set(heard.filter((message) => message.type === type).map((message) => String(of(message)))),
    ].toSorted()
  const within = (field: string) => (message: Screen['heard'][number]) =>
    (message[field] as { uuid: string }).uuid
  return {
    devices: told('readings', ({ deviceUuid }) => deviceUuid),
    notifications: told('notification', within('notification')),
    tasks: told('task', within('task')),
  }
}

describe.each(roles)('a screen of a %s', (role) => {
  it('hears of exactly the rows that may be read, of three companies', async () => {
    const { token } = house.people[role]
    const expected = await readable(token)
    const screen = await look(
      stand,
      token,
      watches.map(({ uuid }) => uuid),
    )
    const heardAfter = async (tell: () => Promise<void>) => {
      await tell()
      await settled(screen)
      return heardBy(screen)
    }
    const { devices, ...told } = expected
    await expect.poll(() => heardAfter(tellReadings), patience).toMatchObject({ devices })
    await expect.poll(() => heardAfter(tellEverything), patience).toMatchObject(told)
    expect(heardBy(screen)).toEqual(expected)
    screen.socket.close()
  })
})
