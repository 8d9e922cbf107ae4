import { createDevice } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

const inAnHour = () => new Date(Date.now() + 3_600_000)

describe('what goes down to a watch that speaks MQTT', () => {
  let harness: BrokerHarness
  const open: MqttClient[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
  })
  afterAll(() => harness.close())

  type ReceivedFrame = { topic: string; body: Record<string, unknown> }
  /** A watch that listens, and remembers what it heard. */
  const listening = async ({ imei, password }: { imei: string; password: string }) => {
    const received: ReceivedFrame[] = []
    const options = { username: imei, password, reconnectPeriod: 0 }
    const client = await connectAsync(`mqtt://127.0.0.1:${harness.port}`, options, false)
    open.push(client)
    client.on('message', (topic, payload) => received.push({ topic, body: JSON.parse(payload.toString()) }))
    await client.subscribeAsync([`watch/${imei}/settings`, `watch/${imei}/command`], { qos: 1 })
    const on = (leaf: string) => received.filter(({ topic }) => topic.endsWith(leaf)).map(({ body }) => body)
    return {
      client,
      on,
      send: (leaf: string, body: object) =>
        client.publishAsync(`watch/${imei}/${leaf}`, JSON.stringify(body), { qos: 1 }),
    }
  }
  const order = async (deviceId: number, kind: string, expiresAt = inAnHour()) => {
    const [row] = await harness.db.insert(deviceCommands).values({ deviceId, kind, expiresAt }).returning()
    return row?.uuid
  }
  const stateOf = async (uuid: string | undefined) =>
    (await harness.one<{ state: string }>('select state from device_commands where uuid = $1', [uuid]))?.state
  const settingsOf = (deviceId: number) =>
    harness.one(
      'select reported, reported_revision as revision, sent_revision as sent from watch_settings where device_id = $1',
      [deviceId],
    )

  it('brings an order at once to a watch that listens, and remembers that it was done', async () => {
    const device = await createDevice(harness.db)
    const watch = await listening(device)
    const uuid = await order(device.id, 'FIND')
    await vi.waitFor(() => expect(watch.on('/command')).toMatchObject([{ uuid, kind: 'FIND' }]), SOON)
    expect(await stateOf(uuid)).toBe('SENT')
    await watch.send('command/result', { uuid, ok: true })
    expect(await stateOf(uuid)).toBe('DELIVERED')
  })

  it('keeps an order for a watch that is away, and brings it when it comes, in the order they were given', async () => {
    const device = await createDevice(harness.db)
    const uuids = [await order(device.id, 'LOCATE'), await order(device.id, 'MEASURE')]
    const watch = await listening(device)
    await vi.waitFor(() => expect(watch.on('/command').map((body) => body['uuid'])).toEqual(uuids), SOON)
  })

  it('brings again what a watch took and did not answer before its line fell', async () => {
    const device = await createDevice(harness.db)
    const watch = await listening(device)
    const uuid = await order(device.id, 'MEASURE')
    await vi.waitFor(() => expect(watch.on('/command')).toHaveLength(1), SOON)
    watch.client.stream.destroy()
    const back = await listening(device)
    await vi.waitFor(() => expect(back.on('/command')).toMatchObject([{ uuid }]), SOON)
  })

  it('never brings an order that has expired', async () => {
    const device = await createDevice(harness.db)
    await order(device.id, 'RESET', new Date(Date.now() - 1_000))
    const uuid = await order(device.id, 'FIND')
    const watch = await listening(device)
    await vi.waitFor(() => expect(watch.on('/command')).toHaveLength(1), SOON)
    expect(watch.on('/command')).toMatchObject([{ uuid }])
  })

  it('writes down that a watch could not do it', async () => {
    const device = await createDevice(harness.db)
    const uuid = await order(device.id, 'LOCATE')
    const watch = await listening(device)
    await watch.send('command/result', { uuid, ok: false })
    expect(await stateOf(uuid)).toBe('FAILED')
  })

  it('does not let one watch answer for another', async () => {
    const [device, other] = [await createDevice(harness.db), await createDevice(harness.db)]
    const uuid = await order(device.id, 'FIND')
    await (await listening(other)).send('command/result', { uuid, ok: true })
    expect(await stateOf(uuid)).toBe('QUEUED')
  })

  it('remembers what a watch says that it is set to, and does not tell it again', async () => {
    const device = await createDevice(
      harness.db,
      {},
      { limits: { heartRate: { high: 111 }, spo2: { low: 89 } } },
    )
    const watch = await listening(device)
    await vi.waitFor(() => expect(watch.on('/settings')).not.toHaveLength(0), SOON)
    expect(watch.on('/settings')[0]).toMatchObject({
      revision: 1,
      heartRate: { low: null, high: 111 },
      spo2: { low: 89, high: null },
      spo2Low: 89,
      operationMode: 'NORMAL',
    })
    await watch.send('settings/reported', { revision: 1, heartRate: { high: 111 } })
    const known = { revision: 1, sent: 1, reported: { heartRate: { high: 111 } } }
    await vi.waitFor(async () => expect(await settingsOf(device.id)).toEqual(known), SOON)
    const received = watch.on('/settings').length
    await harness.sql.query(`update devices set name = 'renamed' where id = $1`, [device.id])
    const uuid = await order(device.id, 'FIND')
    await vi.waitFor(() => expect(watch.on('/command')).toMatchObject([{ uuid }]), SOON)
    expect(watch.on('/settings')).toHaveLength(received)
  })

  it('knows of each setting whether the watch took it, says the same, or says another value', async () => {
    const device = await createDevice(harness.db, {}, { revision: 5, stepsTarget: 4_000 })
    const watch = await listening(device)
    await vi.waitFor(() => expect(watch.on('/settings')).not.toHaveLength(0), SOON)
    const states = async () =>
      Object.fromEntries(
        (
          await harness.sql.query<{ setting: string; known: unknown }>(
            `select setting, array[is_taken, is_read_back] as known from setting_states where device_id = $1`,
            [device.id],
          )
        ).rows.map(({ setting, known }) => [setting, known]),
      )
    await watch.send('settings/reported', { revision: 4, stepsTarget: 4_000, gpsEnabled: false })
    expect(await states()).toMatchObject({ stepsTarget: [true, true], gpsEnabled: [null, false] })
    const fallDetection = { enabled: true, sensitivity: 'LOW' }
    await watch.send('settings/reported', { revision: 5, gpsEnabled: false, fallDetection })
    expect(await states()).toMatchObject({
      gpsEnabled: [false, true],
      fallDetection: [true, true],
      fallSensitivity: [false, true],
      whitelistEnabled: [true, false],
    })
    await watch.send('settings/reported', { revision: 5, gpsEnabled: true })
    expect(await states()).toMatchObject({ gpsEnabled: [true, true] })
    const since = () =>
      harness.one(
        "select answered_at as since from setting_states where device_id = $1 and setting = 'gpsEnabled'",
        [device.id],
      )
    const first = await since()
    await watch.send('settings/reported', { revision: 5, gpsEnabled: true })
    expect(await since()).toEqual(first)
  })

  it('does not take a value for taken that the watch reported otherwise, because a later report leaves it out', async () => {
    const device = await createDevice(harness.db, {}, { revision: 5, fallDetection: true })
    const watch = await listening(device)
    await vi.waitFor(() => expect(watch.on('/settings')).not.toHaveLength(0), SOON)
    const fall = () =>
      harness.one(
        `select is_taken as "isTaken" from setting_states where device_id = $1 and setting = 'fallDetection'`,
        [device.id],
      )
    await watch.send('settings/reported', { revision: 5, fallDetection: { enabled: false } })
    expect(await fall()).toEqual({ isTaken: false })
    await watch.send('settings/reported', { revision: 5, gpsEnabled: true })
    expect(await fall()).toEqual({ isTaken: false })
    await watch.send('settings/reported', { revision: 5, fallDetection: { enabled: true } })
    expect(await fall()).toEqual({ isTaken: true })
  })

  it('passes over an old report that comes after a newer one', async () => {
    const device = await createDevice(harness.db, {}, { revision: 5 })
    const watch = await listening(device)
    await watch.send('settings/reported', { revision: 5, autoAnswer: true })
    await watch.send('settings/reported', { revision: 4, autoAnswer: false })
    expect(await settingsOf(device.id)).toMatchObject({ revision: 5, reported: { autoAnswer: true } })
  })

  it.each([
    ['command/result', '{"uuid":"nonsense"}'],
    ['command/result', 'no json'],
    ['settings/reported', '[1]'],
    ['settings/reported', '{"revision":-1}'],
  ])('acknowledges and sets aside a %s that it cannot read: %s', async (leaf, text) => {
    const device = await createDevice(harness.db)
    const { client } = await listening(device)
    await client.publishAsync(`watch/${device.imei}/${leaf}`, text, { qos: 1 })
    expect(
      await harness.one('select reason, detail, format, opcode from rejected_messages where device_id = $1', [
        device.id,
      ]),
    ).toEqual({ reason: 'shape', detail: leaf, format: 'native', opcode: leaf })
  })
})
