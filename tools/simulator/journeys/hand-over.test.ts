import {
  createBranch,
  createCompany,
  createDevice,
  createRoom,
  createUser,
} from '@carewatch/migrations/factories'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { testDatabase } from '@carewatch/platform/database/testing'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BotApi, startBotApi } from '../src/providers/bot-api/bot-api.ts'
import { isNotification, signIn } from './person.ts'
import { startProduct, type Product } from './product.ts'

const SOON = { timeout: 60_000, interval: 100 }
const MINUTE_MS = 60_000

let database: Awaited<ReturnType<typeof testDatabase>>
let bot: BotApi
let product: Product
beforeAll(async () => {
  ;[database, bot] = await Promise.all([testDatabase(), startBotApi()])
  product = await startProduct(database.url, { TELEGRAM_BOT_TOKEN: bot.token, TELEGRAM_API_URL: bot.url })
})
afterAll(async () => {
  await product.close()
  await bot.close()
  await database.drop()
})

/** Two residents of one house, each with a daughter and the nurse who looks after her; the first wears the only watch. */
async function createCare() {
  const { db } = database
  const company = await createCompany(db)
  const branch = await createBranch(db, company.id)
  const place = { companyId: company.id, branchId: branch.id }
  const manager = await createUser(db, { role: 'MANAGER', companyId: company.id })
  const resident = async (firstName: string, telegramChatId: string, bed: string) => {
    const reach = { telegramChatId, telegramStatus: 'REGISTERED' } as const
    const nurse = await createUser(db, { role: 'SUPERVISOR', ...place, ...reach })
    const owner = await createUser(db, { role: 'OWNER', companyId: company.id, supervisorId: nurse.id })
    const room = await createRoom(db, branch.id, { name: `Room ${firstName.length}` })
    const values = { firstName, lastName: 'Cohen', ...place, roomId: room.id, bed }
    const [wearer] = await db.insert(wearers).values(values).returning()
    if (!wearer) throw new Error('The insert answered no row.')
    await db.insert(wearerRelations).values({ wearerId: wearer.id, userId: owner.id, kind: 'OWNER' })
    return { ...wearer, owner, firstLine: `${firstName} Cohen` }
  }
  const [ruth, miriam] = [await resident('Ruth', '601', '1'), await resident('Miriam', '602', '2')]
  const device = await createDevice(db, { ...place, ownerId: ruth.owner.id })
  const startedAt = new Date(Date.now() - 120 * MINUTE_MS)
  await db.insert(assignments).values({ wearerId: ruth.id, deviceId: device.id, startedAt })
  return { ruth, miriam, device, manager }
}

it('what a watch sends late, after it was handed over, is about who wore it then, in every message and on every screen', async () => {
  const { ruth, miriam, device, manager } = await createCare()
  const { imei, password } = device
  const [staff, daughter, other] = await Promise.all(
    [manager, ruth.owner, miriam.owner].map(({ email }) => signIn(product, email)),
  )
  if (!staff || !daughter || !other) throw new Error('Three signed in.')
  const [hers, others] = [await daughter.listen(), await other.listen()]
  const body = { wearerUUID: miriam.uuid, deviceUUID: device.uuid, handOverFrom: ruth.uuid }
  expect((await staff.post('/wearers/assign', body)).status).toBe(200)

  const watch = await connectAsync(product.mqttUrl, { username: imei, password, clientId: imei })
  const send = (leaf: string, message: object) =>
    watch.publishAsync(`watch/${imei}/${leaf}`, JSON.stringify(message), { qos: 1 })
  const before = Date.now() - 10 * MINUTE_MS
  await send('readings', { time: before, heartRate: 61 })
  await send('event', { time: before, type: 'SOS' })
  await expect.poll(() => bot.chat('601').length, SOON).toBe(1)
  expect(bot.chat('601')[0]?.text.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(
    /Ruth Cohen, Room 4, bed 1: SOS/,
  )
  const { notification } = await hers.next(isNotification('opened'))
  expect(notification).toMatchObject({ wearerUuid: ruth.uuid, late: true, wearer: { name: 'Ruth Cohen' } })

  await send('readings', { time: Date.now(), heartRate: 88 })
  await send('event', { time: Date.now(), type: 'SOS' })
  await watch.endAsync()
  await expect.poll(() => bot.chat('602').length, SOON).toBe(1)
  expect(bot.chat('602')[0]?.text.replaceAll(/[\u2066-\u2069]/g, '')).toMatch(
    /Miriam Cohen, Room 6, bed 2: SOS/,
  )
  await others.next(isNotification('opened'))
  const namesOf = ({ received }: typeof hers) =>
    received.filter(isNotification('opened')).map((event) => event.notification.wearer?.name)
  expect([namesOf(hers), namesOf(others)]).toEqual([['Ruth Cohen'], ['Miriam Cohen']])
  expect(bot.chat('601')).toHaveLength(1)

  const heartsOf = async (asking: typeof staff, uuid: string) => {
    const { context, status } = await asking.get(`/wearers/readings/${uuid}/heartRate/0`)
    const { readings = [] } = (context ?? {}) as { readings?: { value: number }[] }
    return [status, ...readings.map(({ value }) => value)]
  }
  await expect.poll(() => heartsOf(staff, miriam.uuid), SOON).toEqual([200, 88])
  expect(await heartsOf(staff, ruth.uuid)).toEqual([200, 61])
  expect([await heartsOf(daughter, ruth.uuid), await heartsOf(daughter, miriam.uuid)]).toEqual([
    [200, 61],
    [404],
  ])
  expect([await heartsOf(other, miriam.uuid), await heartsOf(other, ruth.uuid)]).toEqual([[200, 88], [404]])
  hers.close()
  others.close()
})
