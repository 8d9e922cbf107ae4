import type { Scope } from '@carewatch/contracts/scopes'
import type { EventTopic } from '@carewatch/contracts/webhooks'
import { createBranch, createDevice, TEST_PASSWORD } from '@carewatch/migrations/factories'
import { alarmHistory, alarms, tasks } from '@carewatch/migrations/schema/alarms'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { auditLog } from '@carewatch/migrations/schema/people'
import { wearers } from '@carewatch/migrations/schema/wearers'
import {
  outgoingEvents,
  webhookDeliveries,
  webhooks,
  webhookTries,
} from '@carewatch/migrations/schema/webhooks'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type CompanyFixture, createCompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { type Receiver, startReceiver } from './testing.ts'

let harness: Harness
let fixture: CompanyFixture
let receiver: Receiver
beforeAll(async () => {
  harness = await startHarness({ WEBHOOK_NETWORKS: '127.0.0.1/32' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;[fixture, receiver] = await Promise.all([createCompanyFixture(harness), startReceiver()])
})
afterEach(() => receiver.close())

const asManager = (path: string, body: object = {}, by = fixture) =>
  harness.call('POST', path, { token: by.people.MANAGER.token, body })

type Wanted = { scopes?: Scope[]; topics?: EventTopic[]; branchUUIDs?: string[]; url?: string }
type Made = { uuid: string; secret: string; keyUuid: string }

const everyScope: Scope[] = ['alarms:read', 'tasks:read', 'people:read']

async function makeWebhook(wanted: Wanted = {}, by = fixture): Promise<Made> {
  const { scopes = everyScope, topics = ['alarms'], branchUUIDs, url = receiver.url } = wanted
  // What happened before it was made is not for it, once that stands in order.
  const isWaiting = isNull(outgoingEvents.position)
  await until('all has its place', async () => (await harness.db.$count(outgoingEvents, isWaiting)) === 0)
  const password = TEST_PASSWORD
  const ofKey = { name: 'Partner', scopes, password, ...(branchUUIDs && { branchUUIDs }) }
  const key = await asManager('/apiKeys/new', ofKey, by)
  const apiKeyUUID = key.context.apiKey.uuid
  const made = await asManager('/webhooks/new', { url, topics, apiKeyUUID, password }, by)
  expect(made.status).toBe(200)
  return { uuid: made.context.webhook.uuid, secret: made.context.secret, keyUuid: apiKeyUUID }
}

type Alarm = typeof alarms.$inferSelect
const step = (alarm: Alarm, name: 'OPENED' | 'REPEATED' | 'RAISED' | 'CLEARED' | 'CLOSED', note = '') =>
  harness.db.insert(alarmHistory).values({ alarmId: alarm.id, step: name, note: note || null })

async function anAlarm(by = fixture, values: Partial<Alarm> = {}): Promise<Alarm> {
  const [alarm] = await harness.db
    .insert(alarms)
    .values({
      deviceId: by.device.id,
      companyId: by.company.id,
      branchId: by.branch.id,
      kind: 'BATTERY',
      category: 'TECHNICAL',
      severity: 'LOW',
      openedAt: new Date(),
      lastAt: new Date(),
      // Each is an incident of its own, and several may be of one watch.
      rehearsal: false,
      active: false,
      closedAt: new Date(),
      ...values,
    })
    .returning()
  if (!alarm) throw new Error('no alarm')
  return alarm
}

const rowsOf = (webhook: Made) =>
  harness.db
    .select({ delivery: webhookDeliveries })
    .from(webhookDeliveries)
    .innerJoin(webhooks, eq(webhooks.id, webhookDeliveries.webhookId))
    .where(eq(webhooks.uuid, webhook.uuid))
    .orderBy(asc(webhookDeliveries.id))
    .then((rows) => rows.map(({ delivery }) => delivery))
const statesOf = async (webhook: Made) => (await rowsOf(webhook)).map(({ state }) => state)
const webhookNow = async ({ uuid }: Made) => {
  const [row] = await harness.db.select().from(webhooks).where(eq(webhooks.uuid, uuid))
  if (!row) throw new Error('no webhook')
  return row
}
/** As if the time to wait for the next try were over. */
const hurry = (which = sql`true`) =>
  harness.db
    .update(webhookDeliveries)
    .set({ nextAt: sql`now()` })
    .where(and(eq(webhookDeliveries.state, 'QUEUED'), which))
const untilReceived = (count: number) => until(`${count} come`, () => receiver.received.length >= count)
/** Long enough for whatever is due to have been sent. */
const meanwhile = () => new Promise((resolve) => setTimeout(resolve, 1_500))

describe('what is sent', () => {
  it('is signed by Standard Webhooks, and says what the calls of its key answer', async () => {
    const { secret } = await makeWebhook()
    const { alarm } = await raiseAlarm(harness, fixture)
    await step(alarm, 'OPENED')
    await untilReceived(1)
    const [first] = receiver.received
    if (!first) throw new Error('nothing came')
    const verified = new Webhook(secret).verify(first.body, first.headers as Record<string, string>)
    expect(verified).toMatchObject({ type: 'alarm.opened', data: { step: { step: 'OPENED' } } })
    expect(() => new Webhook(secret).verify(`${first.body} `, first.headers as never)).toThrow('signature')
    const { token } = fixture.people.MANAGER
    const asked = await harness.call('GET', `/alarms?device=${fixture.device.uuid}`, { token })
    expect(first.message.data['alarm']).toEqual(asked.context.alarms[0])
  })

  it('is what was chosen: tasks and assignments, from their beginning to their end', async () => {
    await makeWebhook({ topics: ['tasks', 'assignments'] })
    const { task, alarm } = await raiseAlarm(harness, fixture)
    await step(alarm, 'OPENED')
    await harness.db.update(tasks).set({ status: 'IN_PROGRESS' }).where(eq(tasks.id, task.id))
    const back = await asManager('/wearers/takeBack', { deviceUUID: fixture.device.uuid })
    expect(back.status).toBe(200)
    const wanted = ['task.created', 'task.changed', 'assignment.ended']
    await until('all come', () => wanted.every((type) => receiver.types().includes(type)))
    expect(receiver.types().some((type) => type.startsWith('alarm'))).toBe(false)
    const ended = receiver.received.find(({ message }) => message.type === 'assignment.ended')
    expect(ended?.message.data).toMatchObject({
      assignment: { state: 'OVER', end: 'TAKEN_BACK' },
      wearer: { uuid: fixture.wearer.uuid, firstName: 'Wilma' },
    })
  })

  it('leaves a trace of whom it showed, as a read by its key does', async () => {
    const made = await makeWebhook({ topics: ['alarms', 'tasks', 'assignments'] })
    const { alarm } = await raiseAlarm(harness, fixture)
    await step(alarm, 'OPENED')
    await untilReceived(2)
    const traces = async () => {
      const isOfWebhook = and(eq(apiKeys.uuid, made.keyUuid), eq(auditLog.entityUuid, fixture.wearer.uuid))
      const rows = await harness.db
        .select({ action: auditLog.action, address: auditLog.address })
        .from(auditLog)
        .innerJoin(apiKeys, eq(apiKeys.userId, auditLog.userId))
        .where(isOfWebhook)
      return rows.toSorted((one, other) => one.action.localeCompare(other.action))
    }
    await until('both are written', async () => (await traces()).length === 2)
    expect(await traces()).toEqual([
      { action: 'profileViewed', address: '127.0.0.1' },
      { action: 'viewed', address: '127.0.0.1' },
    ])
  })

  it('is nothing of another company', async () => {
    const other = await createCompanyFixture(harness)
    const [own] = await Promise.all([makeWebhook(), makeWebhook({ url: 'http://127.0.0.1:1/' }, other)])
    const [mine, theirs] = await Promise.all([anAlarm(), anAlarm(other)])
    await step(theirs, 'OPENED')
    await step(mine, 'OPENED')
    await untilReceived(1)
    await meanwhile()
    expect(receiver.received.map(({ message }) => message.data['alarm']?.['uuid'])).toEqual([mine.uuid])
    expect(await statesOf(own)).toEqual(['SENT'])
  })

  it('is nothing that the scopes of its key do not hold, and nothing of other branches', async () => {
    const branch = await createBranch(harness.db, fixture.company.id)
    const device = await createDevice(harness.db, { companyId: fixture.company.id, branchId: branch.id })
    const narrow = await makeWebhook({
      topics: ['alarms', 'tasks', 'assignments'],
      scopes: ['tasks:read'],
      branchUUIDs: [fixture.branch.uuid],
    })
    const away = await raiseAlarm(harness, { ...fixture, device, branch })
    const here = await raiseAlarm(harness, fixture)
    await Promise.all([step(away.alarm, 'OPENED'), step(here.alarm, 'OPENED')])
    await harness.db.update(wearers).set({ bed: '2' }).where(eq(wearers.id, fixture.wearer.id))
    await untilReceived(1)
    await until('all is settled', async () => (await statesOf(narrow)).every((state) => state !== 'QUEUED'))
    expect(receiver.received.map(({ message }) => [message.type, message.data['task']?.['uuid']])).toEqual([
      ['task.created', here.task.uuid],
    ])
    expect((await statesOf(narrow)).toSorted()).toEqual(['SENT', 'SKIPPED', 'SKIPPED', 'SKIPPED'])
  })

  it('is nothing once its key was revoked, also of what waited', async () => {
    const made = await makeWebhook()
    receiver.answer = (_, response) => void response.writeHead(500).end()
    const alarm = await anAlarm()
    await step(alarm, 'OPENED')
    await untilReceived(1)
    expect((await asManager(`/apiKeys/revoke/${made.keyUuid}`)).status).toBe(200)
    receiver.answer = receiver.take
    await step(alarm, 'CLOSED')
    await hurry()
    await until('it is paused', async () => (await webhookNow(made)).pause === 'keyEnded')
    await meanwhile()
    expect(receiver.received).toHaveLength(1)
    expect((await asManager(`/webhooks/resume/${made.uuid}`)).status).toBe(409)
  })

  it('bears both signatures while a secret is changed, and one afterwards', async () => {
    const made = await makeWebhook()
    const body = { graceHours: 1, password: TEST_PASSWORD }
    const { secret } = (await asManager(`/webhooks/rotate/${made.uuid}`, body)).context
    const alarm = await anAlarm()
    await step(alarm, 'OPENED')
    await untilReceived(1)
    const verifies = (by: string, index: number) => {
      const one = receiver.received[index]
      try {
        return Boolean(new Webhook(by).verify(one?.body ?? '', one?.headers as Record<string, string>))
      } catch {
        return false
      }
    }
    expect([verifies(made.secret, 0), verifies(secret, 0)]).toEqual([true, true])
    await harness.db
      .update(webhooks)
      .set({ formerUntil: new Date(Date.now() - 1) })
      .where(eq(webhooks.uuid, made.uuid))
    await step(alarm, 'CLOSED')
    await untilReceived(2)
    expect([verifies(made.secret, 1), verifies(secret, 1)]).toEqual([false, true])
  })
})

describe('order and tries', () => {
  it('keeps the steps of one incident in order, whatever of them fails, and holds up no other', async () => {
    const made = await makeWebhook()
    const [held, free] = [await anAlarm(), await anAlarm()]
    receiver.answer = ({ message }, response) =>
      void response.writeHead(message.data['alarm']?.['uuid'] === held.uuid ? 503 : 204).end()
    await step(held, 'OPENED')
    await untilReceived(1)
    for (const name of ['REPEATED', 'CLOSED'] as const) await step(held, name)
    for (const name of ['OPENED', 'CLEARED', 'CLOSED'] as const) await step(free, name)
    const of = ({ uuid }: Alarm) =>
      receiver.received
        .filter(({ message }) => message.data['alarm']?.['uuid'] === uuid)
        .map(({ message }) => message.type)
    await until('the other goes on', () => of(free).length === 3)
    expect(of(free)).toEqual(['alarm.opened', 'alarm.cleared', 'alarm.closed'])
    expect(new Set(of(held))).toEqual(new Set(['alarm.opened']))
    receiver.answer = receiver.take
    await hurry()
    await until('all is sent', async () => (await statesOf(made)).every((state) => state === 'SENT'))
    expect(of(held).slice(-3)).toEqual(['alarm.opened', 'alarm.repeated', 'alarm.closed'])
  })

  it('says an event of a transaction that commits late, after what came before it was read', async () => {
    const made = await makeWebhook()
    const [late, soon] = [await anAlarm(), await anAlarm()]
    await harness.db.transaction(async (tx) => {
      await tx.insert(alarmHistory).values({ alarmId: late.id, step: 'OPENED' })
      await step(soon, 'OPENED')
      await untilReceived(1)
      expect(receiver.received[0]?.message.data['alarm']?.['uuid']).toBe(soon.uuid)
    })
    await untilReceived(2)
    expect(receiver.received[1]?.message.data['alarm']?.['uuid']).toBe(late.uuid)
    expect(await rowsOf(made)).toHaveLength(2)
  })

  it('tries a dead receiver again, by the same id, and writes down each try', async () => {
    const { port } = receiver
    await receiver.close()
    const made = await makeWebhook({ url: `http://127.0.0.1:${port}/` })
    await step(await anAlarm(), 'OPENED')
    await until('it was tried', async () => (await webhookNow(made)).failures > 0)
    receiver = await startReceiver(port)
    await hurry()
    await untilReceived(1)
    await until('it is sent', async () => (await statesOf(made))[0] === 'SENT')
    const path = `/webhooks/deliveries/${made.uuid}`
    const list = await harness.call('GET', path, { token: fixture.people.MANAGER.token })
    const [delivery] = list.context.deliveries
    expect(delivery).toMatchObject({
      type: 'alarm.opened',
      state: 'SENT',
      tries: [
        { status: 204, fault: null },
        { status: null, fault: 'unreachable' },
      ],
    })
    expect(receiver.received[0]?.id).toBe(`msg_${delivery.uuid}`)
    expect(JSON.stringify(list.context)).not.toContain('Wilma')
  })

  it('follows no redirection, and waits as long as it is asked to', async () => {
    const made = await makeWebhook()
    const target = await startReceiver()
    receiver.answer = (_, response) =>
      void response.writeHead(307, { location: target.url, 'retry-after': '600' }).end()
    await step(await anAlarm(), 'OPENED')
    await until('it was tried', async () => (await webhookNow(made)).failures > 0)
    const [row] = await rowsOf(made)
    const [tried] = await harness.db
      .select()
      .from(webhookTries)
      .where(eq(webhookTries.deliveryId, row?.id ?? 0))
    expect(tried).toMatchObject({ status: 307, fault: 'redirected' })
    expect((row?.nextAt.getTime() ?? 0) - Date.now()).toBeGreaterThan(500_000)
    expect(target.received).toHaveLength(0)
    await target.close()
  })

  it('is paused at once by 410, and after a day in which nothing was taken', async () => {
    const [gone, failing] = [await makeWebhook(), await makeWebhook()]
    receiver.answer = (_, response) => void response.writeHead(410).end()
    const alarm = await anAlarm()
    await step(alarm, 'OPENED')
    const pauses = async () => [(await webhookNow(gone)).pause, (await webhookNow(failing)).pause]
    await until('both are paused', async () => (await pauses()).every((pause) => pause === 'gone'))
    receiver.answer = (_, response) => void response.writeHead(500).end()
    expect((await asManager(`/webhooks/resume/${failing.uuid}`)).status).toBe(200)
    await until('it was tried', async () => (await webhookNow(failing)).failures > 0)
    expect((await webhookNow(failing)).pause).toBeNull()
    const yesterday = new Date(Date.now() - 25 * 3_600_000)
    await harness.db.update(webhookDeliveries).set({ triedSince: yesterday })
    await hurry()
    await until('it is paused', async () => (await webhookNow(failing)).pause === 'failing')
    receiver.answer = receiver.take
    const before = receiver.received.length
    expect((await asManager(`/webhooks/resume/${failing.uuid}`)).status).toBe(200)
    await untilReceived(before + 1)
    // Noted once the receiver has answered.
    await until('it is noted', async () => (await statesOf(failing)).join() === 'SENT')
  })

  it('lets a receiver that hangs hold up no other', async () => {
    const hanging = await startReceiver()
    const waiting = { now: 0, most: 0, ended: 0 }
    hanging.answer = (_, response) => {
      waiting.most = Math.max(waiting.most, ++waiting.now)
      response.once('close', () => {
        waiting.now--
        waiting.ended++
      })
    }
    const slow = await makeWebhook({ url: hanging.url })
    const made = await makeWebhook()
    const all = await Promise.all(Array.from({ length: 30 }, () => anAlarm()))
    for (const alarm of all) await step(alarm, 'OPENED')
    // More than are under way at once: none of them waited for one that hangs to be given up.
    await untilReceived(10)
    expect(waiting.ended).toBe(0)
    await untilReceived(30)
    await until('all is sent', async () => (await statesOf(made)).every((state) => state === 'SENT'))
    expect(waiting.most).toBeLessThanOrEqual(4)
    expect(await statesOf(slow)).toEqual(all.map(() => 'QUEUED'))
    await hanging.close()
  })

  it('sends again what was sent or given up, by the id it had', async () => {
    const made = await makeWebhook()
    const since = new Date(Date.now() - 1_000).toISOString()
    const all = await Promise.all([anAlarm(), anAlarm()])
    for (const alarm of all) await step(alarm, 'OPENED')
    await until('both are sent', async () => (await statesOf(made)).join() === 'SENT,SENT')
    const [first, second] = await rowsOf(made)
    const again = (body: object, uuid = made.uuid) => asManager(`/webhooks/replay/${uuid}`, body)
    expect((await again({ deliveryUUID: first?.uuid })).context).toEqual({ queued: 1 })
    await untilReceived(3)
    expect(receiver.received[2]?.id).toBe(`msg_${first?.uuid}`)
    await until('that is noted', async () => (await statesOf(made)).join() === 'SENT,SENT')
    await harness.db
      .update(webhookDeliveries)
      .set({ state: 'FAILED' })
      .where(eq(webhookDeliveries.id, second?.id ?? 0))
    expect((await again({ failedSince: since })).context).toEqual({ queued: 1 })
    await untilReceived(4)
    expect(receiver.received[3]?.id).toBe(`msg_${second?.uuid}`)
    await until('it is noted', async () => (await statesOf(made)).join() === 'SENT,SENT')
    expect((await again({ since })).context).toEqual({ queued: 2 })
    await untilReceived(6)
    const ids = [first, second].map((delivery) => `msg_${delivery?.uuid}`)
    expect(
      receiver.received
        .slice(4)
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual(ids.toSorted())
    await until('both are sent again', async () => (await statesOf(made)).join() === 'SENT,SENT')
    const later = new Date(Date.now() + 60_000).toISOString()
    expect((await again({ since: later })).context).toEqual({ queued: 0 })
    expect((await again({ since: 'yesterday' })).status).toBe(400)
    const another = await makeWebhook()
    expect((await again({ deliveryUUID: first?.uuid }, another.uuid)).status).toBe(404)
  })

  it('tries itself when it is asked to, and not while it is paused', async () => {
    const made = await makeWebhook()
    expect((await asManager(`/webhooks/test/${made.uuid}`)).status).toBe(200)
    await untilReceived(1)
    expect(receiver.types()).toEqual(['webhook.test'])
    expect((await asManager(`/webhooks/pause/${made.uuid}`)).status).toBe(200)
    expect((await asManager(`/webhooks/test/${made.uuid}`)).status).toBe(409)
    await step(await anAlarm(), 'OPENED')
    await meanwhile()
    expect(receiver.received).toHaveLength(1)
    expect((await asManager(`/webhooks/resume/${made.uuid}`)).status).toBe(200)
    await untilReceived(2)
    expect(receiver.types()).toEqual(['webhook.test', 'alarm.opened'])
  })
})

describe('a change', () => {
  it('is of the address, of what is told, and of the key: by its rights from then on', async () => {
    const made = await makeWebhook({ topics: ['tasks'] })
    const [elsewhere, other] = await Promise.all([startReceiver(), createCompanyFixture(harness)])
    const narrow = await makeWebhook({ scopes: ['tasks:read'] })
    const wide = await makeWebhook({ scopes: ['alarms:read'] })
    const theirs = await makeWebhook({}, other)
    const change = (more: object) =>
      asManager(`/webhooks/update/${made.uuid}`, {
        url: elsewhere.url,
        topics: ['alarms'],
        password: TEST_PASSWORD,
        ...more,
      })
    expect((await change({ apiKeyUUID: theirs.keyUuid })).context.errors).toHaveProperty('apiKeyUUID')
    expect((await change({ url: 'http://10.0.0.1/' })).context.errors).toHaveProperty('url')
    expect((await change({ apiKeyUUID: narrow.keyUuid })).context.webhook).toMatchObject({
      url: elsewhere.url,
      topics: ['alarms'],
      apiKey: { uuid: narrow.keyUuid },
    })
    const alarm = await anAlarm()
    await step(alarm, 'OPENED')
    await until('it is settled', async () => (await statesOf(made)).join() === 'SKIPPED')
    expect((await change({ apiKeyUUID: wide.keyUuid })).status).toBe(200)
    await step(alarm, 'CLOSED')
    await until('it comes', () => elsewhere.received.length === 1)
    expect(elsewhere.types()).toEqual(['alarm.closed'])
    await elsewhere.close()
  })
})

describe('who manages them', () => {
  it('is refused a key of another company, an ended one, and an address that is not allowed', async () => {
    const other = await createCompanyFixture(harness)
    const { keyUuid } = await makeWebhook({}, other)
    const body = { url: receiver.url, topics: ['alarms'], apiKeyUUID: keyUuid, password: TEST_PASSWORD }
    expect((await asManager('/webhooks/new', body)).context.errors).toHaveProperty('apiKeyUUID')
    const own = await makeWebhook()
    const tried = async (more: object) =>
      (await asManager('/webhooks/new', { ...body, apiKeyUUID: own.keyUuid, ...more })).context.errors
    expect(await tried({ url: 'http://10.0.0.1/' })).toHaveProperty('url')
    expect(await tried({ url: 'https://169.254.169.254/latest/meta-data' })).toHaveProperty('url')
    expect(await tried({ url: `https://a.example/${'x'.repeat(500)}` })).toHaveProperty('url')
    expect(await tried({ topics: [] })).toHaveProperty('topics')
    expect(await tried({ topics: ['everything'] })).toHaveProperty(['topics.0'])
    const wrong = { ...body, apiKeyUUID: own.keyUuid, password: 'wrong' }
    expect((await asManager('/webhooks/new', wrong)).status).toBe(400)
    const expired = new Date(Date.now() - 1_000)
    await harness.db.update(apiKeys).set({ expiresAt: expired }).where(eq(apiKeys.uuid, own.keyUuid))
    expect(await tried({})).toHaveProperty('apiKeyUUID')
  })

  it('sees no secret, in the list or in the database', async () => {
    const made = await makeWebhook()
    const list = await harness.call('GET', '/webhooks/all', { token: fixture.people.MANAGER.token })
    expect(list.context.webhooks).toEqual([expect.objectContaining({ uuid: made.uuid, waiting: 0 })])
    expect(JSON.stringify(list)).not.toContain(made.secret)
    const { secretLocked } = await webhookNow(made)
    expect(secretLocked.toString('latin1')).not.toContain(made.secret.slice(6, 20))
  })
})
