import type { MessageStanding } from '@carewatch/contracts/escalation'
import { buttonData } from '@carewatch/contracts/telegram'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { alarmHistory, alarms, deliveries } from '@carewatch/migrations/schema/alarms'
import { channelStates, telegramLinks } from '@carewatch/migrations/schema/escalation'
import { auditLog, companies, users } from '@carewatch/migrations/schema/people'
import { type BotApi, startBotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addAccount } from '../testing/accounts.ts'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let lastChat = 700

describe('the bot', () => {
  let bot: BotApi
  let harness: Harness
  let fixture: CompanyFixture
  let chat: string
  beforeAll(async () => {
    bot = await startBotApi()
    harness = await startHarness({ TELEGRAM_BOT_TOKEN: bot.token, TELEGRAM_API_URL: bot.url })
    await harness.db.insert(channelStates).values({ channel: 'TELEGRAM', name: bot.userName })
  })
  afterAll(async () => {
    await harness.close()
    await bot.close()
  })
  beforeEach(async () => {
    fixture = await createCompanyFixture(harness)
    chat = String(++lastChat)
  })

  const lastMessage = (to = chat) => bot.chat(to).at(-1)?.text ?? ''
  const receives = (text: string | RegExp, to = chat) =>
    until(`the bot says ${text}`, () =>
      typeof text === 'string' ? lastMessage(to).includes(text) : text.test(lastMessage(to)),
    )
  async function linkOf(person: { token: string }): Promise<string> {
    const { status, context } = await harness.call('POST', '/user/telegram/connect', { token: person.token })
    expect(status).toBe(200)
    const link = new URL(String(context.link))
    expect(link.origin + link.pathname).toBe(`https://t.me/${bot.userName}`)
    return link.searchParams.get('start') ?? ''
  }
  const userRow = async ({ id }: { id: number }) =>
    (await harness.db.select().from(users).where(eq(users.id, id)))[0]

  async function connect(person: { id: number; token: string }, to = chat): Promise<void> {
    bot.messageFrom(to, `/start ${await linkOf(person)}`, { userName: 'somebody' })
    await receives('Connected', to)
  }
  async function given(person: { id: number }, shows: MessageStanding = 'OPEN') {
    const { alarm } = await raiseAlarm(harness, fixture, { kind: 'SOS', severity: 'CRITICAL', latched: true })
    const row = { alarmId: alarm.id, userId: person.id, channel: 'TELEGRAM', state: 'SENT', shows } as const
    const [message] = await harness.db.insert(deliveries).values(row).returning()
    const button = (answer: 'take' | 'falseAlarm') => ({
      text: answer,
      callback_data: buttonData(answer, message?.uuid ?? ''),
    })
    return { alarm, button }
  }
  const now = async ({ id }: { id: number }) =>
    (await harness.db.select().from(alarms).where(eq(alarms.id, id)))[0]

  it('connects whoever follows their link and presses Start, once', async () => {
    const { OWNER } = fixture.people
    const code = await linkOf(OWNER)
    expect(await userRow(OWNER)).toMatchObject({ telegramStatus: 'PENDING' })
    bot.messageFrom(chat, `/start ${code}`, { userName: 'grandma' })
    await receives('Connected')
    expect(await userRow(OWNER)).toMatchObject({
      telegramStatus: 'REGISTERED',
      telegramChatId: chat,
      telegramUserName: 'grandma',
    })
    const traces = await harness.db.select().from(auditLog).where(eq(auditLog.userId, OWNER.id))
    expect(traces.map(({ address }) => address)).toContain('telegram')

    const other = String(++lastChat)
    bot.messageFrom(other, `/start ${code}`)
    await receives('Dieser Link gilt nicht mehr', other)
    expect(await userRow(OWNER)).toMatchObject({ telegramChatId: chat })
  })

  it('refuses a link that is fifteen minutes old, or that nobody made', async () => {
    const { OWNER } = fixture.people
    const code = await linkOf(OWNER)
    await harness.db
      .update(telegramLinks)
      .set({ expiresAt: new Date(Date.now() - 1_000) })
      .where(eq(telegramLinks.userId, OWNER.id))
    for (const wrong of [code, 'made-up', 'x'.repeat(500)]) {
      const stranger = String(++lastChat)
      bot.messageFrom(stranger, `/start ${wrong}`)
      await receives('Dieser Link gilt nicht mehr', stranger)
    }
    expect(await userRow(OWNER)).toMatchObject({ telegramStatus: 'PENDING', telegramChatId: null })
  })

  it('tells a stranger, in their own language, what it is for, and says nothing in groups', async () => {
    bot.messageFrom(chat, 'hello')
    await receives('Dieser Bot bringt Alarme')
    bot.messageFrom(chat, 'hello all', { group: true })
    await receives('einer Gruppe')
    expect(bot.chat(chat)).toHaveLength(2)
  })

  it('takes the alarm for whoever presses the button, tells the second who was first, and writes down how', async () => {
    const { OWNER, SUPERVISOR } = fixture.people
    await connect(OWNER)
    const nurseChat = String(++lastChat)
    await connect(SUPERVISOR, nurseChat)
    const { alarm, button } = await given(SUPERVISOR)
    bot.press(nurseChat, button('take'))
    await until('the alarm is taken', async () => (await now(alarm))?.acknowledgedById === SUPERVISOR.id)
    await until('the nurse reads it', () => bot.toasts.includes('You are on it'))
    const history = await harness.db.select().from(alarmHistory).where(eq(alarmHistory.alarmId, alarm.id))
    expect(history).toMatchObject([{ step: 'ACKNOWLEDGED', userId: SUPERVISOR.id, via: 'TELEGRAM' }])

    const row = { alarmId: alarm.id, userId: OWNER.id, channel: 'TELEGRAM', state: 'SENT' } as const
    const [second] = await harness.db.insert(deliveries).values(row).returning()
    bot.press(chat, { text: '', callback_data: buttonData('take', second?.uuid ?? '') })
    await until('the owner reads who was first', () => bot.toasts.includes('Nora Nurse is on it already'))
    expect(await now(alarm)).toMatchObject({ acknowledgedById: SUPERVISOR.id })
  })

  it('takes every alarm of the incident', async () => {
    const { SUPERVISOR } = fixture.people
    await connect(SUPERVISOR)
    const { button } = await given(SUPERVISOR)
    const other = await raiseAlarm(harness, fixture)
    bot.press(chat, button('take'))
    await until('the other alarm is taken', async () => (await now(other.alarm))?.acknowledgedAt !== null)
    expect(await now(other.alarm)).toMatchObject({ acknowledgedById: SUPERVISOR.id })
  })

  it('is one chat for every account of a person, and takes each alarm as the one that it came to', async () => {
    const { SUPERVISOR: nurse } = fixture.people
    const there = await createCompanyFixture(harness)
    const place = { companyId: there.company.id, branchId: there.branch.id }
    const account = await addAccount(harness, nurse, { role: 'SUPERVISOR', ...place })
    await connect(nurse)
    expect(await userRow(account)).toMatchObject({ telegramChatId: chat, telegramStatus: 'REGISTERED' })
    const ofThere = await harness.db.select().from(auditLog).where(eq(auditLog.userId, account.id))
    expect(ofThere).toMatchObject([{ action: 'updated', companyId: there.company.id }])
    const ours = await given(nurse)
    fixture = there
    const theirs = await given(account)
    bot.press(chat, theirs.button('take'))
    await until(
      'the alarm there is taken',
      async () => (await now(theirs.alarm))?.acknowledgedById === account.id,
    )
    expect(await now(ours.alarm)).toMatchObject({ acknowledgedById: null })
    bot.press(chat, ours.button('take'))
    await until('the alarm here is taken', async () => (await now(ours.alarm))?.acknowledgedById === nurse.id)
    // It is taken away where the company let them go, and nowhere else.
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, account.id))
    bot.toasts.length = 0
    bot.press(chat, theirs.button('falseAlarm'))
    await until('refused', () => bot.toasts.some((text) => text.includes('not yours')))
    expect(await now(theirs.alarm)).toMatchObject({ closedById: null })
  })

  it('takes the alarm for whoever is called in the days of grace of a company that is inactive', async () => {
    const { SUPERVISOR: nurse } = fixture.people
    await connect(nurse)
    const { alarm, button } = await given(nurse)
    const { id } = fixture.company
    await harness.db.update(companies).set({ isActive: false }).where(eq(companies.id, id))
    bot.press(chat, button('take'))
    await until('the alarm is taken', async () => (await now(alarm))?.acknowledgedById === nurse.id)
    // They sign in nowhere for all that.
    const body = { email: nurse.email, password: TEST_PASSWORD }
    expect((await harness.call('POST', '/auth/login', { body })).status).toBe(401)
  })

  it('closes the alarm as a false one, and says that it is over to who comes later', async () => {
    const { OWNER } = fixture.people
    await connect(OWNER)
    const { alarm, button } = await given(OWNER)
    bot.press(chat, button('falseAlarm'))
    await until('the alarm is closed', async () => (await now(alarm))?.cause === 'FALSE_ALARM')
    bot.press(chat, button('take'))
    await until('the owner reads that it is over', () => bot.toasts.includes('It is over already'))
    expect(await now(alarm)).toMatchObject({ active: false, closedById: OWNER.id })
  })

  it('lets nobody answer by the message of another, by a made-up one, or of what they may no longer see', async () => {
    const { OWNER, RELATIVE } = fixture.people
    await connect(OWNER)
    const stranger = String(++lastChat)
    await connect(RELATIVE, stranger)
    const { alarm, button } = await given(OWNER)
    const refused = (count: number) =>
      until(
        `refused ${count} times`,
        () => bot.toasts.filter((text) => text.includes('not yours')).length === count,
      )
    bot.toasts.length = 0
    bot.press(chat, button('take'), { as: stranger })
    await refused(1)
    bot.press(chat, { text: '', callback_data: 'take:0' })
    await refused(2)
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, OWNER.id))
    bot.press(chat, button('take'))
    await refused(3)
    expect(await now(alarm)).toMatchObject({ acknowledgedAt: null })
  })

  it('lets go of whoever stops it', async () => {
    const { OWNER } = fixture.people
    await connect(OWNER)
    bot.messageFrom(chat, '/stop')
    await receives('Getrennt')
    expect(await userRow(OWNER)).toMatchObject({ telegramStatus: 'NONE', telegramChatId: null })
  })

  it('goes on hearing after Telegram was away', async () => {
    const { OWNER } = fixture.people
    bot.trouble('getUpdates', { code: 502, description: 'Bad Gateway' })
    await connect(OWNER)
    expect(await userRow(OWNER)).toMatchObject({ telegramStatus: 'REGISTERED' })
  })

  it('does not lose a tap that could not be written down at once', async () => {
    const { OWNER } = fixture.people
    await connect(OWNER)
    const { alarm, button } = await given(OWNER)
    await harness.db.execute(sql`alter table alarm_history rename to alarm_history_away`)
    bot.press(chat, button('take'))
    const asked = () => bot.asked.filter(({ method }) => method === 'getUpdates').length
    const before = asked()
    await until('the bot is asked again', () => asked() > before)
    expect(await now(alarm)).toMatchObject({ acknowledgedAt: null })
    await harness.db.execute(sql`alter table alarm_history_away rename to alarm_history`)
    await until('the alarm is taken', async () => (await now(alarm))?.acknowledgedById === OWNER.id)
  })

  it('makes no link where no engine has the bot', async () => {
    await harness.db.delete(channelStates)
    const { token } = fixture.people.OWNER
    expect(await harness.call('POST', '/user/telegram/connect', { token })).toMatchObject({
      status: 409,
      message: 'Telegram is not set up here',
    })
    await harness.db.insert(channelStates).values({ channel: 'TELEGRAM', name: bot.userName })
  })
})
