import { describe, expect, it } from 'vitest'
import type { FormatName } from '@carewatch/contracts/formats'
import { recordedMessages } from '../testing/recorded.ts'
import type { ScanContext } from '../gateway-codec.ts'
import { gatewayCodecs } from './gateways.ts'
import { examples } from '../examples/gateways.ts'
import { gatewayFormatOf } from './guess-gateway.ts'
import { readParts } from './read-advertisement.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const context: ScanContext = { receivedAt: noon, keyOf: () => undefined, readParts }

function receive(format: FormatName, topic: string, body: unknown, with_: ScanContext = context) {
  const payload =
    body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const codec = gatewayCodecs[format]
  if (!codec) throw new Error(format)
  return codec(topic, payload, with_)
}

describe('every gateway', () => {
  for (const [format, codec] of Object.entries(gatewayCodecs)) {
    it(`${format} is heard in each of its shapes`, () => {
      for (const { topic, payload } of examples[format] ?? []) {
        const scan = codec(topic, payload, context)
        expect(scan.rejects).toEqual([])
        expect(scan.sightings.length > 0 || !scan.isOnline).toBe(true)
      }
    })

    it(`${format} is known by what it says`, () => {
      const messages = [...(examples[format] ?? []), ...recordedMessages(format)]
      const others = messages.filter(({ topic, payload }) => gatewayFormatOf(topic, payload) !== format)
      const isGatewayMessage = ({ payload }: { payload: Uint8Array }) =>
        codec('', payload, context).sightings.length > 0
      expect(others.filter(isGatewayMessage)).toEqual([])
    })

    it(`${format} takes no nonsense for a message`, () => {
      const nonsense = ['', '{', '[[[', 'hello', '\u0000', '{"a":'.repeat(20_000), '[]', '{}', 'null', '0']
      for (const payload of nonsense.map((words) => Buffer.from(words))) {
        expect(codec('some/where', payload, context).sightings).toEqual([])
      }
    })
  }
})

it('hears a scan of a quarter of a megabyte to its end', () => {
  const row = (index: number) => ({
    timestamp: '2026-11-21T11:59:58Z',
    type: 'Unknown',
    mac: (0xac23_3f00_0000 + index).toString(16),
    rssi: -60,
    rawData: '0201060303e1ff0d16e1ffa1216401fa31a03f23ac',
  })
  const { sightings, rejects } = receive(
    'minew-gateway-json',
    'x',
    Array.from({ length: 1_600 }, (_, at) => row(at)),
  )
  expect(sightings).toHaveLength(1_600)
  expect(sightings.at(-1)).toMatchObject({ facts: { water: true, battery: 100 } })
  expect(rejects).toEqual([])
})

it('believes of a beacon with a key only what its key opens', () => {
  const key = Buffer.alloc(16, 7)
  const body = {
    id: 'A4:C1:38:00:00:02',
    rssi: -69,
    open: true,
    servicedata: '402d01',
    servicedatauuid: '0xfcd2',
  }
  const topic = 'home/OMG/BTtoMQTT/A4C138000002'
  expect(receive('omg-theengs-mqtt', topic, body).sightings).toMatchObject([{ facts: { door: true } }])
  expect(receive('omg-theengs-mqtt', topic, body, { ...context, keyOf: () => key }).sightings).toMatchObject([
    { facts: {} },
  ])
})

describe('MOKO', () => {
  const row = (fields: object) => ({
    msg_id: 3070,
    device_info: { mac: 'd48c49f7909c' },
    data: [{ timestamp: 1246, rssi: -70, mac: 'c0ffee000001', ...fields }],
  })

  it('tells a press from the memory of one', () => {
    const press = (fields: object) =>
      receive('moko-gateway-json', 'x', row({ type_code: 7, frame_type: 0, trigger_count: 4, ...fields }))
        .sightings[0]?.facts
    expect(press({ alarm_status: 1 })).toEqual({ button: 'PRESS', packetId: 4 })
    expect(press({ alarm_status: 0 })).toEqual({ packetId: 4 })
    expect(press({ alarm_status: 4, frame_type: 2 })).toMatchObject({ button: 'LONG' })
    expect(press({ alarm_status: 8, frame_type: 3 })).toEqual({ packetId: 4 })
  })

  it('takes small numbers for per cent, large ones for millivolts', () => {
    const facts = (batt_vol: unknown) =>
      receive('moko-gateway-json', 'x', row({ type_code: 6, batt_vol })).sightings[0]?.facts
    expect(facts(87)).toEqual({ battery: 87 })
    expect(facts('3012')).toEqual({ batteryMv: 3012 })
    expect(facts(0)).toEqual({})
  })

  it('is gone when its last will says so', () => {
    expect(
      receive('moko-gateway-json', 'x', { msg_id: 3999, device_info: { mac: 'd48c49f7909c' } }).isOnline,
    ).toBe(false)
    expect(
      receive('moko-gateway-json', 'x', { msg_id: 3004, device_info: {}, data: { wifi_rssi: -54 } }),
    ).toEqual({
      sightings: [],
      isOnline: true,
      rejects: [],
    })
  })

  it('says that it took what it was told', () => {
    expect(
      receive('moko-gateway-json', 'x', { msg_id: 1042, device_info: {}, result_code: 0 }).isConfigTaken,
    ).toBe(true)
    expect(
      receive('moko-gateway-json', 'x', { msg_id: 1042, device_info: {}, result_code: 1 }).isConfigTaken,
    ).toBeUndefined()
  })
})

describe('OpenMQTTGateway', () => {
  it('says whose values they are by its topic where it must', () => {
    const topic = 'home/OpenMQTTGateway/BTtoMQTT/4C33A6000001'
    expect(receive('omg-theengs-mqtt', topic, { hum: '48.2', tem: '20.7' }).sightings).toEqual([
      {
        mac: '4c33a6000001',
        rssi: -127,
        time: noon,
        facts: { humidity: 48.2, temperature: 20.7 },
        seems: 'CLIMATE',
      },
    ])
  })

  it('sees nobody who is absent', () => {
    const scan = receive('omg-theengs-mqtt', 'home/T/BTtoMQTT/AABBCCDDEEFF', {
      id: 'AA:BB:CC:DD:EE:FF',
      presence: 'absent',
    })
    expect(scan).toEqual({ sightings: [], isOnline: true, rejects: [] })
  })

  it('says nothing of beacons when it speaks of itself', () => {
    expect(receive('omg-theengs-mqtt', 'home/OMG/SYStoMQTT', { uptime: 5, rssi: -40 }).sightings).toEqual([])
    expect(receive('omg-theengs-mqtt', 'home/OMG/LWT', 'offline').isOnline).toBe(false)
  })
})

it('knows a Shelly sensor however its script writes', () => {
  const shouted = {
    Encryption: false,
    BTHome_version: 2,
    PID: 9,
    Window: 0,
    Battery: '88',
    addr: 'b4:35:22:00:00:01',
    rssi: -68,
  }
  const wrapped = { type: 'blu', data: shouted, dev_name: 'door' }
  for (const body of [shouted, wrapped]) {
    expect(receive('shelly-ble-mqtt', 'any/topic', body).sightings).toMatchObject([
      { mac: 'b43522000001', facts: { door: false, battery: 88, packetId: 9 }, seems: 'DOOR' },
    ])
  }
})

it('gives a beacon back the noughts that ESPresense leaves out', () => {
  const body = { mac: 'd8a07885c1d', id: 'd8a07885c1d', 'rssi@1m': -65, rssi: -48.3 }
  expect(receive('espresense-mqtt', 'espresense/devices/d8a07885c1d/hall', body).sightings).toMatchObject([
    { mac: '0d8a07885c1d', rssi: -48.3, seems: 'TAG' },
  ])
  expect(receive('espresense-mqtt', 'espresense/devices/d8a07885c1d/hall/rssi', '-48').sightings).toEqual([])
})

it('reads each line of Ingics for itself', () => {
  const good = '$GPRP,F704B6D48BE8,1173AE7325A2,-24,02010612FF0D0083BC4A0110AAAAFFFF000001140000'
  const scan = receive(
    'ingics-gprp',
    'x',
    `${good}\r\n$GPRP,zz\r\n\r\n$HBRP,F008D1798C60,F008D1798C60,-127,00000000`,
  )
  expect(scan.sightings).toMatchObject([
    { model: 'Ingics iBS02PIR2', facts: { motion: true, batteryMv: 3300 } },
  ])
  expect(scan.rejects).toHaveLength(1)
})

it('takes no binary scan of Minew whose length or end is wrong', () => {
  const [sample] = examples['minew-gateway-binary'] ?? []
  const bytes = Buffer.from(sample?.payload ?? [])
  expect(receive('minew-gateway-binary', 'x', bytes).sightings).toMatchObject([
    { mac: 'ac233fa031fa', rssi: -60, facts: { water: true } },
  ])
  expect(receive('minew-gateway-binary', 'x', bytes.subarray(0, -1)).rejects).toHaveLength(1)
  const ended = Buffer.from(bytes)
  ended[ended.length - 1] = 0
  expect(receive('minew-gateway-binary', 'x', ended).rejects).toHaveLength(1)
})

it('hears a gateway of Minew or MOKO whichever of its two ways its installer chose', () => {
  const pairs = [
    ['minew-gateway-json', 'minew-gateway-binary'],
    ['moko-gateway-json', 'moko-mkgw4-binary'],
  ] as const
  for (const [one, other] of [...pairs, ...pairs.map(([one, other]) => [other, one] as const)]) {
    for (const { topic, payload } of examples[other] ?? []) {
      expect(receive(one, topic, payload).sightings.length).toBeGreaterThan(0)
    }
  }
})

describe('a Shelly', () => {
  const data = { BTHome_version: 2, address: 'b4:35:22:aa:bb:cc', rssi: -60, pid: 7 }
  const factsBy = (fields: object) =>
    receive('shelly-ble-mqtt', 'any/topic', { ...data, ...fields }).sightings.map(({ facts }) => facts)

  it('tells the buttons of a remote apart, however they are written', () => {
    const third = [{ packetId: 7, button3: 'PRESS' }]
    expect(factsBy({ button: [0, 0, 1, 0] })).toEqual(third)
    expect(factsBy({ button_1: 0, button_2: 0, button_3: 1, button_4: 0 })).toEqual(third)
    expect(factsBy({ button: 4 })).toEqual([{ packetId: 7, button: 'LONG' }])
  })

  const firmware = (params: object, src = 'shellyblugwg3-b8d61a8abbcc') =>
    receive('shelly-ble-mqtt', 'home/events/rpc', { src, dst: 'home', method: 'NotifyEvent', params })
  const ts = noon / 1_000 - 2
  const push = { component: 'bthomedevice:202', id: 202, event: 'single_push', idx: 1, ts }

  it('says by its firmware which button was pressed, under an address of its own', () => {
    expect(firmware({ ts, events: [push] }).sightings).toEqual([
      {
        mac: '0e1a8abbcc02',
        rssi: -127,
        time: noon - 2_000,
        facts: { button2: 'PRESS' },
        name: 'bthomedevice:202',
        seems: 'BUTTON',
      },
    ])
    const own = firmware({ events: [{ ...push, addr: 'B4:35:22:AA:BB:CC', event: 'long_push', idx: 3 }] })
    expect(own.sightings).toMatchObject([{ mac: 'b43522aabbcc', facts: { button4: 'LONG' } }])
  })

  it('says how such a one fares, and nothing of what it does not name', () => {
    const status = { id: 202, rssi: -63, battery: 88, packet_id: 209, last_updated_ts: ts }
    expect(firmware({ ts, 'bthomedevice:202': status }).sightings).toMatchObject([
      { mac: '0e1a8abbcc02', rssi: -63, facts: { battery: 88 } },
    ])
    expect(firmware({ ts, events: [{ ...push, component: 'input:0' }] }).sightings).toEqual([])
    expect(firmware({ ts, events: [{ ...push, event: 'rotate_left' }] }).sightings).toEqual([])
    expect(firmware({ ts, events: [push] }, 'somebody').sightings).toEqual([])
  })
})
