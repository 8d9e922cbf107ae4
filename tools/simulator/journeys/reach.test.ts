import type { Part } from '@carewatch/launcher/part'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { branchNurses, companies, users } from '@carewatch/migrations/schema/people'
import { testDatabase } from '@carewatch/platform/database/testing'
import { type BotApi, startBotApi } from '../src/providers/bot-api/bot-api.ts'
import { type Mailbox, startMailbox } from '../src/providers/mailbox.ts'
import { and, eq, sql } from 'drizzle-orm'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { signIn } from './person.ts'
import { startProduct, type Product } from './product.ts'

/** Guards against what hangs: each part is killed here, and starts again on a machine that may have other work. */
const SOON = { timeout: 60_000, interval: 100 }

let database: Awaited<ReturnType<typeof testDatabase>>
let bot: BotApi
let mailbox: Mailbox
let product: Product
beforeAll(async () => {
  ;[database, bot, mailbox] = await Promise.all([testDatabase(), startBotApi(), startMailbox()])
  product = await startProduct(database.url, {
    TELEGRAM_BOT_TOKEN: bot.token,
    TELEGRAM_API_URL: bot.url,
    SMTP_URL: mailbox.url,
  })
})
afterAll(async () => {
  await product.close()
  await Promise.all([bot.close(), mailbox.close()])
  await database.drop()
})

/** A watch of somebody whom a supervisor looks after, in a branch with a nurse, in a company with a manager. */
async function createWard() {
  const { db } = database
  const company = await createCompany(db)
  const branch = await createBranch(db, company.id)
  const place = { companyId: company.id, branchId: branch.id }
  const person = (firstName: string, chat?: string) =>
    createUser(db, {
      role: 'SUPERVISOR',
      ...place,
      firstName,
      lastName: 'Levi',
      ...(chat !== undefined && { telegramChatId: chat, telegramStatus: 'REGISTERED' }),
    })
  const supervisor = await person('Sara', '501')
  const nurse = await person('Noa', '502')
  const manager = await person('Mia')
  await db.insert(branchNurses).values({ branchId: branch.id, userId: nurse.id })
  await db.update(companies).set({ managerId: manager.id }).where(eq(companies.id, company.id))
  const owner = await createUser(db, { role: 'OWNER', companyId: company.id, supervisorId: supervisor.id })
  const device = await createDevice(db, { ...place, ownerId: owner.id, name: 'Room 7' })
  return { supervisor, nurse, manager, device }
}

const kill = async (part: Part): Promise<void> => {
  await expect.poll(part.pid, SOON).toBeDefined()
  process.kill(part.pid() ?? 0, 'SIGKILL')
}

/** As if so much time had gone by since the alarm, and since somebody took it. */
async function letTimePass(seconds: number): Promise<void> {
  const move = sql`${seconds} * interval '1 second'`
  // At once: an engine that saw only the first would look, find nobody late, and say when to look again.
  await database.db.transaction(async (tx) => {
    await tx.update(alarms).set({ acknowledgedAt: sql`acknowledged_at - ${move}` })
    await tx.update(escalations).set({ dueAt: sql`due_at - ${move}` })
  })
}

/** So many messages are sent, and that stands in the database: whoever is killed before that sends one again. */
const areSent = (count: number): Promise<void> =>
  expect
    .poll(
      () =>
        database.db.$count(deliveries, and(eq(deliveries.channel, 'TELEGRAM'), eq(deliveries.state, 'SENT'))),
      SOON,
    )
    .toBe(count)

it('walks an unanswered SOS up the chain over kills of each part, until a tap in Telegram takes it', async () => {
  const { device, nurse, manager } = await createWard()
  const { db } = database
  const { imei, password } = device
  const watch = await connectAsync(product.mqttUrl, { username: imei, password, clientId: imei })
  await watch.publishAsync(`watch/${imei}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
  await watch.endAsync()
  await expect.poll(() => bot.chat('501').length, SOON).toBe(1)
  expect(bot.chat('501')[0]?.text).toContain('Room 7')
  await areSent(1)

  // A minute later, of which the engine saw nothing.
  await kill(product.parts.rulesEngine)
  await letTimePass(60)
  await expect.poll(() => bot.chat('502').length, SOON).toBe(1)
  await areSent(2)

  // The tap waits at Telegram while nobody listens.
  await kill(product.parts.api)
  const [button] = bot.chat('502')[0]?.buttons ?? []
  if (!button) throw new Error('The message has no buttons.')
  bot.press('502', button)
  const alarm = async () => (await db.select().from(alarms).where(eq(alarms.deviceId, device.id)))[0]
  await expect.poll(async () => (await alarm())?.acknowledgedById, SOON).toBe(nurse.id)
  for (const chat of ['501', '502'])
    await expect.poll(() => bot.chat(chat)[0]?.text, SOON).toContain('Noa Levi\u2069 is on it')

  // Two minutes later nobody else is notified: somebody is on it.
  await letTimePass(120)
  const dueAt = async () => (await db.select().from(escalations))[0]?.dueAt?.getTime() ?? 0
  await expect.poll(async () => (await dueAt()) > Date.now(), SOON).toBe(true)
  expect(mailbox.sentTo(manager.email)).toEqual([])

  // Ten minutes after somebody took it, it is still not resolved.
  await letTimePass(485)
  expect((await mailbox.letterTo(manager.email)).subject).toContain('Room 7')
  const messages = await db.select().from(deliveries).where(eq(deliveries.channel, 'TELEGRAM'))
  expect(messages).toHaveLength(2)
  expect(bot.chat('501')).toHaveLength(1)
  expect(bot.chat('502')).toHaveLength(1)
})

it('connects a Telegram by a link, and sends its person a test that arrives', async () => {
  const { nurse } = await createWard()
  await database.db
    .update(users)
    .set({ telegramStatus: 'NONE', telegramChatId: null })
    .where(eq(users.id, nurse.id))
  const person = await signIn(product, nurse.email)
  const connect = async () => (await person.post('/user/telegram/connect')).context.link
  await expect.poll(connect, SOON).toContain('https://t.me/')
  const code = new URL(String(await connect())).searchParams.get('start')
  bot.messageFrom('777', `/start ${code}`, { userName: 'noa' })
  await expect.poll(() => bot.chat('777').at(-1)?.text, SOON).toContain('Connected')
  expect((await person.post('/user/channels/test', { channel: 'TELEGRAM' })).status).toBe(200)
  await expect.poll(() => bot.chat('777').at(-1)?.text, SOON).toContain('TEST: alarms reach you here')
})
