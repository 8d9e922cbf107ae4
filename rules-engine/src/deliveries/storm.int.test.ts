import { createDevice } from '@carewatch/migrations/factories'
import type { Channel } from '@carewatch/contracts/escalation'
import { companies, users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { openStory } from '../alarms/story.ts'
import { advance } from '../escalation/advance.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { createFamily, ring, startHarness, type EngineHarness } from '../testing.ts'
import { NotSent } from '@carewatch/platform/messages/not-sent'
import type { Message, Sender } from './channels/channel.ts'
import { createDeliveryWorker } from './delivery-worker.ts'
import { smsSender } from './channels/sms/sms.ts'

const log = pino({ level: 'silent' })

describe('many messages at once', () => {
  let harness: EngineHarness
  let family: Awaited<ReturnType<typeof createFamily>>
  let sent: Message[]
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    family = await createFamily(harness)
    sent = []
  })

  const working = new Set<Channel>(['IN_APP', 'SMS', 'EMAIL'])
  const email: Sender = {
    channel: 'EMAIL',
    send: async (message) => {
      sent.push(message)
      return { providerId: message.uuid }
    },
  }
  const sms = smsSender(async ({ id, text }) => {
    // Safe: only its text is looked at.
    sent.push({ title: text } as Message)
    return id
  })
  const workerOf = (sender: Sender) => createDeliveryWorker({ db: harness.pool, working, log }, sender)
  async function alarms(count: number, of: Parameters<typeof ring>[2]): Promise<void> {
    const { company, branch, owner } = family
    for (let at = 0; at < count; at++) {
      const device = await createDevice(harness.db, {
        companyId: company.id,
        branchId: branch.id,
        ownerId: owner.id,
      })
      await ring(harness, device.id, of)
    }
    while ((await advance(harness.connection, working)) > 0);
  }
  const heartRate = { kind: 'HEART_RATE', severity: 'HIGH' } as const
  const toSupervisor = () => sent.filter(({ userId }) => userId === family.supervisor.id)
  const states = async (channel: Channel) =>
    (
      await harness.owner.query(
        `select state, reason, count(*)::int as count from deliveries d join alarms a on a.id = d.alarm_id
         where a.company_id = $1 and channel = $2 and user_id = $3 group by 1, 2 order by 3 desc`,
        [family.company.id, channel, family.supervisor.id],
      )
    ).rows
  const aPauseLater = () =>
    harness.owner.query(
      `update deliveries set sent_at = sent_at - interval '11 seconds',
       next_at = case when state = 'QUEUED' then now() - interval '1 second' end`,
    )

  it('go one by one while they are ten', async () => {
    await alarms(10, heartRate)
    await workerOf(email).send()
    expect(toSupervisor()).toHaveLength(10)
  })

  it('of more than ten alarms of a branch in a minute are one with a list, and one more in ten seconds', async () => {
    await alarms(14, heartRate)
    await workerOf(email).send()
    expect(toSupervisor()).toHaveLength(1)
    const [message] = toSupervisor()
    expect(message?.title).toBe(`14 alarms at once in \u2068${family.branch.name}\u2069`)
    expect(message?.text.split('\n')).toHaveLength(11)
    expect(message?.text).toContain('and 4 more')
    expect(await states('EMAIL')).toEqual([{ state: 'SENT', reason: null, count: 14 }])

    await alarms(3, heartRate)
    await workerOf(email).send()
    expect(toSupervisor()).toHaveLength(1)
    await aPauseLater()
    await workerOf(email).send()
    expect(toSupervisor()).toHaveLength(2)
    expect(toSupervisor()[1]?.title).toContain('3 alarms')
  })

  it('count what came late and was over among them', async () => {
    const deviceId = family.device.id
    const profile = (await createDeviceCache().load(harness.connection, [deviceId])).get(deviceId)
    if (!profile) throw new Error('The device is not in the book.')
    const [from, to] = [new Date(Date.now() - 3_600_000), new Date(Date.now() - 1_800_000)]
    const spo2 = { kind: 'SPO2', direction: 'LOW', severity: 'CRITICAL', metric: 'spo2', value: 70 } as const
    await openStory(harness.connection, profile, { deviceId, ...spo2, from, to })
    await alarms(12, heartRate)
    await workerOf(email).send()
    expect(toSupervisor().map(({ title }) => title)).toEqual([
      `13 alarms at once in \u2068${family.branch.name}\u2069`,
    ])
    expect(toSupervisor()[0]?.text).toContain('70')
  })

  it('are one for each person when a whole site goes down, while a call for help goes out by itself', async () => {
    const { company, branch, owner, device } = family
    await harness.owner.query(
      `with made as (insert into devices (imei, name, device_model, company_id, branch_id, owner_id, credential_hash)
         select 360000000000000 + i, 'Watch ' || i, 'native', $1, $2, $3, '' from generate_series(1, 2000) i returning id),
       rung as (insert into alarms (device_id, company_id, branch_id, kind, category, severity, opened_at, last_at)
         select id, $1, $2, 'OFFLINE', 'TECHNICAL', 'HIGH', now(), now() from made returning id)
       insert into deliveries (alarm_id, user_id, channel, next_at)
         select id, $4, 'EMAIL', date_trunc('milliseconds', now()) from rung`,
      [company.id, branch.id, owner.id, family.supervisor.id],
    )
    await ring(harness, device.id)
    while ((await advance(harness.connection, working)) > 0);
    await workerOf(email).send()
    const titles = toSupervisor().map(({ title }) => title)
    expect(titles.toSorted()).toEqual([
      `2,000 alarms at once in \u2068${branch.name}\u2069`,
      `\u2068${device.name}\u2069: SOS pressed`,
    ])
    expect(await states('EMAIL')).toEqual([{ state: 'SENT', reason: null, count: 2_001 }])
  })

  it('never hold back a cry for help among them', async () => {
    await alarms(12, heartRate)
    await alarms(1, { kind: 'SOS' })
    await alarms(1, { kind: 'FALL' })
    await workerOf(email).send()
    const titles = toSupervisor().map(({ title }) => title)
    expect(titles).toHaveLength(3)
    expect(titles.filter((title) => title.includes('SOS'))).toHaveLength(1)
    expect(titles.filter((title) => title.includes('Fall'))).toHaveLength(1)
  })

  it('that were gathered are tried again together when they do not go', async () => {
    await alarms(12, heartRate)
    let tries = 0
    const failing: Sender = {
      channel: 'EMAIL',
      send: async (message) => {
        tries++
        if (tries === 1) throw new TypeError('down')
        return email.send(message, AbortSignal.timeout(1_000))
      },
    }
    await workerOf(failing).send()
    expect(await states('EMAIL')).toEqual([{ state: 'QUEUED', reason: 'unreachable', count: 12 }])
    await aPauseLater()
    await workerOf(failing).send()
    expect(toSupervisor()).toHaveLength(1)
    expect(await states('EMAIL')).toEqual([{ state: 'SENT', reason: null, count: 12 }])
  })

  it('that were gathered all go by the next channel where theirs fails for good', async () => {
    await harness.db
      .update(users)
      .set({ sendSms: true, contactNumber: '+972541234567' })
      .where(eq(users.id, family.supervisor.id))
    await alarms(12, heartRate)
    const dead: Sender = {
      channel: 'SMS',
      send: () => Promise.reject(new NotSent('refused', { isFinal: true })),
    }
    await workerOf(dead).send()
    expect(await states('SMS')).toEqual([{ state: 'FAILED', reason: 'refused', count: 12 }])
    await workerOf(email).send()
    expect(toSupervisor().map(({ title }) => title)).toEqual([
      `12 alarms at once in \u2068${family.branch.name}\u2069`,
    ])
    expect(await states('EMAIL')).toEqual([{ state: 'SENT', reason: null, count: 12 }])
  })

  describe('as texts', () => {
    beforeEach(() =>
      harness.db
        .update(users)
        .set({ sendSms: true, contactNumber: '+972541234567' })
        .where(eq(users.id, family.supervisor.id)),
    )

    it('are five to a person in a quarter of an hour; the others go by the next channel', async () => {
      await alarms(7, heartRate)
      await workerOf(sms).send()
      expect(sent).toHaveLength(5)
      expect(await states('SMS')).toEqual([
        { state: 'SENT', reason: null, count: 5 },
        { state: 'SUPPRESSED', reason: 'tooMany', count: 2 },
      ])
      await workerOf(email).send()
      expect(toSupervisor()).toHaveLength(2)
    })

    it('of what is critical go all the same', async () => {
      await alarms(7, { kind: 'SOS' })
      await workerOf(sms).send()
      expect(sent).toHaveLength(7)
    })

    it('stop at what the company lets be spent in a day, but for what is critical', async () => {
      await harness.db.update(companies).set({ smsPartsADay: 2 }).where(eq(companies.id, family.company.id))
      await alarms(3, heartRate)
      await workerOf(sms).send()
      expect(await states('SMS')).toEqual([
        { state: 'SENT', reason: null, count: 2 },
        { state: 'SUPPRESSED', reason: 'spent', count: 1 },
      ])
      await alarms(1, { kind: 'SOS' })
      await workerOf(sms).send()
      expect(sent).toHaveLength(3)
    })
  })
})
