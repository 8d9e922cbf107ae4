import type { StoredRoomFact } from '@carewatch/contracts/batches'
import { openTimescale } from '@carewatch/platform/database/client'
import {
  createBeacon,
  createBranch,
  createCompany,
  createDevice,
  createGateway,
  uniqueMac,
} from '@carewatch/migrations/factories'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createIngest, type Ingest } from '../ingest.ts'

const now = Math.floor(Date.now() / 1_000) * 1_000 - 30_000

let database: Awaited<ReturnType<typeof testDatabase>>
let db: pg.Pool
let ingest: Ingest
beforeAll(async () => {
  database = await testDatabase()
  db = openTimescale(asService(database.url, 'broker'), 4)
})
afterAll(async () => {
  await ingest.close()
  await db.end()
  await database.drop()
})

/** As after a restart: what it knows stands in the database. */
async function restart(nodeId?: number): Promise<void> {
  await ingest?.close()
  ingest = createIngest({
    db,
    ...(nodeId !== undefined && { nodeId }),
    wake: () => {},
    publishLive: () => {},
    onRejected: () => {},
    onRetry: (error) => expect.fail(error.message),
  })
}

/** A branch with two gateways. */
async function newBranch() {
  const { id: companyId } = await createCompany(database.db)
  const { id: branchId } = await createBranch(database.db, companyId)
  const [hall, room] = [
    await createGateway(database.db, { companyId, branchId }),
    await createGateway(database.db, { companyId, branchId }),
  ]
  await restart()
  return { companyId, branchId, hall, room }
}
type Gateway = { id: number; mac: string; uuid: string }
type Change = Record<string, unknown>

const scan = ({ id, mac, uuid }: Gateway, time: number, ...beacons: Change[]) =>
  ingest.acceptScan({
    source: { gatewayId: id, gatewayUuid: uuid, format: 'native' },
    topic: `gateway/${mac}/scan`,
    payload: new TextEncoder().encode(
      JSON.stringify({ time, beacons: beacons.map((one) => ({ rssi: -60, ...one })) }),
    ),
    receivedAt: time + 20,
  })

const sightingsOf = async (beaconId: number) =>
  (
    await db.query(
      `select gateway_id as gateway, (extract(epoch from time) * 1000)::int8::float8 - $2 as at, rssi, temperature, battery, facts
       from sightings where beacon_id = $1 order by time, gateway_id`,
      [beaconId, now],
    )
  ).rows

/** What waits to be judged of a beacon. */
const changesOf = async (beaconId: number) => {
  const { rows } = await db.query<{ urgent: boolean; facts: StoredRoomFact[] }>(
    'select urgent, room_facts as facts from pending_evaluations where room_facts is not null order by id',
  )
  return rows.flatMap(({ urgent, facts }) =>
    facts
      .filter((fact) => fact.beaconId === beaconId)
      .map(({ kind, value, time }) => `${kind} ${String(value)} ${time - now}${urgent ? ' urgent' : ''}`),
  )
}

describe('what a gateway hears', () => {
  it('is stored once a second for each beacon, and with what it says', async () => {
    const { hall, branchId } = await newBranch()
    const tag = await createBeacon(database.db, { branchId })
    await scan(hall, now, { mac: tag.mac, battery: 88 }, { mac: tag.mac, rssi: -70 })
    await scan(hall, now + 400, { mac: tag.mac.toUpperCase().replaceAll(/(..)(?=.)/g, '$1:'), rssi: -61 })
    await scan(hall, now + 1_000, { mac: tag.mac, rssi: '-62', temperature: 21.5, door: false })
    expect(await sightingsOf(tag.id)).toEqual([
      { gateway: hall.id, at: 0, rssi: -60, temperature: null, battery: 88, facts: null },
      { gateway: hall.id, at: 1_000, rssi: -62, temperature: 21.5, battery: null, facts: { door: false } },
    ])
  })

  it('changes nothing when it is told again, before or after a restart', async () => {
    const { hall, branchId } = await newBranch()
    const door = await createBeacon(database.db, { branchId, deviceType: 'DOOR' })
    const change = () => scan(hall, now, { mac: door.mac, door: true, packetId: 4 })
    await change()
    await change()
    await restart()
    await change()
    expect(await sightingsOf(door.id)).toHaveLength(1)
    expect(await changesOf(door.id)).toEqual(['door true 0'])
  })

  it('is nobody’s business where the beacon is another company’s', async () => {
    const { hall } = await newBranch()
    const other = await createBeacon(database.db, { branchId: (await newBranch()).branchId })
    await scan(hall, now, { mac: other.mac, water: true, name: 'Water' })
    await ingest.flushSeen()
    expect(await sightingsOf(other.id)).toEqual([])
    expect(await changesOf(other.id)).toEqual([])
    expect((await db.query('select from unknown_beacons where mac = $1', [other.mac])).rowCount).toBe(0)
  })

  it('says when the gateway spoke and the beacon was heard, by whom it was heard best', async () => {
    const { hall, room, branchId } = await newBranch()
    const tag = await createBeacon(database.db, { branchId })
    await scan(hall, now, { mac: tag.mac, rssi: -80 })
    await scan(room, now, { mac: tag.mac, rssi: -55, battery: 77 })
    await ingest.flushSeen()
    const { rows } = await db.query(
      `select b.rssi, b.battery, b.last_seen_at as seen, g.online, g.last_message_at as published
       from beacons b, gateways g where b.id = $1 and g.id = $2`,
      [tag.id, hall.id],
    )
    const published = new Date(now + 20)
    expect(rows).toEqual([{ rssi: -55, battery: 77, seen: new Date(now), online: true, published }])
    ingest.gatewayGone(hall.id)
    await ingest.flushSeen()
    const gone = await db.query('select online, last_message_at as published from gateways where id = $1', [
      hall.id,
    ])
    expect(gone.rows).toEqual([{ online: false, published }])
  })

  it.each([
    ['where it was never before', null],
    ['where another node has it', 7],
  ])('is noted of one that comes, speaks and leaves within a second, %s', async (_, elsewhere) => {
    const { hall } = await newBranch()
    await restart(3)
    if (elsewhere !== null)
      await db.query('update gateways set online = true, door_id = $2 where id = $1', [hall.id, elsewhere])
    ingest.gatewayCame(hall.id)
    await scan(hall, now)
    ingest.gatewayGone(hall.id)
    await ingest.flushSeen()
    const { rows } = await db.query(
      'select online, door_id as node, last_message_at as published from gateways where id = $1',
      [hall.id],
    )
    expect(rows).toEqual([{ online: elsewhere !== null, node: elsewhere, published: new Date(now + 20) }])
  })

  it('that cannot be read is kept beside the gateway', async () => {
    const { hall } = await newBranch()
    await scan(hall, now, { mac: 'no address' })
    await expect
      .poll(
        async () =>
          (await db.query('select reason from rejected_messages where gateway_id = $1', [hall.id])).rows,
      )
      .toEqual([{ reason: 'shape' }])
  })
})

describe('what nobody knows of a beacon', () => {
  const kept = async ({ id }: Gateway): Promise<string[]> => {
    const { rows } = await db.query<{ text: string }>(
      `select reason || ': ' || detail as text from rejected_messages where gateway_id = $1 order by received_at`,
      [id],
    )
    return rows.map(({ text }) => text)
  }
  /** BTHome service data, and no more. */
  const advertised = (objects: string): string => {
    const length = 4 + objects.length / 2
    return `${length.toString(16).padStart(2, '0')}16d2fc40${objects}`
  }

  it('is kept once an hour of each kind and gateway', async () => {
    const { hall, room, branchId } = await newBranch()
    const { mac } = await createBeacon(database.db, { branchId })
    const hour = Math.floor((now - 2 * 3_600_000) / 3_600_000) * 3_600_000
    for (const [gateway, at, objects] of [
      [hall, 0, 'ee01'],
      [hall, 1_000, 'ee02'],
      [hall, 2_000, 'ef01'],
      [room, 3_000, 'ee01'],
      [hall, 3_600_000, 'ee01'],
    ] as const)
      await scan(gateway, hour + at, { mac, adv: advertised(objects) })
    const [first, second] = ['unknownField: bthome ee', 'unknownField: bthome ef']
    await expect.poll(() => kept(hall)).toEqual([first, second, first])
    await expect.poll(() => kept(room)).toEqual([first])
  })

  it('is nobody’s business where the beacon is not registered', async () => {
    const { hall, branchId } = await newBranch()
    const { mac } = await createBeacon(database.db, { branchId })
    await scan(hall, now, { mac: uniqueMac(), adv: advertised('ee01') })
    await scan(hall, now, { mac, adv: advertised('ef01') })
    await expect.poll(() => kept(hall)).toEqual(['unknownField: bthome ef'])
  })
})

describe('one thing said', () => {
  it('is one fact, however many gateways hear it and in whatever order', async () => {
    const { hall, room, branchId } = await newBranch()
    const { id, mac } = await createBeacon(database.db, { branchId, deviceType: 'DOOR' })
    await scan(hall, now, { mac, door: true, packetId: 10 })
    await scan(room, now + 150, { mac, door: true, packetId: 10 })
    await scan(hall, now + 1_000, { mac, door: false, packetId: 11 })
    await scan(room, now + 900, { mac, door: true, packetId: 10 })
    await scan(room, now + 1_200, { mac, door: false, packetId: 11 })
    expect(await changesOf(id)).toEqual(['door true 0', 'door false 1000'])
    expect((await sightingsOf(id)).map(({ gateway }) => gateway)).toHaveLength(4)
  })

  it('is one fact without numbers too', async () => {
    const { hall, room, branchId } = await newBranch()
    const { id, mac } = await createBeacon(database.db, { branchId, deviceType: 'WATER' })
    for (const [at, water] of [
      [0, false],
      [5_000, true],
    ] as const) {
      await scan(hall, now + at, { mac, water })
      await scan(room, now + at + 200, { mac, water })
      await scan(hall, now + at + 1_000, { mac, water })
    }
    await scan(room, now + 4_900, { mac, water: false })
    expect(await changesOf(id)).toEqual(['water false 0', 'water true 5000'])
  })

  it('is heard though two things are said at one time', async () => {
    const { hall, branchId } = await newBranch()
    const { id, mac } = await createBeacon(database.db, { branchId, deviceType: 'DOOR' })
    await scan(hall, now, { mac, temperature: 20 }, { mac, door: true })
    await scan(hall, now, { mac, tamper: true })
    expect((await changesOf(id)).toSorted()).toEqual(['door true 0', 'tamper true 0', 'temperature 20 0'])
  })

  it('holds the newest of each kind for who asks', async () => {
    const { hall, branchId } = await newBranch()
    const { id, mac } = await createBeacon(database.db, { branchId, deviceType: 'CLIMATE' })
    await scan(hall, now, { mac, temperature: 21.5, humidity: 40 })
    await scan(hall, now + 10_000, { mac, temperature: 22 })
    const { rows } = await db.query(
      'select kind, value, at from beacon_facts where beacon_id = $1 order by kind',
      [id],
    )
    expect(rows).toEqual([
      { kind: 'humidity', value: 40, at: new Date(now) },
      { kind: 'temperature', value: 22, at: new Date(now + 10_000) },
    ])
  })
})

describe('a beacon that speaks for itself', () => {
  it('is read from its advertisement, in secret with its key alone', async () => {
    const { hall, branchId } = await newBranch()
    const door = await createBeacon(database.db, { branchId, deviceType: 'DOOR' })
    // BTHome: packet 9, battery 97 %, door open.
    await scan(hall, now, { mac: door.mac, adv: '020106' + '0a16d2fc4000090161' + '1a01' })
    expect((await changesOf(door.id)).toSorted()).toEqual(['battery 97 0', 'door true 0'])
    const bindKey = Buffer.from('231d39c1d7cc1ab1aee224cd096db932', 'hex')
    const secret = await createBeacon(database.db, {
      branchId,
      mac: '5448e68f80a5',
      deviceType: 'CLIMATE',
      bindKey,
    })
    ingest.forgetBeacons()
    await scan(hall, now, { mac: secret.mac, adv: '0a16d2fc4000090161' + '1a01' })
    expect(await changesOf(secret.id)).toEqual([])
    // 25.06 °C and 50.55 % in secret.
    await scan(hall, now, { mac: secret.mac, adv: '1216d2fc41' + 'a47266c95f73' + '00112233' + '78237214' })
    expect((await changesOf(secret.id)).toSorted()).toEqual(['humidity 50.55 0', 'temperature 25.06 0'])
  })

  it('whose address changes is known by what it calls itself', async () => {
    const { hall, branchId } = await newBranch()
    const ibeacon = '00112233445566778899aabbccddeeff-1-2'
    const { id } = await createBeacon(database.db, { branchId, ibeacon })
    const adv = '1aff4c000215' + '00112233445566778899aabbccddeeff' + '0001' + '0002' + 'c5'
    await scan(hall, now, { mac: '5a0000000001', adv })
    await scan(hall, now + 1_000, { mac: '5a0000000002', adv })
    expect(await sightingsOf(id)).toHaveLength(2)
  })
})

describe('a phone that changes its address', () => {
  // The sample of the Bluetooth Core Specification, Vol 3, Part H, Appendix D.7: this key, 708194 drawn, 0dfbaa of it.
  const identityKey = Buffer.from('ec0234a357c8ad05341010a60a397d9b', 'hex')

  it('is known by its identity key as long as it has one, and nobody else is taken for it', async () => {
    const { hall, branchId } = await newBranch()
    const { id } = await createBeacon(database.db, { branchId, identityKey })
    await scan(hall, now, { mac: '7081940dfbaa' })
    await scan(hall, now + 1_000, { mac: '7081940dfbab' })
    expect(await sightingsOf(id)).toHaveLength(1)
    await database.db.execute(`update beacons set identity_key = null where id = ${id}`)
    ingest.forgetBeacons()
    await scan(hall, now + 2_000, { mac: '7081940dfbaa' })
    expect(await sightingsOf(id)).toHaveLength(1)
  })
})

describe('a pressed button', () => {
  it('that somebody carries is a cry of their watch, once', async () => {
    const { hall, room, branchId, companyId } = await newBranch()
    const device = await createDevice(database.db, { companyId, branchId })
    const { id, mac } = await createBeacon(database.db, {
      branchId,
      deviceType: 'BUTTON',
      deviceId: device.id,
    })
    await scan(hall, now, { mac, button: 'PRESS' })
    await scan(room, now + 700, { mac, button: 'PRESS' })
    const { rows } = await db.query('select type, time from device_events where device_id = $1', [device.id])
    expect(rows).toEqual([{ type: 'SOS', time: new Date(now) }])
    const waiting = await db.query(
      `select urgent, events -> 0 ->> 'type' as type from pending_evaluations where events @> jsonb_build_array(jsonb_build_object('deviceId', $1::int))`,
      [device.id],
    )
    expect(waiting.rows).toEqual([{ urgent: true, type: 'SOS' }])
    expect(await changesOf(id)).toEqual([])
  })

  it('is told once though it comes in by two brokers', async () => {
    const { hall, room, branchId } = await newBranch()
    const { id, mac } = await createBeacon(database.db, { branchId, deviceType: 'BUTTON' })
    const first = ingest
    await scan(hall, now - 60_000, { mac, battery: 50 })
    const second = createIngest({
      db,
      wake: () => {},
      publishLive: () => {},
      onRejected: () => {},
      onRetry: () => {},
    })
    ingest = second
    await scan(room, now - 60_000, { mac, battery: 50 })
    ingest = first
    await scan(hall, now, { mac, button: 'PRESS', packetId: 3 })
    ingest = second
    await scan(room, now + 300, { mac, button: 'PRESS', packetId: 3 })
    expect(await changesOf(id)).toEqual(['battery 50 -60000', 'button PRESS 0 urgent'])
    await scan(room, now + 900, { mac, button: 'PRESS', packetId: 4 })
    expect(await changesOf(id)).toHaveLength(3)
    await second.close()
    ingest = first
  })

  it('is told once though two brokers hear it at the same moment, each time', async () => {
    const { hall, room, branchId } = await newBranch()
    const { id, mac } = await createBeacon(database.db, { branchId, deviceType: 'BUTTON' })
    const second = createIngest({
      db,
      wake: () => {},
      publishLive: () => {},
      onRejected: () => {},
      onRetry: () => {},
    })
    const seenBy = (one: typeof ingest, gateway: typeof hall, packetId: number, time: number) => {
      ingest = one
      return scan(gateway, time, { mac, button: 'PRESS', packetId })
    }
    const first = ingest
    for (let press = 0; press < 20; press++) {
      const time = now - 600_000 + press * 20_000
      await Promise.all([seenBy(first, hall, press, time), seenBy(second, room, press, time + 40)])
    }
    ingest = first
    expect(await changesOf(id)).toHaveLength(20)
    await second.close()
  })

  it('that is fixed in a room goes before everything else; that of a sensor only says that it was pressed', async () => {
    const { hall, branchId } = await newBranch()
    const wall = await createBeacon(database.db, { branchId, deviceType: 'BUTTON' })
    const sensor = await createBeacon(database.db, { branchId, deviceType: 'DOOR' })
    await scan(
      hall,
      now,
      { mac: wall.mac, button: 'PRESS' },
      { mac: sensor.mac, button: 'PRESS', door: true },
    )
    expect(await changesOf(wall.id)).toEqual(['button PRESS 0 urgent'])
    expect(await changesOf(sensor.id)).toEqual(['button PRESS 0', 'door true 0'])
  })
})

describe('a remote with several buttons', () => {
  it('has each heard by itself, once', async () => {
    const { hall, room, branchId } = await newBranch()
    const { id, mac } = await createBeacon(database.db, { branchId, deviceType: 'BUTTON' })
    await scan(hall, now, { mac, button3: 'PRESS' })
    await scan(room, now + 700, { mac, button3: 'PRESS' })
    await scan(hall, now + 1_000, { mac, button: 'LONG', button4: 'PRESS' })
    expect(await changesOf(id)).toEqual([
      'button3 PRESS 0 urgent',
      'button LONG 1000 urgent',
      'button4 PRESS 1000 urgent',
    ])
  })

  it('calls for help by those alone that are for it', async () => {
    const { hall, branchId, companyId } = await newBranch()
    const buttons = { button: 'NOTHING', button2: 'SOS' } as const
    const device = await createDevice(database.db, { companyId, branchId })
    const carried = await createBeacon(database.db, { branchId, deviceId: device.id, buttons })
    const wall = await createBeacon(database.db, { branchId, deviceType: 'BUTTON', buttons })
    for (const { mac } of [carried, wall]) {
      await scan(hall, now, { mac, button: 'PRESS' })
      await scan(hall, now + 1_000, { mac, button2: 'PRESS' })
      await scan(hall, now + 2_000, { mac, button3: 'PRESS' })
    }
    const { rows } = await db.query(
      'select type, time from device_events where device_id = $1 order by time',
      [device.id],
    )
    expect(rows).toEqual([1_000, 2_000].map((after) => ({ type: 'SOS', time: new Date(now + after) })))
    expect(await changesOf(carried.id)).toEqual(['button PRESS 0'])
    expect(await changesOf(wall.id)).toEqual([
      'button PRESS 0',
      'button2 PRESS 1000 urgent',
      'button3 PRESS 2000 urgent',
    ])
  })
})

describe('a button that says that all is well', () => {
  it('says so of the watch whose wearer carries it, and calls nobody', async () => {
    const { hall, branchId, companyId } = await newBranch()
    const device = await createDevice(database.db, { companyId, branchId })
    const buttons = { button2: 'CHECK_IN' } as const
    const carried = await createBeacon(database.db, { branchId, deviceId: device.id, buttons })
    const wall = await createBeacon(database.db, { branchId, deviceType: 'BUTTON', buttons })
    for (const { mac } of [carried, wall]) await scan(hall, now, { mac, button2: 'PRESS', button: 'PRESS' })
    const { rows } = await db.query('select type from device_events where device_id = $1 order by type', [
      device.id,
    ])
    expect(rows).toEqual([{ type: 'CHECK_IN' }, { type: 'SOS' }])
    expect(await changesOf(wall.id)).toEqual(['button PRESS 0 urgent', 'button2 PRESS 0'])
  })
})

describe('a beacon that nobody registered', () => {
  it('is listed when it stays or says what it is; a phone that passes is not', async () => {
    const { hall } = await newBranch()
    const [stays, passes, describes] = [uniqueMac(), uniqueMac(), uniqueMac()]
    await scan(hall, now - 60_000, { mac: stays })
    await scan(hall, now - 30_000, { mac: stays }, { mac: passes })
    await scan(
      hall,
      now,
      { mac: stays, rssi: -50, name: 'Tag 7' },
      { mac: describes, temperature: 20, battery: 50 },
    )
    await ingest.flushSeen()
    const { rows } = await db.query(
      'select mac, name, rssi, battery, count from unknown_beacons where gateway_id = $1 order by count',
      [hall.id],
    )
    expect(rows).toEqual([
      { mac: describes, name: null, rssi: -60, battery: 50, count: 1 },
      { mac: stays, name: 'Tag 7', rssi: -50, battery: null, count: 3 },
    ])
  })

  it('is known as soon as somebody registers it', async () => {
    const { hall, branchId } = await newBranch()
    const mac = uniqueMac()
    await scan(hall, now, { mac, temperature: 20 })
    const { id } = await createBeacon(database.db, { branchId, mac })
    ingest.forgetBeacons()
    await scan(hall, now + 1_000, { mac, temperature: 20 })
    expect(await sightingsOf(id)).toHaveLength(1)
  })
})
