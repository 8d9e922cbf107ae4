import { createDevice } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { connectAsync, type MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { type BrokerHarness, SOON, startBrokerHarness } from '../testing.ts'

const location = {
  _type: 'location',
  lat: 32.08,
  lon: 34.78,
  acc: 12,
  batt: 81,
  tst: Math.floor(Date.now() / 1_000),
  tid: 'ab',
}

describe('a phone with the OwnTracks app', () => {
  let harness: BrokerHarness
  const open: MqttClient[] = []

  beforeAll(async () => {
    harness = await startBrokerHarness()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
  })
  afterAll(() => harness.close())

  /** As the app does: its own names in its topics, and ears wide open. */
  const phone = async () => {
    const device = await createDevice(harness.db, { deviceModel: 'OwnTracks' })
    const options = { username: device.imei, password: device.password, reconnectPeriod: 0 }
    const client = await connectAsync(`mqtt://127.0.0.1:${harness.port}`, options, false)
    open.push(client)
    const received: { topic: string; body: unknown }[] = []
    client.on('message', (topic, payload) => received.push({ topic, body: JSON.parse(payload.toString()) }))
    await client.subscribeAsync({ 'owntracks/+/+': { qos: 1 }, 'owntracks/dana/pixel/cmd': { qos: 1 } })
    const send = (document: object) =>
      client.publishAsync('owntracks/dana/pixel', JSON.stringify(document), { qos: 1, retain: true })
    return { device, received, send }
  }
  const order = async (deviceId: number, kind: string) => {
    const expiresAt = new Date(Date.now() + 3_600_000)
    const [row] = await harness.db.insert(deviceCommands).values({ deviceId, kind, expiresAt }).returning()
    return row?.uuid
  }

  it('says where it is and how full its battery is', async () => {
    const { device, send } = await phone()
    await send(location)
    expect(
      await harness.one('select lat, lng, accuracy_m as accuracy from positions where device_id = $1', [
        device.id,
      ]),
    ).toEqual({
      lat: 32.08,
      lng: 34.78,
      accuracy: 12,
    })
    expect(await harness.one('select value from readings where device_id = $1', [device.id])).toEqual({
      value: 81,
    })
  })

  it('changes nothing when what it said before is said again', async () => {
    const { device, send } = await phone()
    await send(location)
    await send(location)
    expect(
      await harness.one('select count(*)::int as n from positions where device_id = $1', [device.id]),
    ).toEqual({ n: 1 })
  })

  it('is asked where it is, by its own topic, and that is all we know', async () => {
    const { device, received, send } = await phone()
    await send(location)
    const uuid = await order(device.id, 'LOCATE')
    await vi.waitFor(
      () =>
        expect(received).toContainEqual({
          topic: 'owntracks/dana/pixel/cmd',
          body: { _type: 'cmd', action: 'reportLocation' },
        }),
      SOON,
    )
    await vi.waitFor(
      async () =>
        expect(
          await harness.one(
            'select state, done_at is not null as over from device_commands where uuid = $1',
            [uuid],
          ),
        ).toEqual({ state: 'SENT', over: true }),
      SOON,
    )
  })

  it('hears nobody else', async () => {
    const [one, other] = [await phone(), await phone()]
    await one.send(location)
    await other.send({ ...location, lat: 31 })
    await order(one.device.id, 'LOCATE')
    await vi.waitFor(
      () =>
        expect(one.received).toContainEqual(
          expect.objectContaining({ body: { _type: 'cmd', action: 'reportLocation' } }),
        ),
      SOON,
    )
    expect(other.received.filter(({ body }) => JSON.stringify(body).includes('reportLocation'))).toEqual([])
    expect(
      [...one.received, ...other.received].filter(({ topic }) => topic === 'owntracks/dana/pixel'),
    ).toEqual([])
  })
})
