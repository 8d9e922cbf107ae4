import { type Channel } from '@carewatch/contracts/escalation'
import { users } from '@carewatch/migrations/schema/people'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { advance } from '../escalation/advance.ts'
import { createFamily, ring, startHarness, type EngineHarness } from '../testing.ts'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import type { Sender } from './channels/channel.ts'
import { emailSender } from './channels/email.ts'
import { smsTextOf } from './channels/sms/sms.ts'
import { claim } from './claim.ts'
import { createDeliveryWorker } from './delivery-worker.ts'

const lines: string[] = []
const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })

describe('messages of an alarm', () => {
  let harness: EngineHarness
  let mailbox: Mailbox
  let email: Sender
  let family: Awaited<ReturnType<typeof createFamily>>
  beforeAll(async () => {
    harness = await startHarness()
    mailbox = await startMailbox()
    email = emailSender({ url: mailbox.url, from: 'care@carewatch.test', publicUrl: 'https://care.test' })
  })
  afterAll(async () => {
    email.close?.()
    await mailbox.close()
    await harness.close()
  })
  beforeEach(async () => {
    family = await createFamily(harness)
  })

  const working = new Set<Channel>(['IN_APP', 'EMAIL', 'SMS'])
  const context = () => ({ db: harness.pool, working, log })
  const walk = async (): Promise<void> => {
    while ((await advance(harness.connection, working)) > 0);
  }
  const send = (sender: Sender = email) => createDeliveryWorker(context(), sender).send()
  /** As if the pause before the next try had gone by. */
  const pauseIsOver = (alarm: number) =>
    harness.owner.query(
      "update deliveries set next_at = now() - interval '1 second' where alarm_id = $1 and state = 'QUEUED'",
      [alarm],
    )
  const states = async (alarm: number) =>
    (
      await harness.owner.query<{
        channel: string
        state: string
        reason: string | null
        attempts: number
      }>(
        `select channel, state, reason, attempts from deliveries where alarm_id = $1 and channel <> 'IN_APP' order by id`,
        [alarm],
      )
    ).rows

  it('come in the language of whoever gets them, say whose watch it is, and lead to the alarm', async () => {
    await harness.db.update(users).set({ selectedLanguage: 'iw' }).where(eq(users.id, family.supervisor.id))
    const alarm = await ring(harness, family.device.id)
    await walk()
    await send()
    const letter = await mailbox.letterTo(family.supervisor.email)
    expect(letter.subject).toContain(family.device.name)
    expect(letter.html).toContain('<html lang="he" dir="rtl">')
    expect(letter.text).toMatch(/[\u05d0-\u05ea]/)
    expect(letter.text).toContain('https://care.test/admin/notifications?selected=')
    expect(await states(alarm)).toEqual([{ channel: 'EMAIL', state: 'SENT', reason: null, attempts: 1 }])
  })

  /** A provider of texts that says no so often, and what it was handed. */
  const texts = (refusals = 0) => {
    const handed: { text: string; code: string | null }[] = []
    const sender: Sender = {
      channel: 'SMS',
      send: async (message) => {
        handed.push({ text: smsTextOf(message), code: message.answerCode })
        if (handed.length <= refusals) throw new NotSent('refused')
        return { providerId: null }
      },
    }
    return { handed, sender }
  }
  const withNumber = () =>
    harness.db
      .update(users)
      .set({ contactNumber: '+972541234567', sendSms: true })
      .where(eq(users.id, family.supervisor.id))

  it('by text carry a code of their own, which stays when they are sent once more', async () => {
    await withNumber()
    const alarm = await ring(harness, family.device.id)
    await walk()
    const { handed, sender } = texts(1)
    await send(sender)
    await pauseIsOver(alarm)
    await send(sender)
    const { rows } = await harness.owner.query<{ code: string }>(
      `select answer_code as code from deliveries where alarm_id = $1 and channel = 'SMS'`,
      [alarm],
    )
    const code = rows[0]?.code ?? ''
    expect(code).toMatch(/^\d{4}$/)
    expect(handed).toEqual([
      { code, text: expect.stringContaining(`1${code}`) },
      { code, text: expect.stringContaining(`2${code}`) },
    ])
  })

  it('by text ask relatives without an account too', async () => {
    const phone = '+972541234568'
    await harness.owner.query(
      `insert into relatives (device_id, name, phone, sms_alerts, sos_priority) values ($1, 'Dana', $2, true, 'HIGH')`,
      [family.device.id, phone],
    )
    await ring(harness, family.device.id)
    await walk()
    const { handed, sender } = texts()
    await send(sender)
    await send()
    const [{ code, text } = { code: null, text: '' }] = handed
    expect(text).toContain(`1${code}: `)
  })

  it('say to whom a reply took nothing that it did, and how to answer', async () => {
    await withNumber()
    await harness.owner.query(
      `insert into deliveries (user_id, channel, notice, next_at) values ($1, 'SMS', 'replyNotTaken', now() - interval '1 second')`,
      [family.supervisor.id],
    )
    const { handed, sender } = texts()
    await send(sender)
    expect(handed.map(({ text }) => text)).toEqual([
      "Your reply was not taken (Answer with the number as the alarm's message has it, or in the portal)",
    ])
  })

  it('are tried again while the provider is busy, and go once', async () => {
    const alarm = await ring(harness, family.device.id)
    await walk()
    mailbox.refuseNext(1)
    await send()
    expect(await states(alarm)).toMatchObject([{ state: 'QUEUED', reason: 'refused', attempts: 1 }])
    await send()
    expect(await states(alarm)).toMatchObject([{ state: 'QUEUED', attempts: 1 }])
    await pauseIsOver(alarm)
    await send()
    expect(await states(alarm)).toMatchObject([{ state: 'SENT', attempts: 2 }])
    await pauseIsOver(alarm)
    await send()
    expect(mailbox.sentTo(family.supervisor.email)).toHaveLength(1)
  })

  it('go by the next channel where one fails for good, and then the next step need not wait', async () => {
    await harness.db
      .update(users)
      .set({ sendSms: true, contactNumber: '+972541234567' })
      .where(eq(users.id, family.supervisor.id))
    const alarm = await ring(harness, family.device.id)
    await walk()
    const blocked: Sender = {
      channel: 'SMS',
      send: () => Promise.reject(new NotSent('blocked', { isFinal: true })),
    }
    await send(blocked)
    expect(await states(alarm)).toMatchObject([
      { channel: 'SMS', state: 'FAILED', reason: 'blocked' },
      { channel: 'EMAIL', state: 'QUEUED' },
    ])
    await send({ ...blocked, channel: 'EMAIL' })
    const { rows } = await harness.owner.query(
      'select step, due_at <= now() as due from escalations where alarm_id = $1',
      [alarm],
    )
    expect(rows).toEqual([{ step: 1, due: true }])
  })

  it('are not sent any more once somebody answered, or the alarm is over', async () => {
    const alarm = await ring(harness, family.device.id)
    await walk()
    await harness.owner.query('update alarms set acknowledged_at = now() where id = $1', [alarm])
    await send()
    expect(await states(alarm)).toMatchObject([{ state: 'SUPPRESSED', reason: 'answered' }])
    expect(mailbox.sentTo(family.supervisor.email)).toEqual([])
  })

  it('of what can wait are held until the morning of whoever gets them; what is urgent is not', async () => {
    const night = { quietFrom: '00:00', quietTo: '24:00', timeZone: 'UTC' }
    await harness.db.update(users).set(night).where(eq(users.id, family.supervisor.id))
    const mild = await ring(harness, family.device.id, { kind: 'SPO2', severity: 'MEDIUM' })
    const grave = await ring(harness, family.device.id)
    await walk()
    const { rows } = await harness.owner.query(
      `select alarm_id = $1 as mild, next_at > now() as held from deliveries
       where alarm_id in ($1, $2) and channel = 'EMAIL' and user_id = $3 order by alarm_id`,
      [mild, grave, family.supervisor.id],
    )
    expect(rows).toEqual([
      { mild: true, held: true },
      { mild: false, held: false },
    ])
  })

  it('are sent again by another where whoever claimed them was killed, after a minute', async () => {
    const alarm = await ring(harness, family.device.id)
    await walk()
    // Whoever claims and is killed then says nothing more.
    const claimed = await claim(harness.pool, 'EMAIL', { atMost: 100, isUrgentOnly: false })
    expect(claimed.map(({ alarmId }) => alarmId)).toContain(alarm)
    await send()
    expect(await states(alarm)).toMatchObject([{ state: 'QUEUED', attempts: 1 }])
    await harness.owner.query(
      "update deliveries set next_at = next_at - interval '61 seconds' where alarm_id = $1",
      [alarm],
    )
    await send()
    expect(await states(alarm)).toMatchObject([{ state: 'SENT', attempts: 2 }])
  })

  it('that ended each engine that sent them are given up, and go by the next channel', async () => {
    await harness.db
      .update(users)
      .set({ sendSms: true, contactNumber: '+972541234567' })
      .where(eq(users.id, family.supervisor.id))
    const alarm = await ring(harness, family.device.id)
    await walk()
    await harness.owner.query("update deliveries set attempts = 4 where alarm_id = $1 and channel = 'SMS'", [
      alarm,
    ])
    let tries = 0
    const deadly: Sender = {
      channel: 'SMS',
      send: () => {
        tries++
        return Promise.resolve({ providerId: null })
      },
    }
    await send(deadly)
    expect(tries).toBe(0)
    expect(await states(alarm)).toMatchObject([
      { channel: 'SMS', state: 'FAILED', reason: 'timeout' },
      { channel: 'EMAIL', state: 'QUEUED' },
    ])
    await send()
    expect(mailbox.sentTo(family.supervisor.email)).toHaveLength(1)
  })

  it('leave nothing in the log of whom they were for and what they said', async () => {
    lines.length = 0
    const alarm = await ring(harness, family.device.id)
    await walk()
    mailbox.refuseNext(1)
    await send()
    expect(await states(alarm)).toMatchObject([{ state: 'QUEUED' }])
    expect(lines.join('')).toContain('message not sent')
    expect(lines.join('')).not.toContain(family.supervisor.email)
    expect(lines.join('')).not.toContain(family.device.name)
  })
})
