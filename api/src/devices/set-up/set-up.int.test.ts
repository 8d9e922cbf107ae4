import { createDevice } from '@carewatch/migrations/factories'
import { auditLog, companies } from '@carewatch/migrations/schema/people'
import { setUpMessages } from '@carewatch/migrations/schema/set-up-messages'
import { type HttpProvider, startHttpProvider } from '@carewatch/simulator/providers/http-provider'
import { startSmsc } from '@carewatch/simulator/providers/smsc'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { createCompanyFixture, type CompanyFixture, minutesAgo } from '../../testing/fixtures.ts'
import { startHarness, type Harness, until } from '../../testing/harness.ts'

const REACHED = { DEVICE_HOST: 'watches.example', WATCH_PORT: '6093' }
const NUMBER = '+972541234567'
const SECRET = 'Geheim4711'
const USUAL_TEXT = 'pw,123456,ip,watches.example,6093#'

type Values = Parameters<typeof createDevice>[1]

/** A house with a 3G watch that has a number, and what its people do with it. */
async function houseOf(harness: Harness, values: Values = {}) {
  const fixture: CompanyFixture = await createCompanyFixture(harness)
  const at = { companyId: fixture.company.id, branchId: fixture.branch.id }
  const usual = { ...at, deviceModel: 'watch-3g', mobileNumber: NUMBER }
  const watch = await createDevice(harness.db, { ...usual, ...values })
  const ask = (
    method: 'GET' | 'POST',
    role: keyof CompanyFixture['people'],
    body?: object,
    uuid = watch.uuid,
  ) =>
    harness.call(method, `/devices/setUp/${uuid}`, {
      token: fixture.people[role].token,
      ...(body && { body }),
    })
  return {
    ...fixture,
    watch,
    add: (more: Values = {}) => createDevice(harness.db, { ...usual, ...more }),
    state: async (role: keyof CompanyFixture['people'] = 'MANAGER') => (await ask('GET', role)).context,
    send: (body: object = {}, role: keyof CompanyFixture['people'] = 'MANAGER', uuid = watch.uuid) =>
      ask('POST', role, body, uuid),
    kept: () => harness.db.select().from(setUpMessages).where(eq(setUpMessages.deviceId, watch.id)),
    /** So long ago that another may be sent. */
    passed: (minutes: number) =>
      harness.db
        .update(setUpMessages)
        .set({ createdAt: minutesAgo(minutes) })
        .where(eq(setUpMessages.deviceId, watch.id)),
  }
}

describe('the SMS that points a watch to this server', () => {
  let harness: Harness
  let provider: HttpProvider
  beforeAll(async () => {
    provider = await startHttpProvider()
    harness = await startHarness({ ...REACHED, SMS_PROVIDER: 'webhook', SMS_API_URL: provider.url })
  })
  beforeEach(async () => {
    // All have one number, which is counted for whosever watch has it.
    await harness.db.delete(setUpMessages)
    provider.asked.length = 0
    provider.answerWith({ body: { id: 'p1' } })
  })
  afterAll(async () => {
    await harness.close()
    await provider.close()
  })
  const texts = () => provider.asked.map(({ body }) => JSON.parse(body))

  it('is shown before it goes, with the real host and port, and says that nobody tried it', async () => {
    const { state } = await houseOf(harness)
    expect(await state()).toEqual({
      sms: {
        text: 'pw,{password},ip,{host},{port}#',
        usualPassword: '123456',
        source: 'SeTracker, 4P-Touch',
        isVerified: false,
      },
      host: 'watches.example',
      port: 6_093,
      number: NUMBER,
      gap: null,
      message: null,
    })
  })

  it('goes once to the number of the watch, is traced, and stands as what the provider said', async () => {
    const { send, state, people, watch } = await houseOf(harness)
    const { status, context } = await send()
    expect([status, context.message.state]).toEqual([200, 'SENT'])
    expect(texts()).toMatchObject([{ to: NUMBER, text: USUAL_TEXT, parts: 1, id: context.message.uuid }])
    expect((await state()).message).toEqual(context.message)
    const traces = await harness.db.select().from(auditLog).where(eq(auditLog.entityUuid, watch.uuid))
    expect(traces.filter(({ action }) => action === 'commanded')).toMatchObject([
      { userId: people.MANAGER.id, companyId: watch.companyId, detail: { kind: 'SET_UP_SMS' } },
    ])
  })

  it('takes another password along, and that is kept nowhere', async () => {
    const { send } = await houseOf(harness)
    expect((await send({ password: SECRET })).status).toBe(200)
    expect(texts()).toMatchObject([{ text: `pw,${SECRET},ip,watches.example,6093#` }])
    const { rows: tables } = await harness.db.execute<{ name: string }>(
      sql`select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`,
    )
    const holding: string[] = []
    for (const { name } of tables) {
      const found = sql`select 1 from ${sql.identifier(name)} as t where t::text like ${`%${SECRET}%`} limit 1`
      if ((await harness.db.execute(found)).rows.length > 0) holding.push(name)
    }
    expect(tables.map(({ name }) => name)).toContain('audit_log')
    expect(holding).toEqual([])
  })

  it.each(['', '12,ip', '1#', 'with space', 'é', 'x'.repeat(21)])(
    'takes no password %j',
    async (password) => {
      const { send } = await houseOf(harness)
      const { status, context } = await send({ password })
      expect([status, Object.keys(context.errors)]).toEqual([400, ['password']])
      expect(texts()).toEqual([])
    },
  )

  it('goes not again within two minutes, however many press at once, and not more than five times a day', async () => {
    const { send, kept, passed } = await houseOf(harness)
    const statuses = (await Promise.all([send(), send(), send()])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 429, 429])
    expect(texts()).toHaveLength(1)
    for (let sent = 1; sent < 5; sent++) {
      await passed(3 + sent)
      expect((await send()).status).toBe(200)
    }
    await passed(3)
    expect((await send()).message).toBe('As many as may go to one number in a day have been sent')
    expect(await kept()).toHaveLength(5)
    await passed(25 * 60)
    expect((await send()).status).toBe(200)
  })

  it('is on an account of the company, which is used up some time', async () => {
    const { send, add, company, passed } = await houseOf(harness)
    await harness.db.update(companies).set({ smsPartsADay: 2 }).where(eq(companies.id, company.id))
    const [second, third] = [
      await add({ mobileNumber: '+972541234568' }),
      await add({ mobileNumber: '+972541234569' }),
    ]
    expect((await send()).status).toBe(200)
    expect((await send({}, 'MANAGER', second.uuid)).status).toBe(200)
    const refused = await send({}, 'MANAGER', third.uuid)
    expect([refused.status, refused.message]).toEqual([
      429,
      'As many as the company may send in a day have been sent',
    ])
    expect(texts()).toHaveLength(2)
    await passed(25 * 60)
    expect((await send({}, 'MANAGER', third.uuid)).status).toBe(200)
  })

  it('that did not go may be sent again at once, and is on no account', async () => {
    const { send, company } = await houseOf(harness)
    await harness.db.update(companies).set({ smsPartsADay: 1 }).where(eq(companies.id, company.id))
    for (let tries = 0; tries < 6; tries++) {
      provider.answerWith(tries % 2 === 0 ? { status: 400 } : 'broken')
      const { context } = await send()
      expect(context.message.reason).toBe(tries % 2 === 0 ? 'refused' : 'unreachable')
    }
    provider.answerWith({ body: { id: 'p1' } })
    expect((await send()).context.message.state).toBe('SENT')
    expect((await send()).status).toBe(429)
  })

  it('of which nobody knows whether it went is counted', async () => {
    const { send, watch } = await houseOf(harness)
    const lost = { deviceId: watch.id, companyId: watch.companyId, parts: 1 }
    await harness.db.insert(setUpMessages).values({ ...lost, state: 'FAILED', reason: 'timeout' })
    expect((await send()).status).toBe(429)
  })

  it('is counted for the number, whosever watches have it', async () => {
    const [one, other] = [await houseOf(harness), await houseOf(harness)]
    expect((await one.send()).status).toBe(200)
    const second = await one.add()
    const statuses = [await one.send({}, 'MANAGER', second.uuid), await other.send()].map(
      ({ status }) => status,
    )
    expect(statuses).toEqual([429, 429])
    const third = await one.add({ mobileNumber: '+972541234599' })
    expect((await one.send({}, 'MANAGER', third.uuid)).status).toBe(200)
    expect(texts()).toHaveLength(2)
  })

  it('that the provider refuses has failed, and says why', async () => {
    const { send, state } = await houseOf(harness)
    provider.answerWith({ status: 400 })
    const { status, context } = await send()
    expect([status, context.message]).toMatchObject([200, { state: 'FAILED', reason: 'refused' }])
    expect((await state()).message).toEqual(context.message)
  })

  it('of which nobody knows what came of it is not taken for sent', async () => {
    const { watch, state } = await houseOf(harness)
    const lost = { deviceId: watch.id, companyId: watch.companyId, parts: 1 }
    await harness.db.insert(setUpMessages).values(lost)
    expect((await state()).message).toMatchObject({ state: 'QUEUED' })
    await harness.db
      .update(setUpMessages)
      .set({ createdAt: minutesAgo(2) })
      .where(eq(setUpMessages.deviceId, watch.id))
    expect((await state()).message).toMatchObject({ state: 'FAILED', reason: 'timeout' })
  })

  it.each([
    ['whose model takes none that is known', { deviceModel: 'watch-iw' }, 'setUpNoText'],
    ['that speaks MQTT', { deviceModel: 'native' }, 'setUpNoText'],
    ['without a number', { mobileNumber: null }, 'setUpNoNumber'],
    ['whose number is none', { mobileNumber: '12' }, 'setUpNoNumber'],
  ] as const)('is not sent to a watch %s', async (_, values, gap) => {
    const { state, send } = await houseOf(harness, values)
    expect((await state()).gap).toBe(gap)
    expect((await send()).status).toBe(409)
    expect(texts()).toEqual([])
  })

  it('is for managers up, and for nobody of another house', async () => {
    const { send, watch } = await houseOf(harness)
    for (const role of ['SUPERVISOR', 'OWNER', 'RELATIVE', 'MONITOR'] as const)
      expect((await send({}, role)).status).toBe(403)
    const other = await createCompanyFixture(harness)
    const { token } = other.people.MANAGER
    expect((await harness.call('POST', `/devices/setUp/${watch.uuid}`, { token, body: {} })).status).toBe(404)
    expect(texts()).toEqual([])
    expect((await send({}, 'ADMIN')).status).toBe(200)
  })
})

describe('where something is not set up', () => {
  it.each([
    ['no provider', REACHED, 'setUpNoChannel'],
    ['no port', { DEVICE_HOST: 'watches.example', WATCH_PORT: 'off' }, 'setUpClosed'],
    ['no address of its own', { PUBLIC_URL: 'https://care.example', WATCH_PORT: '6093' }, 'setUpNoHost'],
    ['an address of its own network', { DEVICE_HOST: '192.168.1.20', WATCH_PORT: '6093' }, 'setUpNoHost'],
    ['an address that is more than one', { DEVICE_HOST: 'a,b#', WATCH_PORT: '6093' }, 'setUpNoHost'],
  ] as const)('%s: it says what is missing, and sends none', async (_, env, gap) => {
    const harness = await startHarness(env)
    onTestFinished(() => harness.close())
    const { state, send, kept } = await houseOf(harness)
    expect(await state()).toMatchObject({ gap, sms: { isVerified: false } })
    expect((await send()).status).toBe(409)
    expect(await kept()).toEqual([])
  })
})

describe('by a message centre', () => {
  it.each([
    ['brought to the watch is delivered, and not before', 2, { state: 'DELIVERED', reason: null }],
    ['could not bring to it has failed', 5, { state: 'FAILED', reason: 'refused' }],
  ] as const)('what it %s', async (_, came, outcome) => {
    const centre = await startSmsc()
    const by = { SMS_PROVIDER: 'smpp', SMPP_URL: centre.url, SMS_FROM: 'Carewatch' }
    const harness = await startHarness({ ...REACHED, ...by })
    onTestFinished(async () => {
      await harness.close()
      await centre.close()
    })
    const { send, state } = await houseOf(harness)
    expect((await send()).context.message.state).toBe('SENT')
    expect(centre.submitted).toMatchObject([{ to: NUMBER.slice(1), text: USUAL_TEXT, id: 'm1' }])
    expect((await state()).message.state).toBe('SENT')
    await until('the line is given back', () => centre.transmitters() === 0)
    await until('the centre is heard', () => centre.hasReceiver())
    expect(await centre.receipt('m1', came)).toBe(0)
    expect((await state()).message).toMatchObject(outcome)
  })
})
