import { openTimescale } from '@carewatch/platform/database/client'
import { asService } from '@carewatch/platform/database/testing'
import { createDevice } from '@carewatch/migrations/factories'
import { deliveries } from '@carewatch/migrations/schema/alarms'
import { deviceStatus } from '@carewatch/migrations/schema/devices'
import { channelStates, watchFindings } from '@carewatch/migrations/schema/escalation'
import { type Mailbox, startMailbox } from '@carewatch/simulator/providers/mailbox'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { createMail } from '../mail/mail.ts'
import { JWT_SECRET, startHarness, type Harness } from '../testing/harness.ts'
import { createWatchdog } from './watchdog.ts'

const log = pino({ level: 'silent' })
const ago = (seconds: number): Date => new Date(Date.now() - seconds * 1_000)

describe('the watchdog', () => {
  let harness: Harness
  let mailbox: Mailbox
  let facts: ReturnType<typeof openTimescale>
  let owner: ReturnType<typeof openTimescale>
  let mail: ReturnType<typeof createMail>
  let admin: Awaited<ReturnType<Harness['person']>>
  let dog: ReturnType<typeof createWatchdog>
  beforeAll(async () => {
    ;[harness, mailbox] = await Promise.all([startHarness(), startMailbox()])
    facts = openTimescale(asService(harness.url, 'api'), 2)
    owner = openTimescale(harness.url, 1)
    mail = createMail(
      { SMTP_URL: mailbox.url, MAIL_FROM: 'care@carewatch.test', PUBLIC_URL: 'https://care.test' },
      log,
    )
    admin = await harness.person('ADMIN', { selectedLanguage: 'de' })
  })
  afterAll(async () => {
    dog.close()
    await Promise.all([mail.close(), facts.end(), owner.end(), harness.close()])
    await mailbox.close()
  })
  beforeEach(async () => {
    dog = createWatchdog({ db: harness.db, facts, log, mail }, envOf())
    for (const table of [watchFindings, channelStates, deliveries]) await harness.db.delete(table)
    await harness.db.update(deviceStatus).set({ online: false, lastSeenAt: null })
    mailbox.received.length = 0
    return () => dog.close()
  })

  const envOf = () =>
    readEnv({
      DATABASE_URL: asService(harness.url, 'api'),
      JWT_SECRET,
      SERVICE_SECRET: 'service',
      DATA_DIR: import.meta.dirname,
    })
  const lookTwice = async (): Promise<void> => {
    await dog.look()
    await dog.look()
  }
  async function banner(token = admin.token): Promise<string[]> {
    const { context } = await harness.call('GET', '/watch', { token })
    return (context.findings as { trouble: string; subject: string }[]).map(
      ({ trouble, subject }) => trouble + subject,
    )
  }
  async function silentDevice(seconds: number): Promise<void> {
    const device = await createDevice(harness.db, { operationMode: 'EMERGENCY' })
    await harness.db
      .update(deviceStatus)
      .set({ online: true, lastSeenAt: ago(seconds) })
      .where(eq(deviceStatus.deviceId, device.id))
  }

  it('says nothing while all is well', async () => {
    await silentDevice(30)
    await lookTwice()
    expect(await banner()).toEqual([])
    expect(mailbox.received).toEqual([])
  })

  it('tells everybody on the screen, and administrators by mail, that nothing comes any more; once', async () => {
    await silentDevice(400)
    await dog.look()
    expect(await banner()).toEqual([])
    await dog.look()
    expect(await banner()).toEqual(['NOTHING_COMES'])
    const owner = await harness.person('OWNER')
    expect(await banner(owner.token)).toEqual(['NOTHING_COMES'])
    const letter = await mailbox.letterTo(admin.email)
    expect(letter.subject).toBe('Störung bei Carewatch')
    expect(letter.text).toContain('Von den Geräten kommt nichts an')
    await lookTwice()
    expect(mailbox.sentTo(admin.email)).toHaveLength(1)

    await harness.db.update(deviceStatus).set({ lastSeenAt: new Date() })
    await dog.look()
    expect(await banner()).toEqual([])
  })

  it('sees what nobody judges, and what nobody sends', async () => {
    await owner.query(
      "insert into pending_evaluations (urgent, created_at) values (true, now() - interval '70 seconds')",
    )
    await harness.db
      .insert(deliveries)
      .values({ userId: admin.id, channel: 'EMAIL', test: 1, nextAt: ago(70) })
    await lookTwice()
    expect(await banner()).toEqual(['JUDGING_LAGS', 'SENDING_LAGS'])
    await owner.query('delete from pending_evaluations')
    await mailbox.letterTo(admin.email, 2)
  })

  it('names a channel by which nothing gets through, to staff', async () => {
    await harness.db
      .insert(channelStates)
      .values({ channel: 'TELEGRAM', failingSince: ago(130), reason: 'timeout' })
    await lookTwice()
    expect(await banner()).toEqual(['CHANNEL_DEADTELEGRAM'])
    expect((await mailbox.letterTo(admin.email)).text).toContain('per Telegram')
    const owner = await harness.person('OWNER')
    expect(await banner(owner.token)).toEqual([])
  })

  it('of an api that was just started ends nothing that the others are sure of', async () => {
    await silentDevice(400)
    await lookTwice()
    await mailbox.letterTo(admin.email)
    const started = createWatchdog({ db: harness.db, facts, log, mail }, envOf())
    await started.look()
    started.close()
    expect(await banner()).toEqual(['NOTHING_COMES'])
    await lookTwice()
    expect(mailbox.sentTo(admin.email)).toHaveLength(1)
  })

  it('is one of many: what two find at once is told once', async () => {
    const other = createWatchdog({ db: harness.db, facts, log, mail }, envOf())
    await silentDevice(400)
    await Promise.all([dog.look(), other.look()])
    await Promise.all([dog.look(), other.look()])
    other.close()
    await mailbox.letterTo(admin.email)
    expect(await harness.db.$count(watchFindings)).toBe(1)
    expect(mailbox.sentTo(admin.email)).toHaveLength(1)
  })
})
