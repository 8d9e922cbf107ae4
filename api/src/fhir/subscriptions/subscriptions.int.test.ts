import { subscriptionTopics } from '@carewatch/contracts/fhir-subscriptions'
import { backport } from '@carewatch/contracts/http/fhir-subscriptions'
import type { Scope } from '@carewatch/contracts/scopes'
import { alarmHistory, alarms } from '@carewatch/migrations/schema/alarms'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { auditLog } from '@carewatch/migrations/schema/people'
import { outgoingEvents, webhookDeliveries, webhooks } from '@carewatch/migrations/schema/webhooks'
import type { Bundle, Flag, Parameters, Subscription } from '@medplum/fhirtypes'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { TEST_PASSWORD } from '@carewatch/migrations/factories'
import { faultsOf, learnDefinitions, schemaFaultsOf } from '../../testing/fhir.ts'
import { askFhir, faultsIn, resourcesIn } from '../../testing/fhir-calls.ts'
import { type CompanyFixture, createCompanyFixture } from '../../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../../testing/harness.ts'
import { type Receiver, startReceiver } from '../../webhooks/testing.ts'

let harness: Harness
let fixture: CompanyFixture
let receiver: Receiver
beforeAll(async () => {
  learnDefinitions()
  harness = await startHarness({ WEBHOOK_NETWORKS: '127.0.0.1/32', TRUST_PROXY: '127.0.0.1' })
})
afterAll(() => harness.close())
beforeEach(async () => {
  ;[fixture, receiver] = await Promise.all([createCompanyFixture(harness), startReceiver()])
})
afterEach(() => receiver.close())

const everyScope: Scope[] = ['fhir:read', 'fhir:write', 'alarms:read', 'people:read', 'readings:read']

type Key = { secret: string; uuid: string }
async function keyOf(by = fixture, more: { scopes?: Scope[]; branchUUIDs?: string[] } = {}): Promise<Key> {
  const body = { name: 'Hospital', password: TEST_PASSWORD, scopes: everyScope, ...more }
  const { context } = await harness.call('POST', '/apiKeys/new', { token: by.people.MANAGER.token, body })
  return { secret: context.secret, uuid: context.apiKey.uuid }
}

type Wanted = {
  topic?: keyof typeof subscriptionTopics
  content?: 'empty' | 'id-only' | 'full-resource'
  filter?: string
  heartbeat?: number
  channel?: object
  more?: object
}

const wanted = ({
  topic = 'alarms',
  content = 'full-resource',
  filter,
  heartbeat,
  ...rest
}: Wanted = {}) => ({
  resourceType: 'Subscription',
  status: 'requested',
  reason: 'The ward',
  criteria: subscriptionTopics[topic].url,
  ...(filter !== undefined && {
    _criteria: { extension: [{ url: backport.filter, valueString: filter }] },
  }),
  channel: {
    type: 'rest-hook',
    endpoint: receiver.url,
    payload: 'application/fhir+json',
    _payload: { extension: [{ url: backport.content, valueCode: content }] },
    ...(heartbeat !== undefined && {
      extension: [{ url: backport.heartbeat, valueUnsignedInt: heartbeat }],
    }),
    ...rest.channel,
  },
  ...rest.more,
})

/** A call as programs of FHIR make it. */
async function send(method: string, path: string, { secret }: Key, body?: object) {
  const answer = await fetch(`${harness.api.url}/api/fhir/${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(body && { 'content-type': 'application/fhir+json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await answer.text()
  // Safe: held against the definitions.
  return {
    status: answer.status,
    headers: answer.headers,
    resource: JSON.parse(text || '{}') as Subscription,
  }
}

async function subscribe(key: Key, asked: Wanted = {}): Promise<Subscription> {
  // What happened before is not for it, once that stands in order.
  const isWaiting = isNull(outgoingEvents.position)
  await until('all has its place', async () => (await harness.db.$count(outgoingEvents, isWaiting)) === 0)
  const { status, headers, resource } = await send('POST', 'Subscription', key, wanted(asked))
  expect([status, resource.status]).toEqual([201, 'requested'])
  expect(headers.get('location')).toMatch(new RegExp(`/api/fhir/Subscription/${resource.id}$`))
  return resource
}

const bundles = (): Bundle[] => receiver.received.map(({ body }) => JSON.parse(body) as Bundle)
const untilReceived = (count: number) => until(`${count} come`, () => receiver.received.length >= count)
const statusIn = ({ entry = [] }: Bundle) => entry[0]?.resource as Parameters
const valueOf = (bundle: Bundle, name: string) => {
  const found = statusIn(bundle).parameter?.find((one) => one.name === name)
  return found?.valueCode ?? found?.valueString ?? found?.valueReference?.reference
}
/** The type of a notification, how many events there were, and the numbers of those in it. */
const shapeOf = (bundle: Bundle) => [
  valueOf(bundle, 'type'),
  valueOf(bundle, 'events-since-subscription-start'),
  numbersIn(bundle).join(),
]
const eventsIn = (bundle: Bundle) =>
  statusIn(bundle).parameter?.flatMap(({ name, part = [] }) =>
    name === 'notification-event' ? [part] : [],
  ) ?? []
const numbersIn = (bundle: Bundle) =>
  eventsIn(bundle).map((part) => part.find(({ name }) => name === 'event-number')?.valueString)
const focusIn = (bundle: Bundle) =>
  eventsIn(bundle).map((part) => part.find(({ name }) => name === 'focus')?.valueReference?.reference)
const stateOf = async (key: Key, { id }: Subscription) =>
  (await send('GET', `Subscription/${id}`, key)).resource.status
const untilActive = (key: Key, made: Subscription) =>
  until('it is active', async () => (await stateOf(key, made)) === 'active')

type Alarm = typeof alarms.$inferSelect
async function anSos(by = fixture, values: Partial<Alarm> = {}): Promise<Alarm> {
  const [alarm] = await harness.db
    .insert(alarms)
    .values({
      deviceId: by.device.id,
      wearerId: by.wearer.id,
      companyId: by.company.id,
      branchId: by.branch.id,
      kind: 'SOS',
      category: 'OPERATIONAL',
      severity: 'CRITICAL',
      openedAt: new Date(),
      lastAt: new Date(),
      ...values,
    })
    .returning()
  if (!alarm) throw new Error('no alarm')
  return alarm
}
const step = (alarm: Alarm, name: 'OPENED' | 'REPEATED' | 'CLEARED' | 'CLOSED') =>
  harness.db.insert(alarmHistory).values({ alarmId: alarm.id, step: name })
const closed = (alarm: Alarm) =>
  harness.db.update(alarms).set({ active: false, closedAt: new Date() }).where(eq(alarms.id, alarm.id))

describe('a Subscription', () => {
  it('is told of an SOS after its receiver was asked, in order, by numbers without a gap', async () => {
    const key = await keyOf()
    // Nothing is taken, and nothing else is sent, before the first message is.
    receiver.answer = (_, response) => void response.writeHead(503).end()
    const made = await subscribe(key)
    const alarm = await anSos()
    await step(alarm, 'OPENED')
    await step(alarm, 'REPEATED')
    await untilReceived(1)
    const refused = (await send('GET', `Subscription/${made.id}`, key)).resource
    expect([refused.status, refused.error]).toEqual(['requested', expect.stringContaining('refused')])
    receiver.answer = receiver.take
    await harness.db
      .update(webhookDeliveries)
      .set({ nextAt: sql`now()` })
      .where(eq(webhookDeliveries.state, 'QUEUED'))
    await untilReceived(4)
    await closed(alarm)
    await step(alarm, 'CLOSED')
    await untilReceived(5)
    expect(await stateOf(key, made)).toBe('active')
    expect(bundles().map(shapeOf)).toEqual([
      ['handshake', '0', ''],
      ['handshake', '0', ''],
      ['event-notification', '1', '1'],
      ['event-notification', '2', '2'],
      ['event-notification', '3', '3'],
    ])
    for (const bundle of bundles()) {
      expect([schemaFaultsOf(bundle), faultsOf(bundle)]).toEqual([[], []])
      expect(bundle).toMatchObject({ type: 'history', meta: { profile: [backport.notification] } })
      expect(valueOf(bundle, 'subscription')).toMatch(new RegExp(`/Subscription/${made.id}$`))
    }
    const [last] = bundles().slice(-1)
    expect(focusIn(last as Bundle)).toEqual([`Flag/${alarm.uuid}`])
    // What it is told is what it reads by itself.
    const [, flag] = resourcesIn(last as Bundle)
    expect(faultsIn(flag as Flag)).toEqual([])
    expect(flag).toEqual((await askFhir<Flag>(harness, `Flag/${alarm.uuid}`, key.secret)).resource)
    expect(flag).toMatchObject({
      status: 'inactive',
      subject: { reference: `Patient/${fixture.wearer.uuid}` },
    })
    expect(receiver.received[0]?.headers['content-type']).toContain('application/fhir+json')
  })

  it.each([
    ['empty', 1, [undefined]],
    ['id-only', 2, ['Flag']],
  ] as const)('of %s says no more than that', async (content, entries, focus) => {
    const key = await keyOf()
    await subscribe(key, { content })
    const alarm = await anSos()
    await step(alarm, 'OPENED')
    await untilReceived(2)
    const [, event] = bundles()
    expect([schemaFaultsOf(event as Bundle), faultsOf(event as Bundle)]).toEqual([[], []])
    expect(event?.entry).toHaveLength(entries)
    expect(focusIn(event as Bundle).map((reference) => reference?.split('/')[0])).toEqual(focus)
    expect(event?.entry?.slice(1).flatMap(({ resource }) => resource ?? [])).toEqual([])
    expect(receiver.received[1]?.body).not.toContain(fixture.wearer.uuid)
    const [id] = content === 'empty' ? [''] : [alarm.uuid]
    expect(receiver.received[1]?.body).toContain(id)
    expect(receiver.received[1]?.body.includes(alarm.uuid)).toBe(content !== 'empty')
  })

  it('brings the heads that it asked for, which nobody reads again', async () => {
    const key = await keyOf()
    const header = ['Authorization: Bearer of-the-receiver', 'X-Ward: 7']
    const made = await subscribe(key, { channel: { header } })
    await untilReceived(1)
    expect(receiver.received[0]?.headers).toMatchObject({
      authorization: 'Bearer of-the-receiver',
      'x-ward': '7',
    })
    const read = await send('GET', `Subscription/${made.id}`, key)
    expect(JSON.stringify(read.resource)).not.toContain('of-the-receiver')
    const [row] = await harness.db
      .select()
      .from(webhooks)
      .where(eq(webhooks.uuid, made.id ?? ''))
    expect(row?.secretLocked.toString('latin1')).not.toContain('of-the-receiver')
    expect(JSON.stringify(row?.subscription)).not.toContain('of-the-receiver')
  })

  it('of one person tells of nobody else', async () => {
    const key = await keyOf()
    const { wearer } = fixture
    await subscribe(key, { filter: `Flag?patient=Patient/${wearer.uuid}` })
    const other = await anSos(fixture, { wearerId: null, roomId: fixture.room.id, deviceId: null })
    await step(other, 'OPENED')
    const theirs = await anSos()
    await step(theirs, 'OPENED')
    await untilReceived(2)
    expect(bundles().map(shapeOf).slice(1)).toEqual([['event-notification', '1', '1']])
    expect(focusIn(bundles()[1] as Bundle)).toEqual([`Flag/${theirs.uuid}`])
  })

  it('says that it is there, after as long as was asked for without an event', async () => {
    const key = await keyOf()
    const made = await subscribe(key, { heartbeat: 60 })
    await untilActive(key, made)
    await harness.db
      .update(webhooks)
      .set({ lastSentAt: sql`now() - interval '61 seconds'` })
      .where(eq(webhooks.uuid, made.id ?? ''))
    await untilReceived(2)
    expect(bundles().map(shapeOf)).toEqual([
      ['handshake', '0', ''],
      ['heartbeat', '0', ''],
    ])
  })
})

describe('its rights', () => {
  it('are its key’s at each message: another company and a branch that it lost are nothing to it', async () => {
    const [theirs, nextDoor] = [
      await createCompanyFixture(harness),
      await createCompanyFixture(harness, fixture.company),
    ]
    const key = await keyOf(fixture, { branchUUIDs: [fixture.branch.uuid, nextDoor.branch.uuid] })
    const made = await subscribe(key)
    await untilActive(key, made)
    await step(await anSos(theirs), 'OPENED')
    const seen = await anSos(nextDoor)
    await step(seen, 'OPENED')
    await untilReceived(2)
    await harness.db
      .update(apiKeys)
      .set({ branchIds: [fixture.branch.id] })
      .where(eq(apiKeys.uuid, key.uuid))
    await step(seen, 'CLEARED')
    const ours = await anSos()
    await step(ours, 'OPENED')
    await untilReceived(3)
    expect(
      bundles()
        .slice(1)
        .map((bundle) => [...shapeOf(bundle), ...focusIn(bundle)]),
    ).toEqual([
      ['event-notification', '1', '1', `Flag/${seen.uuid}`],
      ['event-notification', '2', '2', `Flag/${ours.uuid}`],
    ])
    const all = receiver.received.map(({ body }) => body).join()
    expect(all).not.toContain(theirs.wearer.uuid)
    // What it was told before and may not see now is nothing it is told again.
    await harness.db.execute(sql`select pg_notify('user_changed', ${key.uuid})`)
    const again = async () =>
      numbersIn((await askFhir(harness, `Subscription/${made.id}/$events`, key.secret)).resource)
    await expect.poll(again).toEqual(['2'])
    const traces = and(eq(auditLog.entityUuid, fixture.wearer.uuid), eq(auditLog.address, '127.0.0.1'))
    await expect.poll(() => harness.db.$count(auditLog, traces)).toBe(1)
  })

  it('end with its key', async () => {
    const key = await keyOf()
    const made = await subscribe(key)
    await untilActive(key, made)
    const { token } = fixture.people.MANAGER
    await harness.call('POST', `/apiKeys/revoke/${key.uuid}`, { token, body: {} })
    const alarm = await anSos()
    await step(alarm, 'OPENED')
    expect((await send('GET', `Subscription/${made.id}`, key)).status).toBe(401)
    const byManager = await askFhir<Subscription>(harness, `Subscription/${made.id}`, token)
    expect(byManager.resource.status).toBe('off')
    // What happens now comes to another, and this one was told of nothing.
    const other = await keyOf()
    await subscribe(other)
    await step(alarm, 'REPEATED')
    await until('the other is told', () => receiver.received.length >= 3)
    const about = bundles().map((bundle) => valueOf(bundle, 'subscription')?.split('/').at(-1) === made.id)
    expect(about).toEqual([true, false, false])
  })

  it.each<[string, Scope[], Wanted]>([
    ['to write', everyScope.filter((scope) => scope !== 'fhir:write'), {}],
    ['to read FHIR', everyScope.filter((scope) => scope !== 'fhir:read'), {}],
    ['of what it is told', everyScope.filter((scope) => scope !== 'alarms:read'), {}],
    ['of readings', everyScope.filter((scope) => scope !== 'readings:read'), { topic: 'observations' }],
  ])('are asked for when it is made: without the scope %s it is refused', async (_, scopes, asked) => {
    const { status, resource } = await send(
      'POST',
      'Subscription',
      await keyOf(fixture, { scopes }),
      wanted(asked),
    )
    expect([status, resource.resourceType]).toEqual([403, 'OperationOutcome'])
  })

  it('are its own program’s: another key and another company do not find it', async () => {
    const [key, other] = [await keyOf(), await keyOf()]
    const stranger = await keyOf(await createCompanyFixture(harness))
    const made = await subscribe(key)
    const path = `Subscription/${made.id}`
    for (const one of [other, stranger]) {
      for (const [method, at, body] of [
        ['GET', path],
        ['GET', `${path}/$status`],
        ['GET', `${path}/$events`],
        ['PUT', path, wanted()],
        ['DELETE', path],
      ] as const)
        expect([method, at, (await send(method, at, one, body)).status]).toEqual([method, at, 404])
      const { resource } = await askFhir(harness, 'Subscription', one.secret)
      expect(resourcesIn(resource)).toEqual([])
    }
    const { resource } = await askFhir(harness, 'Subscription?status=requested,active', key.secret)
    expect(resourcesIn(resource).map(({ id }) => id)).toEqual([made.id])
  })
})

describe('what is asked for', () => {
  it.each<[string, Wanted]>([
    ['criteria', { more: { criteria: 'urn:carewatch:topic:nothing' } }],
    ['channel.endpoint', { channel: { endpoint: 'http://10.0.0.1/' } }],
    ['channel.endpoint', { channel: { endpoint: 'https://169.254.169.254/latest' } }],
    ['_criteria', { filter: 'Flag?status=active' }],
    ['_criteria', { filter: 'Observation?patient=Patient/0198c0de-0000-7000-8000-000000000001' }],
    ['_criteria', { filter: 'Flag?patient=Patient/0198c0de-0000-7000-8000-000000000001' }],
    ['channel.header.0', { channel: { header: ['Host: elsewhere'] } }],
    ['channel.header.0', { channel: { header: ['X-A: b\r\nHost: c'] } }],
    ['channel.type', { channel: { type: 'email' } }],
    ['channel.payload', { channel: { payload: 'application/fhir+xml' } }],
    ['status', { more: { status: 'off' } }],
    ['end', { more: { end: '2020-01-01T00:00:00Z' } }],
    ['reason', { more: { reason: 'x'.repeat(501) } }],
  ])('is refused by its %s', async (field, asked) => {
    const { status, resource } = await send('POST', 'Subscription', await keyOf(), wanted(asked))
    expect(status).toBe(400)
    expect(schemaFaultsOf(resource)).toEqual([])
    expect(JSON.stringify(resource)).toContain(`http.${field}`)
  })

  it('is no person whom the key does not see', async () => {
    const theirs = await createCompanyFixture(harness)
    const filter = `Patient?_id=${theirs.wearer.uuid}`
    expect((await send('POST', 'Subscription', await keyOf(), wanted({ filter }))).status).toBe(400)
    const own = `Patient?_id=${fixture.wearer.uuid}`
    expect((await send('POST', 'Subscription', await keyOf(), wanted({ filter: own }))).status).toBe(201)
  })

  it('is one of twenty of a company', async () => {
    const key = await keyOf()
    const answers = await Promise.all(
      Array.from({ length: 22 }, async () => (await send('POST', 'Subscription', key, wanted())).status),
    )
    expect(answers.filter((status) => status === 201)).toHaveLength(20)
    expect(answers.filter((status) => status === 409)).toHaveLength(2)
  })
})

describe('its program', () => {
  it('asks how it stands, and again for what it missed', async () => {
    const key = await keyOf()
    const made = await subscribe(key)
    const alarm = await anSos()
    for (const name of ['OPENED', 'REPEATED', 'CLEARED'] as const) await step(alarm, name)
    await untilReceived(4)
    await untilActive(key, made)
    const { resource } = await askFhir(harness, `Subscription/${made.id}/$status`, key.secret)
    expect([schemaFaultsOf(resource), faultsOf(resource)]).toEqual([[], []])
    expect(resource.type).toBe('searchset')
    expect(shapeOf(resource)).toEqual(['query-status', '3', ''])
    expect(valueOf(resource, 'status')).toBe('active')
    const ask = async (query: string) =>
      (await askFhir(harness, `Subscription/${made.id}/$events${query}`, key.secret)).resource
    const all = await ask('')
    expect([schemaFaultsOf(all), faultsOf(all)]).toEqual([[], []])
    expect(shapeOf(all)).toEqual(['query-event', '3', '1,2,3'])
    // The same alarm is there once.
    expect(resourcesIn(all)).toHaveLength(2)
    expect(numbersIn(await ask('?eventsSinceNumber=2'))).toEqual(['2', '3'])
    expect(numbersIn(await ask('?eventsSinceNumber=2&eventsUntilNumber=2'))).toEqual(['2'])
    const empty = await ask('?content=empty')
    expect([resourcesIn(empty).length, focusIn(empty)]).toEqual([1, [undefined, undefined, undefined]])
    const wrong = await askFhir(harness, `Subscription/${made.id}/$events?eventsSinceNumber=x`, key.secret)
    expect(wrong.status).toBe(400)
  })

  it('switches it off and on again, and ends it', async () => {
    const key = await keyOf()
    const made = await subscribe(key)
    await untilActive(key, made)
    const path = `Subscription/${made.id}`
    // As programs do it: what was read is sent back, changed.
    const { resource } = await send('GET', path, key)
    const off = await send('PUT', path, key, { ...resource, status: 'off' })
    expect([off.status, off.resource.status]).toEqual([200, 'off'])
    const alarm = await anSos()
    await step(alarm, 'OPENED')
    await until('all has its place', async () => {
      const isWaiting = isNull(outgoingEvents.position)
      return (await harness.db.$count(outgoingEvents, isWaiting)) === 0
    })
    const on = await send('PUT', path, key, { ...wanted(), id: made.id })
    expect([on.status, on.resource.status]).toEqual([200, 'requested'])
    await untilActive(key, made)
    await step(alarm, 'REPEATED')
    await untilReceived(3)
    expect(bundles().map(shapeOf)).toEqual([
      ['handshake', '0', ''],
      ['handshake', '0', ''],
      ['event-notification', '1', '1'],
    ])
    const otherTopic = await send('PUT', path, key, wanted({ topic: 'wearing' }))
    expect(otherTopic.status).toBe(400)
    expect((await send('DELETE', path, key)).status).toBe(200)
    expect((await send('GET', path, key)).status).toBe(404)
  })

  it('moves it with what waits, which comes after the new receiver was asked', async () => {
    const key = await keyOf()
    const made = await subscribe(key)
    await untilActive(key, made)
    receiver.answer = (_, response) => void response.writeHead(500).end()
    const alarm = await anSos()
    await step(alarm, 'OPENED')
    await step(alarm, 'REPEATED')
    await untilReceived(2)
    const elsewhere = await startReceiver()
    const body = wanted({ channel: { endpoint: elsewhere.url } })
    expect((await send('PUT', `Subscription/${made.id}`, key, body)).status).toBe(200)
    await until('all come', () => elsewhere.received.length >= 3)
    const there = elsewhere.received.map((one) => JSON.parse(one.body) as Bundle)
    expect(there.map((bundle) => valueOf(bundle, 'type'))).toEqual([
      'handshake',
      'event-notification',
      'event-notification',
    ])
    expect(there.slice(1).flatMap(numbersIn)).toEqual(['1', '2'])
    await elsewhere.close()
  })

  it('is shown in the portal where its manager ends it', async () => {
    const key = await keyOf()
    const made = await subscribe(key)
    const { token } = fixture.people.MANAGER
    const list = await harness.call('GET', '/webhooks/all', { token })
    expect(list.context.webhooks).toMatchObject([{ uuid: made.id, topics: ['alarms'], isSubscription: true }])
    await untilActive(key, made)
    const deliveries = await harness.call('GET', `/webhooks/deliveries/${made.id}`, { token })
    expect(deliveries.context.deliveries).toMatchObject([{ type: 'handshake', state: 'SENT' }])
    const password = TEST_PASSWORD
    const change = { url: receiver.url, topics: ['tasks'], password }
    expect((await harness.call('POST', `/webhooks/update/${made.id}`, { token, body: change })).status).toBe(
      404,
    )
    const rotate = { graceHours: 1, password }
    expect((await harness.call('POST', `/webhooks/rotate/${made.id}`, { token, body: rotate })).status).toBe(
      404,
    )
    expect((await harness.call('POST', `/webhooks/delete/${made.id}`, { token, body: {} })).status).toBe(200)
    expect((await send('GET', `Subscription/${made.id}`, key)).status).toBe(404)
  })
})
