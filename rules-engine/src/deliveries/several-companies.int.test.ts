import type { Channel } from '@carewatch/contracts/escalation'
import { languages } from '@carewatch/contracts/languages'
import { createAccount, createCompany, createSession } from '@carewatch/migrations/factories'
import { relatives } from '@carewatch/migrations/schema/devices'
import { companies, pushSubscriptions, users } from '@carewatch/migrations/schema/people'
import { recipientsOf } from '@carewatch/platform/escalation/recipients'
import { eq, sql } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advance } from '../escalation/advance.ts'
import { createFamily, type EngineHarness, ring, startHarness } from '../testing.ts'
import type { Message, Sender } from './channels/channel.ts'
import { createDeliveryWorker } from './delivery-worker.ts'

describe('somebody who works with several companies', () => {
  let harness: EngineHarness
  let here: Awaited<ReturnType<typeof createFamily>>
  let there: Awaited<ReturnType<typeof createFamily>>
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    here = await createFamily(harness)
    there = await createFamily(harness)
    await name(here.company.id, 'Carmel')
    await name(there.company.id, 'Galil')
  })

  const name = (id: number, called: string) =>
    harness.db.update(companies).set({ name: called }).where(eq(companies.id, id))
  const change = (id: number, values: Partial<typeof users.$inferInsert>) =>
    harness.db.update(users).set(values).where(eq(users.id, id))
  const working = new Set<Channel>(['IN_APP', 'EMAIL', 'TELEGRAM'])
  const log = pino({ level: 'silent' })

  /** What goes out of an alarm by Telegram and e-mail. */
  async function messagesOf(deviceId: number): Promise<Message[]> {
    const sent: Message[] = []
    await ring(harness, deviceId)
    while ((await advance(harness.connection, working)) > 0);
    for (const channel of ['TELEGRAM', 'EMAIL'] as const) {
      const send: Sender['send'] = (message) => {
        sent.push(message)
        return Promise.resolve({ providerId: null })
      }
      await createDeliveryWorker({ db: harness.pool, working, log }, { channel, send }).send()
    }
    return sent
  }

  /** A nurse of the one house looks after the owner of a watch in the other too. */
  async function nurse() {
    const { supervisor } = here
    await change(supervisor.id, {
      telegramChatId: `chat of ${supervisor.id}`,
      telegramStatus: 'REGISTERED',
    })
    const account = await createAccount(harness.db, supervisor, {
      role: 'SUPERVISOR',
      companyId: there.company.id,
    })
    await change(there.owner.id, { supervisorId: account.id })
    return { ...supervisor, account }
  }
  const to = (messages: readonly Message[], chat: string) =>
    messages.filter(({ telegramChatId }) => telegramChatId === chat)

  it('gets the alarms of each at their own addresses, once, and reads whose they are', async () => {
    const nora = await nurse()
    for (const [family, company, uuid] of [
      [here, 'Carmel', nora.uuid],
      [there, 'Galil', nora.account.uuid],
    ] as const) {
      const messages = to(await messagesOf(family.device.id), `chat of ${nora.id}`)
      expect(messages).toHaveLength(1)
      expect(messages[0]?.title).toContain(company)
      expect(messages[0]?.title.startsWith('\u2068')).toBe(true)
      expect(messages[0]?.path).toContain(`account=${uuid}`)
      expect(messages[0]?.email).toBe(nora.email)
    }
  })

  it.each(languages)('reads whose they are in %s', async (selectedLanguage) => {
    const nora = await nurse()
    await change(nora.account.id, { selectedLanguage })
    const [message] = to(await messagesOf(there.device.id), `chat of ${nora.id}`)
    expect(message?.title).toMatch(/ · \u2068Galil\u2069$/)
  })

  it('reads of no company where the other lets them in no longer, as whoever has one', async () => {
    const nora = await nurse()
    await change(nora.id, { isActive: false })
    const [message] = to(await messagesOf(there.device.id), `chat of ${nora.id}`)
    expect(message?.title).not.toContain('Galil')
    expect(message?.path).not.toContain('account=')
    const ofHere = await messagesOf(here.device.id)
    expect(to(ofHere, `chat of ${nora.id}`)).toEqual([])
    const [plain] = ofHere
    expect(plain?.title).not.toContain('Carmel')
  })

  it('is told once of an alarm that concerns two of their accounts, by the one that is of its company', async () => {
    const nora = await nurse()
    await harness.db
      .insert(relatives)
      .values({ deviceId: there.device.id, userId: nora.id, name: 'Nora', sosPriority: 'HIGH' })
    const alarm = await ring(harness, there.device.id)
    const all = await recipientsOf(harness.connection, alarm, ['SUPERVISOR', 'RELATIVES_HIGH', 'OWNER'])
    expect(all.filter(({ telegramChatId }) => telegramChatId === `chat of ${nora.id}`)).toMatchObject([
      { userId: nora.account.id },
    ])
  })

  it('is told by the browser of any sign-in, but for one that the company ended', async () => {
    const nora = await nurse()
    const alarm = await ring(harness, there.device.id)
    const hasPush = async () =>
      (await recipientsOf(harness.connection, alarm, ['SUPERVISOR'])).map((who) => who.hasPush)
    expect(await hasPush()).toEqual([false])
    const { id: sessionId } = await createSession(harness.db, nora.id)
    const keys = { endpoint: `https://push.test/${nora.uuid}`, p256dh: 'key', auth: 'auth' }
    await harness.db.insert(pushSubscriptions).values({ userId: nora.id, sessionId, ...keys })
    expect(await hasPush()).toEqual([true])
    await harness.db
      .update(users)
      .set({ signedOutAt: sql`now() + interval '1 second'` })
      .where(eq(users.id, nora.account.id))
    expect(await hasPush()).toEqual([false])
    const elsewhere = await ring(harness, here.device.id)
    const [ofHere] = await recipientsOf(harness.connection, elsewhere, ['SUPERVISOR'])
    expect(ofHere?.hasPush).toBe(true)
  })

  it('is nobody of a company that none of their accounts is of', async () => {
    const nora = await nurse()
    const other = await createCompany(harness.db)
    await createAccount(harness.db, nora, { role: 'SUPERVISOR', companyId: other.id })
    const alarm = await ring(harness, there.device.id)
    const all = await recipientsOf(harness.connection, alarm, ['OWNER', 'SUPERVISOR', 'MANAGER', 'NURSES'])
    expect(all.map(({ userId }) => userId)).toContain(nora.account.id)
    expect(all.filter(({ email }) => email === nora.email)).toHaveLength(1)
  })
})
