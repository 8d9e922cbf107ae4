import { createHmac } from 'node:crypto'
import { alarmHistory, alarms, deliveries, tasks } from '@carewatch/migrations/schema/alarms'
import { relatives } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { type Smsc, startSmsc } from '@carewatch/simulator/providers/smsc'
import { and, eq, inArray, ne } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDevice, createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'
import { answerIn } from './reply.ts'

const PUBLIC_URL = 'https://care.test'
const INBOUND = `${PUBLIC_URL}/api/sms/inbound`
const CODE = '4827'
let lastNumber = 972_541_000_000

async function notifiedBySms(
  harness: Harness,
  fixture: CompanyFixture,
  values: Partial<typeof deliveries.$inferInsert> = {},
) {
  const { SUPERVISOR } = fixture.people
  const number = `+${++lastNumber}`
  await harness.db.update(users).set({ contactNumber: number }).where(eq(users.id, SUPERVISOR.id))
  const { alarm } = await raiseAlarm(harness, fixture, { kind: 'SOS', severity: 'CRITICAL', latched: true })
  const row = {
    alarmId: alarm.id,
    userId: SUPERVISOR.id,
    channel: 'SMS',
    state: 'SENT',
    sentAt: new Date(),
    answerCode: CODE,
  } as const
  await harness.db.insert(deliveries).values({ ...row, ...values })
  const now = async () => (await harness.db.select().from(alarms).where(eq(alarms.id, alarm.id)))[0]
  return { number, alarm, now, nurse: SUPERVISOR }
}

describe('a reply to a text', () => {
  it.each([
    ['14827', 'take', CODE],
    [' 1 4827. ', 'take', CODE],
    ['١٤٨٢٧', 'take', CODE],
    ['24827', 'falseAlarm', CODE],
    ['"2", 4827', 'falseAlarm', CODE],
    ['۲۴۸۲۷', 'falseAlarm', CODE],
    ['1', 'take', null],
    ['2.', 'falseAlarm', null],
  ])('%j is understood as %s by %s', (text, answer, code) => {
    expect(answerIn(text)).toEqual({ answer, code })
  })

  it.each(['12', '3', '34827', '148271', '1 hour', '', '1'.repeat(500)])('%j says nothing', (text) => {
    expect(answerIn(text)).toBeUndefined()
  })
})

describe('replies that a provider posts', () => {
  let harness: Harness
  let fixture: CompanyFixture
  beforeAll(async () => {
    harness = await startHarness({
      PUBLIC_URL,
      SMS_PROVIDER: 'twilio',
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: 'the token',
      SMS_FROM: '+15005550006',
    })
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    fixture = await createCompanyFixture(harness)
  })

  function signed(fields: Record<string, string>, token = 'the token') {
    const concatenated = Object.keys(fields)
      .toSorted()
      .map((name) => name + fields[name])
      .join('')
    return createHmac('sha1', token)
      .update(INBOUND + concatenated)
      .digest('base64')
  }
  const post = (fields: Record<string, string>, signature = signed(fields)) =>
    fetch(`${harness.api.url}/api/sms/inbound`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
      body: new URLSearchParams(fields),
    })

  it('take the alarm for whom it was sent to, and write down how', async () => {
    const { number, now, alarm, nurse } = await notifiedBySms(harness, fixture)
    const answer = await post({ From: number, Body: `1${CODE}`, MessageSid: 'SM1' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('text/xml')
    expect(await now()).toMatchObject({ acknowledgedById: nurse.id, closedAt: null })
    const history = await harness.db.select().from(alarmHistory).where(eq(alarmHistory.alarmId, alarm.id))
    expect(history).toMatchObject([{ step: 'ACKNOWLEDGED', via: 'SMS' }])
  })

  it('take the other alarms of its incident too', async () => {
    const { number, alarm, nurse } = await notifiedBySms(harness, fixture)
    const other = await raiseAlarm(harness, fixture)
    await post({ From: number, Body: `1${CODE}` })
    const rows = await harness.db
      .select()
      .from(alarms)
      .where(inArray(alarms.id, [alarm.id, other.alarm.id]))
    expect(rows.map(({ acknowledgedById }) => acknowledgedById)).toEqual([nurse.id, nurse.id])
  })

  it('close it as a false alarm', async () => {
    const { number, now } = await notifiedBySms(harness, fixture)
    await post({ From: number, Body: `2 ${CODE}` })
    expect(await now()).toMatchObject({ cause: 'FALSE_ALARM', active: false })
  })

  it.each([
    ['from a number nobody has', async () => ({ From: '+10000000000', Body: `1${CODE}` })],
    ['of something else than an answer', async (number: string) => ({ From: number, Body: 'who is this?' })],
  ])('change nothing when they are %s', async (_, fieldsOf) => {
    const { number, now } = await notifiedBySms(harness, fixture)
    expect((await post(await fieldsOf(number))).status).toBe(200)
    expect(await now()).toMatchObject({ acknowledgedAt: null })
  })

  it('change nothing a day later', async () => {
    const { number, now } = await notifiedBySms(harness, fixture, {
      sentAt: new Date(Date.now() - 25 * 3_600_000),
    })
    await post({ From: number, Body: `1${CODE}` })
    expect(await now()).toMatchObject({ acknowledgedAt: null })
  })

  const noticesTo = ({ id }: { id: number }) =>
    harness.db
      .select({ state: deliveries.state, channel: deliveries.channel })
      .from(deliveries)
      .where(and(eq(deliveries.userId, id), eq(deliveries.notice, 'replyNotTaken')))

  it('take the alarm whose text has the code, not the last that asked', async () => {
    const first = await notifiedBySms(harness, fixture)
    const elsewhere = { ...fixture, device: await addDevice(harness, fixture) }
    const last = await raiseAlarm(harness, elsewhere, { kind: 'FALL', severity: 'CRITICAL', latched: true })
    await harness.db.insert(deliveries).values({
      alarmId: last.alarm.id,
      userId: first.nurse.id,
      channel: 'SMS',
      state: 'SENT',
      sentAt: new Date(Date.now() + 1_000),
      answerCode: '1111',
    })
    await post({ From: first.number, Body: `1${CODE}` })
    expect(await first.now()).toMatchObject({ acknowledgedById: first.nurse.id })
    const [other] = await harness.db.select().from(alarms).where(eq(alarms.id, last.alarm.id))
    expect(other?.acknowledgedAt).toBeNull()
    expect(await noticesTo(first.nurse)).toEqual([])
  })

  it.each([
    ['without a code', '1'],
    ['with another', '19999'],
  ])('take nothing %s, and are told so once', async (_, Body) => {
    const { number, now, nurse } = await notifiedBySms(harness, fixture)
    for (let times = 0; times < 3; times++) await post({ From: number, Body })
    expect(await now()).toMatchObject({ acknowledgedAt: null })
    expect(await noticesTo(nurse)).toEqual([{ state: 'QUEUED', channel: 'SMS' }])
    await harness.db
      .update(deliveries)
      .set({ state: 'SENT', updatedAt: new Date(Date.now() - 25 * 3_600_000) })
      .where(and(eq(deliveries.userId, nurse.id), eq(deliveries.notice, 'replyNotTaken')))
    await post({ From: number, Body })
    expect(await noticesTo(nurse)).toEqual([{ state: 'QUEUED', channel: 'SMS' }])
  })

  it('take nothing with the code that another was sent', async () => {
    const mine = await notifiedBySms(harness, fixture)
    const elsewhere = await createCompanyFixture(harness)
    const theirs = await notifiedBySms(harness, elsewhere, { answerCode: '1111' })
    await post({ From: mine.number, Body: '11111' })
    expect(await theirs.now()).toMatchObject({ acknowledgedAt: null })
    expect(await mine.now()).toMatchObject({ acknowledgedAt: null })
  })

  it('take nothing of who may not answer any more, and are told so', async () => {
    const { number, now, nurse } = await notifiedBySms(harness, fixture)
    await harness.db.update(users).set({ role: 'USER' }).where(eq(users.id, nurse.id))
    await post({ From: number, Body: `1${CODE}` })
    expect(await now()).toMatchObject({ acknowledgedAt: null })
    expect(await noticesTo(nurse)).toHaveLength(1)
  })

  it('guess no code: after five wrong ones it is dead, and the next text has another', async () => {
    const { number, now, nurse } = await notifiedBySms(harness, fixture)
    for (let code = 1000; code < 1005; code++) await post({ From: number, Body: `1${code}` })
    await post({ From: number, Body: `1${CODE}` })
    expect(await now()).toMatchObject({ acknowledgedAt: null })
    const next = await raiseAlarm(harness, fixture, { kind: 'FALL', severity: 'CRITICAL', latched: true })
    const sent = { alarmId: next.alarm.id, userId: nurse.id, channel: 'SMS', state: 'SENT' } as const
    await harness.db.insert(deliveries).values({ ...sent, sentAt: new Date(), answerCode: '2222' })
    await post({ From: number, Body: '12222' })
    const [taken] = await harness.db.select().from(alarms).where(eq(alarms.id, next.alarm.id))
    expect(taken).toMatchObject({ acknowledgedById: nurse.id })
  })

  it('answer what an earlier version sent without a code by their digit', async () => {
    const { number, now, nurse } = await notifiedBySms(harness, fixture, { answerCode: null })
    await post({ From: number, Body: '1' })
    expect(await now()).toMatchObject({ acknowledgedById: nurse.id })
  })

  describe('of a relative without an account', () => {
    async function askedRelative() {
      const { alarm, now } = await notifiedBySms(harness, fixture)
      const number = `+${++lastNumber}`
      const relative = { deviceId: fixture.device.id, name: 'Dana', phone: number, smsAlerts: true }
      const [row] = await harness.db.insert(relatives).values(relative).returning()
      const id = row?.id ?? 0
      await harness.db.insert(deliveries).values({
        alarmId: alarm.id,
        relativeId: id,
        channel: 'SMS',
        state: 'SENT',
        sentAt: new Date(),
        answerCode: '3333',
      })
      return { alarm, now, number, id }
    }
    const noticesOf = (relativeId: number) =>
      harness.db.$count(
        deliveries,
        and(eq(deliveries.relativeId, relativeId), eq(deliveries.notice, 'replyNotTaken')),
      )

    it('take the alarm, and its page says who', async () => {
      const { alarm, now, number } = await askedRelative()
      await post({ From: number, Body: '13333' })
      expect(await now()).toMatchObject({
        acknowledgedAt: expect.any(Date),
        acknowledgedById: null,
        closedAt: null,
      })
      const { token } = fixture.people.SUPERVISOR
      const { context } = await harness.call('GET', `/alarms/${alarm.uuid}`, { token })
      expect(context.alarm.history).toMatchObject([{ step: 'ACKNOWLEDGED', via: 'SMS', user: 'Dana' }])
    })

    it('take the other alarms of its incident too', async () => {
      const { alarm, number } = await askedRelative()
      const other = await raiseAlarm(harness, fixture)
      await post({ From: number, Body: '13333' })
      const rows = await harness.db
        .select()
        .from(alarms)
        .where(inArray(alarms.id, [alarm.id, other.alarm.id]))
      expect(rows.map(({ acknowledgedAt }) => acknowledgedAt !== null)).toEqual([true, true])
    })

    it('leave an SOS ringing that came to what they were asked about', async () => {
      const { alarm, now, number } = await askedRelative()
      const pulse = {
        kind: 'HEART_RATE',
        category: 'PHYSIOLOGICAL',
        latched: false,
        severity: 'HIGH',
      } as const
      await harness.db.update(tasks).set({ alertType: 'HEART_RATE' }).where(eq(tasks.alarmId, alarm.id))
      await harness.db.update(alarms).set(pulse).where(eq(alarms.id, alarm.id))
      const sos = { kind: 'SOS', severity: 'CRITICAL', latched: true, category: 'OPERATIONAL' } as const
      const called = await raiseAlarm(harness, fixture, sos)
      expect(called.alarm.incidentId).toBe(alarm.id)
      await post({ From: number, Body: '13333' })
      const [ringing] = await harness.db.select().from(alarms).where(eq(alarms.id, called.alarm.id))
      expect([(await now())?.acknowledgedAt, ringing?.acknowledgedAt]).toEqual([expect.any(Date), null])
    })

    it('close it as a false alarm, and its task with it', async () => {
      const { alarm, now, number } = await askedRelative()
      await post({ From: number, Body: '23333' })
      expect(await now()).toMatchObject({ cause: 'FALSE_ALARM', active: false, closedById: null })
      const left = and(eq(tasks.alarmId, alarm.id), ne(tasks.status, 'DONE'))
      expect(await harness.db.$count(tasks, left)).toBe(0)
    })

    it.each(['1', '13334', `1${CODE}`])('take nothing by %s, and are told so once', async (Body) => {
      const { now, number, id } = await askedRelative()
      await post({ From: number, Body })
      await post({ From: number, Body })
      expect(await now()).toMatchObject({ acknowledgedAt: null })
      expect(await noticesOf(id)).toBe(1)
    })

    it('take nothing once they are none any more', async () => {
      const { now, number, id } = await askedRelative()
      await harness.db.delete(relatives).where(eq(relatives.id, id))
      await post({ From: number, Body: '13333' })
      expect(await now()).toMatchObject({ acknowledgedAt: null })
    })

    it('take nothing that somebody has already, or that is over', async () => {
      const { alarm, now, number } = await askedRelative()
      const { SUPERVISOR } = fixture.people
      await harness.call('POST', `/alarms/${alarm.uuid}/acknowledge`, { token: SUPERVISOR.token, body: {} })
      await post({ From: number, Body: '13333' })
      expect(await now()).toMatchObject({ acknowledgedById: SUPERVISOR.id })
      const ofAlarm = eq(alarmHistory.alarmId, alarm.id)
      expect(await harness.db.select().from(alarmHistory).where(ofAlarm)).toMatchObject([
        { step: 'ACKNOWLEDGED', userId: SUPERVISOR.id },
      ])
      await harness.db.update(alarms).set({ closedAt: new Date() }).where(eq(alarms.id, alarm.id))
      await post({ From: number, Body: '23333' })
      expect(await now()).toMatchObject({ cause: null })
    })
  })

  it('are refused where anybody might have sent them', async () => {
    const { number, now } = await notifiedBySms(harness, fixture)
    const fields = { From: number, Body: `1${CODE}` }
    expect((await post(fields, '')).status).toBe(401)
    expect((await post(fields, signed(fields, 'another token'))).status).toBe(401)
    expect((await post(fields, signed({ ...fields, Body: `2${CODE}` }))).status).toBe(401)
    expect(await now()).toMatchObject({ acknowledgedAt: null })
  })

  it('are refused when they are long', async () => {
    expect((await post({ From: '+1', Body: 'x'.repeat(20_000) })).status).toBe(413)
  })
})

describe.each([
  [
    'vonage',
    { SMS_PROVIDER: 'vonage', VONAGE_SIGNATURE_SECRET: 'secret' },
    (number: string) => {
      const fields = { msisdn: number.slice(1), text: `1${CODE}`, messageId: 'a' }
      const text = `&messageId=a&msisdn=${fields.msisdn}&text=1${CODE}`
      return {
        body: { ...fields, sig: createHmac('sha256', 'secret').update(text).digest('hex') },
        headers: {},
      }
    },
  ],
  [
    'a gateway',
    { SMS_PROVIDER: 'webhook', SMS_WEBHOOK_TOKEN: 'bearer', SMS_API_URL: 'http://127.0.0.1:9' },
    (number: string) => ({
      body: { from: number, text: `1${CODE}` },
      headers: { authorization: 'Bearer bearer' },
    }),
  ],
] as const)('replies that %s posts', (_, settings, postedBy) => {
  let harness: Harness
  beforeAll(async () => {
    harness = await startHarness({ PUBLIC_URL, ...settings })
  })
  afterAll(() => harness.close())

  it('take the alarm, and are refused without their signature', async () => {
    const fixture = await createCompanyFixture(harness)
    const { number, now, nurse } = await notifiedBySms(harness, fixture)
    const { body, headers } = postedBy(number)
    const post = (content: object, heads: Record<string, string>) =>
      fetch(`${harness.api.url}/api/sms/inbound`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...heads },
        body: JSON.stringify(content),
      })
    expect((await post({ ...body, sig: 'x' }, { authorization: 'Bearer x' })).status).toBe(401)
    expect(await now()).toMatchObject({ acknowledgedAt: null })
    expect((await post(body, headers)).status).toBe(200)
    expect(await now()).toMatchObject({ acknowledgedById: nurse.id })
  })
})

describe('replies by SMPP', () => {
  let centre: Smsc
  let harness: Harness
  let fixture: CompanyFixture
  beforeAll(async () => {
    centre = await startSmsc()
    harness = await startHarness({ SMS_PROVIDER: 'smpp', SMPP_URL: centre.url, SMS_FROM: 'Carewatch' })
  })
  beforeEach(async () => {
    fixture = await createCompanyFixture(harness)
  })
  afterAll(async () => {
    await harness.close()
    await centre.close()
  })

  it('take the alarm, also over a line that fell and is back', async () => {
    const { number, now, nurse } = await notifiedBySms(harness, fixture)
    await until('the centre is heard', () => centre.hasReceiver())
    centre.cutLines()
    await until('the line fell', () => !centre.hasReceiver())
    await until('the centre is heard again', () => centre.hasReceiver())
    expect(await centre.reply(number, `1${CODE}`)).toBe(0)
    expect(await now()).toMatchObject({ acknowledgedById: nurse.id })
  })

  it('and receipts say what came of a text', async () => {
    await until('the centre is heard', () => centre.hasReceiver())
    const { alarm } = await notifiedBySms(harness, fixture, { providerId: 'm7' })
    const stateOf = async () =>
      (await harness.db.select().from(deliveries).where(eq(deliveries.alarmId, alarm.id)))[0]
    expect(await centre.receipt('m7', 2)).toBe(0)
    expect(await stateOf()).toMatchObject({ state: 'DELIVERED' })
    await centre.receipt('m7', 5)
    expect(await stateOf()).toMatchObject({ state: 'DELIVERED' })
  })
})
