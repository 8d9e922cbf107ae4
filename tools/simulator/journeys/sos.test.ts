import { type LiveMessage } from '@carewatch/contracts/events'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { testDatabase } from '@carewatch/platform/database/testing'
import { startCollector } from '@carewatch/platform/telemetry/testing'
import { idsOf } from '@carewatch/platform/telemetry/tracing'
import { connectAsync } from 'mqtt'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { isNotification, signIn } from './person.ts'
import { startProduct, type Product } from './product.ts'

const SOON = { timeout: 15_000, interval: 100 }

let database: Awaited<ReturnType<typeof testDatabase>>
let product: Product
let collector: Awaited<ReturnType<typeof startCollector>>
beforeAll(async () => {
  database = await testDatabase()
  collector = await startCollector()
  product = await startProduct(database.url, { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
})
afterAll(async () => {
  await product.close()
  await collector.close()
  await database.drop()
})

async function branchWithNurses() {
  const company = await createCompany(database.db)
  const branch = await createBranch(database.db, company.id)
  const nurse = (firstName: string) =>
    createUser(database.db, {
      role: 'SUPERVISOR',
      companyId: company.id,
      branchId: branch.id,
      firstName,
      lastName: 'Levi',
    })
  const device = await createDevice(database.db, {
    companyId: company.id,
    branchId: branch.id,
    name: 'Room 12',
  })
  return { noa: await nurse('Noa'), dana: await nurse('Dana'), device }
}

const isOpenedOrMissed = (message: LiveMessage): message is LiveMessage =>
  message.type === 'missed' || isNotification('opened')(message)

const enterAs = ({ imei, password }: { imei: string; password: string }) =>
  connectAsync(product.mqttUrl, { username: imei, password, clientId: imei })

it('shows a nurse the heartbeat of a watch as it comes', async () => {
  const { noa, device } = await branchWithNurses()
  const nurse = await signIn(product, noa.email)
  const screen = await nurse.listen([device.uuid])
  const watch = await enterAs(device)
  const isReadings = (message: LiveMessage): message is Extract<LiveMessage, { type: 'readings' }> =>
    message.type === 'readings'
  // The watch goes on measuring; the first reading after the screen has subscribed is the one that shows.
  const heartbeat = setInterval(() => {
    watch.publish(`watch/${device.imei}/readings`, JSON.stringify({ time: Date.now(), heartRate: 72 }), {
      qos: 1,
    })
  }, 100)

  const { readings, deviceUuid } = await screen.next(isReadings)
  clearInterval(heartbeat)

  expect(deviceUuid).toBe(device.uuid)
  expect(readings[0]?.values).toEqual({ heartRate: 72 })
  const { context } = await nurse.get(`/readings/overview/${device.imei}`)
  expect(context.overview).toContainEqual(
    expect.objectContaining({ metric: 'heartRate', latest: expect.objectContaining({ value: 72 }) }),
  )
  screen.close()
  await watch.endAsync()
})

it('rings an SOS at both nurses, and shows the second who took it', async () => {
  const { noa, dana, device } = await branchWithNurses()
  const [first, second] = [await signIn(product, noa.email), await signIn(product, dana.email)]
  const [hers, others] = [await first.listen(), await second.listen()]
  const watch = await enterAs(device)

  await watch.publishAsync(`watch/${device.imei}/event`, JSON.stringify({ time: Date.now(), type: 'SOS' }), {
    qos: 1,
  })
  const [{ notification }] = await Promise.all([
    hers.next(isNotification('opened')),
    others.next(isNotification('opened')),
  ])
  expect(notification).toMatchObject({
    kind: 'SOS',
    severity: 'CRITICAL',
    deviceName: 'Room 12',
    acknowledged: false,
    type: 'ALARM',
  })

  const { context } = await first.post(`/notification/acknowledge/${device.imei}`)
  expect(context).toMatchObject({ unacknowledged: 0 })
  const seen = await others.next(isNotification('acknowledged'))
  expect(seen.notification).toMatchObject({
    uuid: notification.uuid,
    acknowledged: true,
    acknowledgedBy: 'Noa Levi',
  })

  const tasks = await second.get('/tasks/all/0')
  expect(tasks.context.tasks).toMatchObject([
    { alertType: 'SOS', status: 'IN_PROGRESS', assigneeName: 'Noa Levi' },
  ])
  hers.close()
  others.close()
  await watch.endAsync()
})

it('lets nobody of another company hear of it', async () => {
  const [ours, theirs] = [await branchWithNurses(), await branchWithNurses()]
  const stranger = await signIn(product, theirs.noa.email)
  const own = await signIn(product, ours.noa.email)
  const [silent, loud] = [await stranger.listen([ours.device.uuid]), await own.listen([ours.device.uuid])]
  const watch = await enterAs(ours.device)
  await watch.publishAsync(`watch/${ours.device.imei}/event`, JSON.stringify({ type: 'FALL' }), { qos: 1 })
  await loud.next(isNotification('opened'))
  // What ours received, theirs would have received by now: a call of its own comes back on the same server.
  const answer = await stranger.get('/notification/all/after/0')
  expect(answer.context.notifications).toEqual([])
  expect(silent.received.filter(({ type }) => type !== 'authorized')).toEqual([])
  expect((await stranger.get(`/readings/overview/${ours.device.imei}`)).status).toBe(404)
  silent.close()
  loud.close()
  await watch.endAsync()
})

it('clears a racing pulse by itself, and keeps it in the list until it was seen', async () => {
  const { noa, device } = await branchWithNurses()
  const nurse = await signIn(product, noa.email)
  const screen = await nurse.listen()
  const watch = await enterAs(device)
  const start = Date.now() - 60_000
  for (const [index, heartRate] of [135, 136, 100, 99].entries())
    await watch.publishAsync(
      `watch/${device.imei}/readings`,
      JSON.stringify({ time: start + index * 1_000, heartRate }),
      { qos: 1 },
    )
  const { notification } = await screen.next(isNotification('cleared'))
  expect(notification).toMatchObject({
    kind: 'HEART_RATE',
    direction: 'HIGH',
    active: false,
    acknowledged: false,
  })

  await vi.waitFor(async () => {
    const { context } = await nurse.get('/notification/all/after/0')
    expect(context).toMatchObject({
      unacknowledged: 1,
      notifications: [{ message: expect.stringContaining('Heart rate is high') }],
    })
  }, SOON)
  screen.close()
  await watch.endAsync()
})

it('reaches the screen although the broker dies with the SOS on its lips', async () => {
  const { noa, device } = await branchWithNurses()
  const screen = await (await signIn(product, noa.email)).listen()
  const watch = await enterAs(device)
  await watch.publishAsync(`watch/${device.imei}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
  process.kill(product.parts.broker.pid() ?? 0, 'SIGKILL')

  const message = await screen.next(isOpenedOrMissed)
  expect(['notification', 'missed']).toContain(message.type)
  const { context } = await (await signIn(product, noa.email)).get('/notification/all/after/0')
  expect(context).toMatchObject({ unacknowledged: 1, notifications: [{ kind: 'SOS' }] })
  screen.close()
  await watch.endAsync(true)
  // The journeys that follow enter by the broker that stands there in its place.
  const isLetIn = async () => (await enterAs(device)).endAsync(true).then(() => true)
  await expect.poll(() => isLetIn().catch(() => false), { timeout: 60_000 }).toBe(true)
  const readiness = async () => (await fetch(`${product.figuresUrls.api}/health/ready`)).json()
  await expect.poll(readiness, { timeout: 60_000 }).toMatchObject({ mqtt: true })
})

it('counts what happened for whoever watches over the portal, and names nobody', async () => {
  const { noa, device } = await branchWithNurses()
  const screen = await (await signIn(product, noa.email)).listen()
  const watch = await enterAs(device)
  await watch.publishAsync(
    `watch/${device.imei}/readings`,
    JSON.stringify({ time: Date.now(), heartRate: 187 }),
    { qos: 1 },
  )
  await watch.publishAsync(`watch/${device.imei}/event`, JSON.stringify({ type: 'SOS' }), { qos: 1 })
  await screen.next(isNotification('opened'))

  const figuresOf = async (part: keyof Product['figuresUrls']): Promise<string> =>
    (await fetch(`${product.figuresUrls[part]}/metrics`)).text()
  // What was published is counted a moment later.
  await expect
    .poll(() => figuresOf('rulesEngine'))
    .toMatch(/evaluation_lag_seconds_count\{[^}]*priority="urgent"/)
  const [broker, rules, api] = [
    await figuresOf('broker'),
    await figuresOf('rulesEngine'),
    await figuresOf('api'),
  ]
  expect(broker).toMatch(/carewatch_acknowledgement_seconds_count\{[^}]*protocol="mqtt"[^}]*\} [1-9]/)
  expect(broker).toMatch(/carewatch_messages_stored_total\{[^}]*\} [1-9]/)
  expect(broker).toMatch(/carewatch_ingest_lag_seconds_count\{[^}]*\} [1-9]/)
  expect(rules).toMatch(/carewatch_alarms_total\{[^}]*kind="SOS",change="opened"[^}]*\} [1-9]/)
  expect(rules).toMatch(/carewatch_evaluation_lag_seconds_count\{[^}]*priority="urgent"[^}]*\} [1-9]/)
  expect(rules).toMatch(/carewatch_backlog\{[^}]*name="alarms"[^}]*\} [1-9]/)
  expect(api).toMatch(/carewatch_live_sockets\{[^}]*\} [1-9]/)
  expect(api).toMatch(/http_request_duration_seconds_count\{[^}]*route="\/api\/auth\/login"/)
  for (const figures of [broker, rules, api]) {
    expect(figures).not.toContain(device.imei)
    expect(figures).not.toContain(device.uuid)
  }

  for (const url of Object.values(product.figuresUrls)) {
    const ready = await fetch(`${url}/health/ready`)
    expect([ready.status, await ready.json()]).toMatchObject([200, { database: true }])
  }
  screen.close()
  await watch.endAsync()
})

it('can be followed from the watch to the screen by whoever collects traces', async () => {
  const { noa, device } = await branchWithNurses()
  const screen = await (await signIn(product, noa.email)).listen()
  const watch = await enterAs(device)
  const time = Date.now()
  await watch.publishAsync(`watch/${device.imei}/event`, JSON.stringify({ type: 'SOS', time }), { qos: 1 })
  await screen.next(isNotification('opened'))

  const { traceId, spanId } = idsOf({ deviceUuid: device.uuid, time })
  const way = () => collector.spans.filter((span) => span.traceId === traceId)
  await expect
    .poll(
      () =>
        // A screen is told again when a later step of its chain comes.
        [...new Set(way().map(({ name }) => name))].toSorted(),
      { timeout: 10_000 },
    )
    .toEqual(['commit', 'device message', 'evaluate', 'to sockets'])
  const partOf = (name: string) => way().find((span) => span.name === name)?.part
  expect([partOf('device message'), partOf('evaluate'), partOf('to sockets')]).toEqual([
    'broker',
    'rules-engine',
    'api',
  ])
  for (const { name, parentSpanId } of way())
    expect(parentSpanId || undefined).toBe(name === 'device message' ? undefined : spanId)
  screen.close()
  await watch.endAsync()
})
