import { randomUUID } from 'node:crypto'
import type { Channel } from '@carewatch/contracts/escalation'
import { positions } from '@carewatch/migrations/schema/readings'
import { relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { createDevice, createUser } from '@carewatch/migrations/factories'
import { type BotApi, startBotApi } from '@carewatch/simulator/providers/bot-api/bot-api'
import { startHttpProvider } from '@carewatch/simulator/providers/http-provider'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advance } from '../../escalation/advance.ts'
import { createFamily, ring, startHarness, type EngineHarness } from '../../testing.ts'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import type { Sender } from './channel.ts'
import { editAnswered } from '../edit.ts'
import { createDeliveryWorker, type DeliveryWorker } from '../delivery-worker.ts'
import { telegramSender } from './telegram.ts'

const log = pino({ level: 'silent' })
let lastChat = 1_000

describe('an alarm in Telegram', () => {
  let harness: EngineHarness
  let bot: BotApi
  let sender: Sender
  let worker: DeliveryWorker
  let family: Awaited<ReturnType<typeof createFamily>>
  let chat: string
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    bot = await startBotApi()
    sender = telegramSender({ token: bot.token, apiUrl: bot.url, publicUrl: 'https://care.test' })
    worker = createDeliveryWorker({ db: harness.pool, working, log }, sender)
    family = await createFamily(harness)
    chat = await connect(family.supervisor.id)
    return () => bot.close()
  })

  const working = new Set<Channel>(['IN_APP', 'TELEGRAM', 'EMAIL'])
  async function connect(userId: number): Promise<string> {
    const telegramChatId = String(++lastChat)
    await harness.db
      .update(users)
      .set({ telegramChatId, telegramStatus: 'REGISTERED' })
      .where(eq(users.id, userId))
    return telegramChatId
  }
  async function publish(...of: Parameters<typeof ring> extends [unknown, ...infer Rest] ? Rest : never) {
    const alarm = await ring(harness, ...of)
    while ((await advance(harness.connection, working)) > 0);
    return alarm
  }
  const pauseIsOver = (alarm: number) =>
    harness.owner.query("update deliveries set next_at = now() - interval '1 second' where alarm_id = $1", [
      alarm,
    ])
  const states = async (alarm: number) =>
    (
      await harness.owner.query<{ channel: Channel; state: string; reason: string | null }>(
        "select channel, state, reason from deliveries where alarm_id = $1 and channel <> 'IN_APP' order by id",
        [alarm],
      )
    ).rows

  it('goes to Telegram and nowhere else, wherever an answer leads', async () => {
    const [leading, elsewhere] = [await startHttpProvider(), await startHttpProvider()]
    leading.answerWith({ status: 307, headers: { location: elsewhere.url } })
    const led = telegramSender({ token: bot.token, apiUrl: leading.url, publicUrl: 'https://care.test' })
    await expect(led.name?.(AbortSignal.timeout(5_000))).rejects.toBeInstanceOf(NotSent)
    expect([leading.asked.length, elsewhere.asked.length]).toEqual([1, 0])
    await Promise.all([leading.close(), elsewhere.close()])
  })

  it('says whose watch it is, what happened and since when, with two buttons and the way to its page', async () => {
    await harness.db
      .update(users)
      .set({ selectedLanguage: 'de', timeZone: 'Europe/Berlin' })
      .where(eq(users.id, family.supervisor.id))
    await publish(family.device.id)
    await worker.send()
    const [message] = bot.chat(chat)
    expect(message?.text).toContain(family.device.name)
    expect(message?.text).toMatch(/Kritisch, seit \u2068\d\d:\d\d\u2069/)
    expect(message?.text).toContain('https://care.test/admin/notifications?selected=')
    expect(message?.buttons.map(({ text }) => text)).toEqual(['Ich kümmere mich', 'Fehlalarm'])
  })

  it('says who it is and where they lie, in Hebrew too, and to the family what they call her', async () => {
    const { db } = harness
    const { branch, company, device, owner, supervisor } = family
    await harness.owner.query(
      `with room as (insert into rooms (branch_id, name) values ($1, '201') returning id),
       ruth as (insert into wearers (first_name, last_name, company_id, branch_id, room_id, bed)
         select 'Ruth', 'Cohen', $2, $1, id, '2' from room returning id),
       worn as (insert into assignments (wearer_id, device_id, started_at) select id, $3, now() - interval '1 day' from ruth)
       insert into wearer_relations (wearer_id, user_id, kind, nickname) select id, $4, 'OWNER', 'אמא' from ruth`,
      [branch.id, company.id, device.id, owner.id],
    )
    await db.update(users).set({ selectedLanguage: 'iw' }).where(eq(users.id, owner.id))
    const daughter = await connect(owner.id)
    const alarm = await publish(device.id)
    await harness.owner.query(
      "insert into deliveries (alarm_id, user_id, channel, next_at) values ($1, $2, 'TELEGRAM', date_trunc('milliseconds', now()))",
      [alarm, owner.id],
    )
    await worker.send()
    const firstLine = (to: string) => bot.chat(to)[0]?.text.split('\n')[0]
    expect(firstLine(chat)).toBe('\u2068Ruth Cohen\u2069, room 201, bed 2: SOS pressed')
    expect(firstLine(daughter)).toBe('\u2068אמא\u2069, חדר 201, מיטה 2: נלחץ כפתור מצוקה')
    expect(bot.chat(chat)[0]?.text).not.toContain(device.name)

    // Whoever wears it next has nothing to do with hers.
    await harness.owner.query(
      "update assignments set ended_at = now() - interval '1 hour' where device_id = $1",
      [device.id],
    )
    await harness.owner.query(
      `with next as (insert into wearers (first_name, company_id, branch_id) values ('Miriam', $1, $2) returning id)
       insert into assignments (wearer_id, device_id, started_at) select id, $3, now() from next`,
      [company.id, branch.id, device.id],
    )
    await harness.owner.query(
      'update alarms set acknowledged_at = now(), acknowledged_by_id = $2 where id = $1',
      [alarm, supervisor.id],
    )
    expect(await editAnswered({ db: harness.pool, log }, sender)).toBe(2)
    expect([chat, daughter].map((to) => bot.chat(to)[0]?.isEdited)).toEqual([true, true])
    expect(firstLine(chat)).toBe('\u2068Ruth Cohen\u2069, room 201, bed 2: SOS pressed')
  })

  it('that comes later sends to where they lie by then, and says where they lay when it happened', async () => {
    const { branch, company, device, owner } = family
    await harness.owner.query(
      `with room as (insert into rooms (branch_id, name) values ($1, '201'), ($1, '305') returning id, name),
       ruth as (insert into wearers (first_name, company_id, branch_id, room_id, bed)
         select 'Ruth', $2, $1, id, '2' from room where name = '201' returning id)
       insert into assignments (wearer_id, device_id, started_at) select id, $3, now() - interval '1 day' from ruth`,
      [branch.id, company.id, device.id],
    )
    const alarm = await publish(device.id)
    await worker.send()
    await harness.owner.query(
      `update wearers set bed = '1', room_id = (select id from rooms where name = '305' and branch_id = $2)
       where id = (select wearer_id from alarms where id = $1)`,
      [alarm, branch.id],
    )
    const later = await connect(owner.id)
    await harness.owner.query(
      "insert into deliveries (alarm_id, user_id, channel, next_at) values ($1, $2, 'TELEGRAM', date_trunc('milliseconds', now()))",
      [alarm, owner.id],
    )
    await worker.send()
    const firstLine = (to: string) => bot.chat(to)[0]?.text.split('\n')[0]
    expect(firstLine(chat)).toBe('\u2068Ruth\u2069, room 201, bed 2: SOS pressed')
    expect(firstLine(later)).toBe(
      '\u2068Ruth\u2069, room 305, bed 1 (at the alarm: room 201, bed 2): SOS pressed',
    )
  })

  it('shows where the watch is to who may know it, and to nobody else', async () => {
    await harness.db
      .insert(positions)
      .values({ deviceId: family.device.id, time: new Date(), lat: 32.08, lng: 34.78, accuracyM: 12 })
    const strangers = await createUser(harness.db, { role: 'RELATIVE', companyId: family.company.id })
    await harness.db.insert(relatives).values({
      deviceId: family.device.id,
      userId: strangers.id,
      name: 'A cousin',
      sosPriority: 'HIGH',
      maySeeLocation: false,
    })
    const cousin = await connect(strangers.id)
    await publish(family.device.id)
    await worker.send()
    expect(bot.chat(chat).map(({ location }) => location)).toEqual([
      null,
      { latitude: 32.08, longitude: 34.78, horizontalAccuracy: 12 },
    ])
    expect(bot.chat(cousin).map(({ location }) => location)).toEqual([null])
  })

  it.each([
    ['the exact place, while the wide circle after it holds that', 32.1, 3_000, 32.08],
    ['a circle elsewhere as wide as it is', 32.2, 1_500, 32.2],
    ['no circle that is wider than a chat can show', 32.2, 3_000, undefined],
    ['no circle of which nobody says how wide it is', 32.5, null, undefined],
  ])('shows %s', async (_, lat, accuracyM, shown) => {
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    await harness.db.insert(positions).values([
      { deviceId: family.device.id, time: at(11), lat: 32.08, lng: 34.78, accuracyM: 12 },
      { deviceId: family.device.id, time: at(2), lat, lng: 34.78, accuracyM, source: 'CELL' },
    ])
    await publish(family.device.id)
    await worker.send()
    const pins = bot.chat(chat).flatMap(({ location }) => (location ? [location] : []))
    const horizontalAccuracy = shown === lat ? accuracyM : 12
    expect(pins).toEqual(
      shown === undefined ? [] : [{ latitude: shown, longitude: 34.78, horizontalAccuracy }],
    )
  })

  it('tells everybody who took it, in the message itself, and takes the buttons away', async () => {
    const alarm = await publish(family.device.id)
    await worker.send()
    await harness.owner.query(
      'update alarms set acknowledged_at = now(), acknowledged_by_id = $2 where id = $1',
      [alarm, family.nurse.id],
    )
    expect(await editAnswered({ db: harness.pool, log }, sender)).toBe(1)
    const [message] = bot.chat(chat)
    expect(message).toMatchObject({ isEdited: true, buttons: [] })
    expect(message?.text).toContain(
      `✅ \u2068${family.nurse.firstName} ${family.nurse.lastName}\u2069 is on it`,
    )
    expect(await editAnswered({ db: harness.pool, log }, sender)).toBe(0)

    await harness.owner.query(
      "update alarms set closed_at = now(), closed_by_id = $2, cause = 'FALSE_ALARM' where id = $1",
      [alarm, family.nurse.id],
    )
    await editAnswered({ db: harness.pool, log }, sender)
    expect(bot.chat(chat)[0]?.text).toContain('False alarm')
    expect(await editAnswered({ db: harness.pool, log }, sender)).toBe(0)
  })

  it.each([
    ['an error of the server', '0 s', { code: 502, description: 'Bad Gateway' }, 5],
    ['a limit', '0 s', { code: 429, description: 'Too Many Requests', retryAfter: 40 }, 40],
    ['an error for hours', '3 h', { code: 502, description: 'Bad Gateway' }, 60],
  ] as const)(
    'is edited soon after %s kept it from saying who took it',
    async (_, since, trouble, seconds) => {
      const alarm = await publish(family.device.id)
      await worker.send()
      const taken = 'update alarms set acknowledged_at = now() - $2::interval where id = $1'
      await harness.owner.query(taken, [alarm, since])
      bot.trouble('editMessageText', trouble)
      expect(await editAnswered({ db: harness.pool, log }, sender)).toBe(1)
      const { rows } = await harness.owner.query<{ wait: number }>(
        "select ceil(extract(epoch from next_at - updated_at))::int as wait from deliveries where alarm_id = $1 and channel = 'TELEGRAM'",
        [alarm],
      )
      expect(rows).toEqual([{ wait: seconds }])
      await pauseIsOver(alarm)
      expect(await editAnswered({ db: harness.pool, log }, sender)).toBe(1)
      expect(bot.chat(chat)[0]?.isEdited).toBe(true)
    },
  )

  it('has its buttons again when nobody helped and the alarm wants a person again', async () => {
    const alarm = await publish(family.device.id)
    await worker.send()
    await harness.owner.query('update alarms set acknowledged_at = now() where id = $1', [alarm])
    await editAnswered({ db: harness.pool, log }, sender)
    expect(bot.chat(chat)[0]?.buttons).toEqual([])
    await harness.owner.query('update alarms set acknowledged_at = null where id = $1', [alarm])
    await editAnswered({ db: harness.pool, log }, sender)
    expect(bot.chat(chat)[0]?.buttons).toHaveLength(2)
  })

  it('is marked as a test in a rehearsal', async () => {
    const alarm = await publish(family.device.id)
    await harness.owner.query('update alarms set rehearsal = true where id = $1', [alarm])
    await worker.send()
    expect(bot.chat(chat)[0]?.text).toMatch(/^TEST: /)
    expect(bot.chat(chat)[0]?.text).toContain('Nobody needs help.')
  })

  it('waits as long as Telegram asks, and comes once', async () => {
    const alarm = await publish(family.device.id)
    bot.trouble('sendMessage', { code: 429, description: 'Too Many Requests', retryAfter: 40 })
    await worker.send()
    const { rows } = await harness.owner.query<{ wait: number }>(
      "select extract(epoch from next_at - now())::int as wait from deliveries where alarm_id = $1 and channel = 'TELEGRAM'",
      [alarm],
    )
    expect(rows[0]?.wait).toBeGreaterThanOrEqual(38)
    await pauseIsOver(alarm)
    await worker.send()
    await worker.send()
    expect(bot.chat(chat)).toHaveLength(1)
    expect(await states(alarm)).toEqual([{ channel: 'TELEGRAM', state: 'SENT', reason: null }])
  })

  it.each([
    ['an error of the server', { code: 500, description: 'Internal Server Error' }],
    ['garbage', 'garbage'],
  ] as const)('goes by the next channel beside it when a cry for help meets %s twice', async (_, trouble) => {
    const alarm = await publish(family.device.id)
    bot.trouble('sendMessage', trouble, 2)
    await worker.send()
    await pauseIsOver(alarm)
    await worker.send()
    expect(await states(alarm)).toMatchObject([
      { channel: 'TELEGRAM', state: 'QUEUED' },
      { channel: 'EMAIL', state: 'QUEUED' },
    ])
    await pauseIsOver(alarm)
    await worker.send()
    expect(bot.chat(chat)).toHaveLength(1)
  })

  it('goes by the next channel at once where the person blocked the bot, which is then no way to them', async () => {
    bot.block(chat)
    const alarm = await publish(family.device.id)
    await worker.send()
    expect(await states(alarm)).toEqual([
      { channel: 'TELEGRAM', state: 'FAILED', reason: 'blocked' },
      { channel: 'EMAIL', state: 'QUEUED', reason: null },
    ])
    const [supervisor] = await harness.db.select().from(users).where(eq(users.id, family.supervisor.id))
    expect(supervisor?.telegramStatus).toBe('BLOCKED')
  })

  it('is tried again by one message at a time while Telegram is down, and everybody can read that it is', async () => {
    bot.trouble('sendMessage', { code: 502, description: 'Bad Gateway' }, 1_000)
    const alarms: number[] = []
    for (let at = 0; at < 12; at++) alarms.push(await publish((await aWatchOf(family)).id))
    await worker.send()
    const tries = () => bot.asked.filter(({ method }) => method === 'sendMessage').length
    const first = tries()
    for (const alarm of alarms) await pauseIsOver(alarm)
    await worker.send()
    // On a slow machine the pause of the provider is over too: then one asks whether it is back.
    expect(tries()).toBeLessThanOrEqual(first + 1)
    await worker.beat()
    const { rows } = await harness.owner.query("select * from channel_states where channel = 'TELEGRAM'")
    expect(rows[0]).toMatchObject({ name: bot.userName, reason: 'refused' })
    expect(rows[0]).toHaveProperty('failing_since', expect.any(Date))
  })

  const aWatchOf = ({ company, branch, owner }: typeof family) =>
    createDevice(harness.db, { companyId: company.id, branchId: branch.id, ownerId: owner.id })

  it('that hangs holds its own place and delays nobody else', async () => {
    const slow = await publish(family.device.id)
    bot.trouble('sendMessage', 'silent')
    const hanging = worker.send()
    while (!bot.asked.some(({ method }) => method === 'sendMessage'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    const quick = await publish((await aWatchOf(family)).id)
    void worker.send()
    while ((await states(quick))[0]?.state !== 'SENT') await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await states(slow)).toMatchObject([{ state: 'QUEUED' }])
    await bot.close()
    await hanging
  })

  const direct = (by: Sender, signal = AbortSignal.timeout(15_000)) =>
    by.send(
      {
        uuid: randomUUID(),
        userId: family.supervisor.id,
        telegramChatId: chat,
        phone: null,
        email: null,
        language: 'en',
        title: 'Mum: SOS pressed',
        text: 'Critical',
        path: '/admin/notifications',
        isUrgent: true,
        place: null,
        answers: null,
        answerCode: null,
      },
      signal,
    )

  it('that Telegram took without saying so is tried again: better twice than never', async () => {
    bot.trouble('sendMessage', 'acceptedThenSilent')
    await expect(direct(sender, AbortSignal.timeout(2_000))).rejects.toMatchObject({
      reason: 'timeout',
      isFinal: false,
    })
    expect(bot.chat(chat)).toHaveLength(1)
  })

  it('is tried again where Telegram has no address', async () => {
    const lost = telegramSender({
      token: bot.token,
      apiUrl: 'http://telegram.invalid',
      publicUrl: 'https://care.test',
    })
    await expect(direct(lost)).rejects.toMatchObject({ reason: 'unreachable', isFinal: false })
  })

  it('can be tried: a person writes to themselves', async () => {
    await harness.owner.query(
      "insert into deliveries (user_id, channel, test, next_at) values ($1, 'TELEGRAM', 1, date_trunc('milliseconds', now()))",
      [family.supervisor.id],
    )
    await worker.send()
    expect(bot.chat(chat)).toMatchObject([
      { text: expect.stringContaining('TEST: alarms reach you here'), buttons: [] },
    ])
  })
})
