import { once } from 'node:events'
import { connect as connectSocket } from 'node:net'
import { decodeEvent } from '@carewatch/contracts/events'
import { freePort } from '@carewatch/launcher/ports'
import {
  createBeacon,
  createBranch,
  createCompany,
  createDevice,
  createGateway,
} from '@carewatch/migrations/factories'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { connect as connectLater, connectAsync, type IClientOptions, type MqttClient } from 'mqtt'
import pg from 'pg'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Env } from './env.ts'
import { startBrokerNode } from './node.ts'
import { SOON, whileNothingIsStored } from './testing.ts'

const SECRET = 'a-secret-between-our-services'
const noon = Date.now()

describe('the broker', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let node: Awaited<ReturnType<typeof startBrokerNode>>
  let db: pg.Client
  let port: number
  const open: MqttClient[] = []

  beforeAll(async () => {
    database = await testDatabase()
    port = await freePort()
    const env: Env = {
      DATABASE_URL: asService(database.url, 'broker'),
      HOST: '127.0.0.1',
      MQTT_PORT: port,
      MQTTS_PORT: 0,
      WATCH_PORT: 0,
      SERVICE_SECRET: SECRET,
      LOG_LEVEL: 'silent',
      METRICS_HOST: '127.0.0.1',
      DRAIN_SECONDS: 0,
      PROXY_PROTOCOL: false,
      MQTT_DEVICE_RATE: 0,
      LOCATION_SERVICE_PUBLIC: false,
    }
    node = await startBrokerNode(env, pino({ level: 'silent' }))
    db = new pg.Client(database.url)
    await db.connect()
  })
  afterEach(async () => {
    await Promise.all(open.splice(0).map((client) => client.endAsync(true)))
  })
  afterAll(async () => {
    await node.close()
    await db.end()
    await database.drop()
  })

  const authenticate = async (
    username: string,
    password: string,
    options: IClientOptions = {},
  ): Promise<MqttClient> => {
    const client = await connectAsync(
      `mqtt://127.0.0.1:${port}`,
      { username, password, reconnectPeriod: 0, ...options },
      false,
    )
    client.on('error', () => {})
    open.push(client)
    return client
  }
  type NewDevice = Awaited<ReturnType<typeof createDevice>>
  const newDevice = (values = {}): Promise<NewDevice> => createDevice(database.db, values)
  const enterAs = ({ imei, password }: NewDevice, options?: IClientOptions) =>
    authenticate(imei, password, options)
  const isClosed = (client: MqttClient): Promise<true> =>
    new Promise((closed) => client.once('close', () => closed(true)))
  const nextMessage = (client: MqttClient): Promise<string> =>
    new Promise((received) => client.once('message', (_, payload) => received(payload.toString())))
  const countOf = async (table: string, id: number): Promise<number> =>
    (await db.query<{ count: number }>(`select count(*)::int from ${table} where device_id = $1`, [id]))
      .rows[0]?.count ?? -1
  /** What a SUBSCRIBE was answered: by the client, an error where one filter was refused. */
  const grantedIn = (error: unknown): readonly unknown[] =>
    // Safe: the client's error carries the SUBACK.
    (error as { packet: { granted: readonly unknown[] } }).packet.granted
  /** Speaks raw bytes and answers what came back until the connection closed. */
  const send = async (...chunks: Uint8Array[]): Promise<Buffer> => {
    const socket = connectSocket(port, '127.0.0.1')
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', () => {})
    for (const chunk of chunks) socket.write(chunk)
    await once(socket, 'close', { signal: AbortSignal.timeout(SOON.timeout) })
    return Buffer.concat(received)
  }

  describe('signing in', () => {
    it('lets a registered watch in', async () => {
      expect((await enterAs(await newDevice())).connected).toBe(true)
    })

    it.each([
      ['a wrong password', async () => [(await newDevice()).imei, 'wrong'] as const, 4],
      ['an IMEI nobody registered', async () => ['999999999999999', 'x'] as const, 4],
      ['no user name', async () => ['', ''] as const, 4],
      ['a service with a wrong secret', async () => ['service/api', 'x'] as const, 4],
      [
        'a watch that was switched off',
        async () => {
          const { imei, password } = await newDevice({ isActive: false })
          return [imei, password] as const
        },
        5,
      ],
    ])('refuses %s with its code', async (_, credentials, code) => {
      const [username, password] = await credentials()
      await expect(authenticate(username, password)).rejects.toMatchObject({ code })
    })

    it('lists who knocked without being registered', async () => {
      await authenticate('888888888888888', 'x').catch(() => {})
      await vi.waitFor(async () => {
        const { rows } = await db.query(
          "select address, attempts from unregistered_devices where username = '888888888888888'",
        )
        expect(rows).toEqual([{ address: '127.0.0.1', attempts: 1 }])
      }, SOON)
    })

    it('gives an MQTT 5 client the refusal of 3.1.1', async () => {
      const connect = Buffer.from('101000044d515454050200 3c0000037a7a7a'.replaceAll(' ', ''), 'hex')
      expect(await send(connect)).toEqual(Buffer.from([0x20, 2, 0, 1]))
    })

    it('refuses an empty client id that wants its session kept', async () => {
      const connect = Buffer.from('100c00044d5154540400003c0000', 'hex')
      expect(await send(connect)).toEqual(Buffer.from([0x20, 2, 0, 2]))
    })

    it('lets a second session of the same watch take over', async () => {
      const device = await newDevice()
      const first = await enterAs(device, { clientId: 'watch' })
      const closed = isClosed(first)
      const second = await enterAs(device, { clientId: 'watch' })
      await closed
      expect(second.connected).toBe(true)
    })

    it('keeps a watch’s session safe from another who uses its client id', async () => {
      const first = await enterAs(await newDevice(), { clientId: 'same' })
      await enterAs(await newDevice(), { clientId: 'same' })
      const device = await newDevice()
      await (
        await enterAs(device)
      ).publishAsync(`watch/${device.imei}/readings`, '{"heartRate":70}', { qos: 1 })
      expect(first.connected).toBe(true)
    })

    it('ends the session of a watch that is switched off', async () => {
      const device = await newDevice()
      const client = await enterAs(device)
      const closed = isClosed(client)
      await db.query('update devices set is_active = false where id = $1', [device.id])
      await closed
      expect(client.connected).toBe(false)
    })
  })

  describe('a company or branch that is inactive', () => {
    const inPlace = async () => {
      const company = await createCompany(database.db)
      const branch = await createBranch(database.db, company.id)
      const place = { companyId: company.id, branchId: branch.id }
      const gateway = await createGateway(database.db, place)
      return { company, branch, device: await newDevice(place), gateway }
    }
    const places = ['companies', 'branches'] as const
    type Place = Awaited<ReturnType<typeof inPlace>>
    const idOf = ({ company, branch }: Place, table: (typeof places)[number]): number =>
      table === 'companies' ? company.id : branch.id
    const close = (place: Place, table: (typeof places)[number]) =>
      db.query(`update ${table} set is_active = false where id = $1`, [idOf(place, table)])
    /** As if its days of grace had gone by. */
    const later = (place: Place, table: (typeof places)[number]) =>
      db.query(`update ${table} set inactive_since = now() - interval '15 days' where id = $1`, [
        idOf(place, table),
      ])

    it.each(places)(
      'of %s: what is there is heard for its days of grace, and then sent away',
      async (table) => {
        const place = await inPlace()
        const { device, gateway } = place
        await close(place, table)
        const client = await enterAs(device)
        const scans = await authenticate(gateway.mac, gateway.password)
        await client.publishAsync(`watch/${device.imei}/event`, '{"type":"SOS"}', { qos: 1 })
        const gone = [isClosed(client), isClosed(scans)]
        await later(place, table)
        expect(await Promise.all(gone)).toEqual([true, true])
        for (const [name, password] of [
          [device.imei, device.password],
          [gateway.mac, gateway.password],
        ] as const)
          await expect(authenticate(name, password)).rejects.toMatchObject({ code: 5 })
        const { rows } = await db.query(`update ${table} set is_active = true where id = $1 returning *`, [
          idOf(place, table),
        ])
        expect(rows).toMatchObject([{ inactive_since: null }])
        expect((await enterAs(device)).connected).toBe(true)
      },
    )

    it('is heard as long as an administrator said, and its time goes on however often it is said', async () => {
      const place = await inPlace()
      await db.query('update companies set grace_days = 20 where id = $1', [place.company.id])
      await close(place, 'companies')
      await later(place, 'companies')
      await close(place, 'companies')
      expect((await enterAs(place.device)).connected).toBe(true)
      await db.query('update companies set grace_days = 0 where id = $1', [place.company.id])
      await expect(enterAs(place.device)).rejects.toMatchObject({ code: 5 })
    })
  })

  describe('publishing', () => {
    it.each([1, 2] as const)('acknowledges a reading of QoS %i when it is in the table', async (qos) => {
      const device = await newDevice()
      const client = await enterAs(device)
      const reading = JSON.stringify({ time: noon, heartRate: 72 })
      const read = await whileNothingIsStored(db, async (isHeldUp) => {
        let isAcknowledged = false
        const acknowledged = client
          .publishAsync(`watch/${device.imei}/readings`, reading, { qos })
          .then(() => (isAcknowledged = true))
        await vi.waitUntil(isHeldUp, SOON)
        expect(isAcknowledged).toBe(false)
        return { acknowledged }
      })
      await read.acknowledged
      expect(await countOf('readings', device.id)).toBe(1)
    })

    it('cuts a watch that speaks for another, and stores nothing', async () => {
      const [one, other] = [await newDevice(), await newDevice()]
      const client = await enterAs(one)
      const closed = isClosed(client)
      client.publish(`watch/${other.imei}/readings`, '{"heartRate":72}', { qos: 1 })
      await closed
      expect(await countOf('readings', other.id)).toBe(0)
    })

    it('acknowledges what it cannot read, keeps it with the reason, and goes on', async () => {
      const device = await newDevice()
      const client = await enterAs(device)
      const topic = `watch/${device.imei}/readings`
      await client.publishAsync(topic, Buffer.from([0, 1, 2, 255]), { qos: 1 })
      await client.publishAsync(topic, 'no JSON', { qos: 1 })
      await client.publishAsync(topic, JSON.stringify({ heartRate: 900, spo2: 97 }), { qos: 1 })
      expect(await countOf('readings', device.id)).toBe(1)
      await vi.waitFor(async () => {
        const { rows } = await db.query(
          'select reason, payload from rejected_messages where device_id = $1 order by id',
          [device.id],
        )
        const reasons = rows.map(({ reason, payload }) => `${reason} ${payload.length}`)
        expect(reasons.toSorted()).toEqual(['json 4', 'json 7', 'range 27'])
      }, SOON)
    })

    it('takes a packet of nearly 64 KiB', async () => {
      const device = await newDevice()
      const client = await enterAs(device)
      const payload = JSON.stringify({ time: noon, heartRate: 72 }).padEnd(64 * 1024 - 100)
      await client.publishAsync(`watch/${device.imei}/readings`, payload, { qos: 1 })
      expect(await countOf('readings', device.id)).toBe(1)
    })

    it.each([
      ['just above 64 KiB', 64 * 1024 + 1],
      ['of 10 MB', 10 * 1024 * 1024],
    ])('cuts a packet %s', async (_, bytes) => {
      const device = await newDevice()
      const client = await enterAs(device)
      const closed = isClosed(client)
      client.publish(`watch/${device.imei}/readings`, Buffer.alloc(bytes, 32), { qos: 1 })
      expect(await closed).toBe(true)
    })

    it('cuts a stranger who declares 256 MB before signing in, without waiting for it', async () => {
      expect(await send(Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f, 1, 2, 3]))).toEqual(Buffer.alloc(0))
    })
  })

  describe('listening', () => {
    it('sends a watch its settings when it asks, and again when they change', async () => {
      const device = await newDevice()
      const client = await enterAs(device)
      const received: { revision: number; heartRate: unknown }[] = []
      client.on('message', (_, payload) => received.push(JSON.parse(payload.toString())))
      await client.subscribeAsync(`watch/${device.imei}/settings`, { qos: 1 })
      await vi.waitFor(
        () => expect(received).toMatchObject([{ revision: 1, fallDetection: { enabled: true } }]),
        SOON,
      )
      const limits = JSON.stringify({ heartRate: { high: 110 } })
      await db.query('update watch_settings set revision = 2, limits = $2 where device_id = $1', [
        device.id,
        limits,
      ])
      await vi.waitFor(
        () => expect(received.at(-1)).toMatchObject({ revision: 2, heartRate: { low: null, high: 110 } }),
        SOON,
      )
    })

    it('refuses another’s topics and wildcards', async () => {
      const [one, other] = [await newDevice(), await newDevice()]
      const client = await enterAs(one)
      const granted = await client
        .subscribeAsync({
          [`watch/${other.imei}/settings`]: { qos: 1 },
          '#': { qos: 1 },
          'live/#': { qos: 1 },
          [`watch/${one.imei}/command`]: { qos: 1 },
        })
        .catch((error: unknown) => error)
      expect(grantedIn(granted)).toEqual([128, 128, 128, 1])
    })

    it('lets a gateway of another make ask for a hundred things and no more', async () => {
      const { id: companyId } = await createCompany(database.db)
      const { id: branchId } = await createBranch(database.db, companyId)
      const gateway = await createGateway(database.db, { companyId, branchId, model: 'minew-gateway-json' })
      const client = await authenticate(gateway.mac, gateway.password, { clean: false, clientId: 'bomb' })
      const filters = Array.from({ length: 5_000 }, (_, index) => [`/gw/${index}`, { qos: 0 as const }])
      const refused = await client
        .subscribeAsync(Object.fromEntries(filters))
        .catch((error: unknown) => error)
      expect(grantedIn(refused).filter((code) => code === 128)).toHaveLength(4_900)
    })

    it('keeps one session a watch, whatever it calls itself', async () => {
      const device = await newDevice()
      const first = await enterAs(device, { clientId: 'random-1', clean: false })
      await first.subscribeAsync(`watch/${device.imei}/command`, { qos: 1 })
      await first.endAsync()
      const options = { username: device.imei, password: device.password, clean: false, reconnectPeriod: 0 }
      const second = connectLater(`mqtt://127.0.0.1:${port}`, { ...options, clientId: 'random-2' })
      open.push(second)
      const isKept = new Promise((received) =>
        second.once('connect', ({ sessionPresent }) => received(sessionPresent)),
      )
      expect(await isKept).toBe(true)
    })

    it('delivers nothing of a refused filter after a reconnect (the mixed SUBSCRIBE of aedes 1.2)', async () => {
      const [spy, victim] = [await newDevice(), await newDevice()]
      const options = { clientId: 'spy', clean: false }
      const first = await enterAs(spy, options)
      await first
        .subscribeAsync({
          [`watch/${spy.imei}/command`]: { qos: 1 },
          [`watch/${victim.imei}/status`]: { qos: 1 },
        })
        .catch(() => {})
      await first.endAsync()
      const speaker = await enterAs(victim)
      await speaker.publishAsync(`watch/${victim.imei}/status`, 'secret', { qos: 1, retain: true })

      const received: string[] = []
      const again = await enterAs(spy, options)
      again.on('message', (topic) => received.push(topic))
      await again.publishAsync(`watch/${spy.imei}/status`, 'round trip', { qos: 1 })
      expect(received).toEqual([])
    })
  })

  describe('a gateway', () => {
    const newGateway = async (model = 'native') => {
      const { id: companyId } = await createCompany(database.db)
      const { id: branchId } = await createBranch(database.db, companyId)
      const gateway = await createGateway(database.db, { companyId, branchId, model })
      const beacon = await createBeacon(database.db, { branchId })
      return { gateway, beacon, client: await authenticate(gateway.mac, gateway.password) }
    }
    const sightingsOf = async (beaconId: number) =>
      (await db.query('select rssi from sightings where beacon_id = $1', [beaconId])).rows

    it('is answered when what it heard is committed', async () => {
      const { gateway, beacon, client } = await newGateway()
      const received = JSON.stringify({ time: Date.now(), beacons: [{ mac: beacon.mac, rssi: -61 }] })
      await client.publishAsync(`gateway/${gateway.mac}/scan`, received, { qos: 1 })
      expect(await sightingsOf(beacon.id)).toEqual([{ rssi: -61 }])
    })

    it('of another make speaks where its installer chose, to nobody but us', async () => {
      const { client, gateway, beacon } = await newGateway('minew-gateway-json')
      const timestamp = new Date().toISOString()
      const read = [
        { timestamp, type: 'Gateway', mac: gateway.mac.toUpperCase(), gatewayFree: 90, gatewayLoad: 0.1 },
        { timestamp, type: 'Unknown', mac: beacon.mac.toUpperCase(), rssi: -66, rawData: '020106' },
      ]
      await client.publishAsync(`/gw/${gateway.mac}/status`, JSON.stringify(read), { qos: 1 })
      expect(await sightingsOf(beacon.id)).toEqual([{ rssi: -66 }])
      const other = await newGateway('minew-gateway-json')
      await client.publishAsync('/gw/anything/status', '[]', { qos: 1, retain: true })
      await other.client.publishAsync('live/alarm/x', '{}', { qos: 0 })
      expect(await isClosed(other.client)).toBe(true)
      const native = await newGateway()
      native.client.publish('/gw/anything/status', '[]', { qos: 0 })
      expect(await isClosed(native.client)).toBe(true)
      expect(client.connected).toBe(true)
    })

    it('whose model nobody named is told what it seems to speak, and not believed', async () => {
      const { client, gateway, beacon } = await newGateway('The white one')
      const read = [{ timestamp: new Date().toISOString(), type: 'Unknown', mac: beacon.mac, rssi: -66 }]
      await client.publishAsync('/gw/status', JSON.stringify(read), { qos: 1 })
      const kept = async () =>
        (await db.query('select detail from rejected_messages where gateway_id = $1', [gateway.id])).rows
      await expect
        .poll(kept)
        .toEqual([{ detail: 'its model is not known; this looks like minew-gateway-json' }])
      expect(await sightingsOf(beacon.id)).toEqual([])
    })

    it('that was switched off is sent away', async () => {
      const { gateway, client } = await newGateway()
      const gone = isClosed(client)
      await db.query('update gateways set is_active = false where id = $1', [gateway.id])
      expect(await gone).toBe(true)
    })
  })

  describe('presence', () => {
    const onlineOf = async (id: number) =>
      (await db.query('select online from device_status where device_id = $1', [id])).rows[0]?.online

    it('knows who is connected, and hears the last will', async () => {
      const device = await newDevice()
      const will = {
        topic: `watch/${device.imei}/status`,
        payload: Buffer.from('{"online":false}'),
        qos: 1,
        retain: true,
      } as const
      const client = await enterAs(device, { will })
      await vi.waitFor(async () => expect(await onlineOf(device.id)).toBe(true), SOON)
      client.stream.destroy()
      await vi.waitFor(async () => expect(await onlineOf(device.id)).toBe(false), SOON)

      const back = await enterAs(device)
      const received = nextMessage(back)
      await back.subscribeAsync(`watch/${device.imei}/status`)
      expect(await received).toBe('{"online":false}')
    })
  })

  it('tells the live lane what was committed, to a service that listens', async () => {
    const device = await newDevice()
    const service = await authenticate('service/api', SECRET)
    await service.subscribeAsync(`live/device/${device.uuid}/readings`)
    const received = nextMessage(service)
    const client = await enterAs(device)
    await client.publishAsync(
      `watch/${device.imei}/readings`,
      JSON.stringify({ time: noon, heartRate: 72 }),
      { qos: 1 },
    )
    expect(decodeEvent(await received)).toEqual({
      type: 'readings',
      deviceUuid: device.uuid,
      readings: [{ time: new Date(noon), values: { heartRate: 72 } }],
    })
  })
})
