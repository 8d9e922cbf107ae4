import type { FormatName } from '@carewatch/contracts/formats'
import { describe, expect, it } from 'vitest'
import { gatewayCodecs } from './gateways.ts'
import { readParts } from './read-advertisement.ts'

const context = { receivedAt: Date.UTC(2026, 10, 21, 12), keyOf: () => undefined, readParts }
const mac = 'c4a55f000001'

function read(format: FormatName, body: unknown) {
  const payload =
    body instanceof Uint8Array ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
  const scan = gatewayCodecs[format]?.('gw/1', payload, context)
  return { rejects: scan?.rejects, macs: scan?.sightings.map((one) => one.mac) }
}

const moko = (id: number, data: unknown) => ({ msg_id: id, device_info: { mac: 'aabbccddeeff' }, data })
const row = (fields: object) => ({ timestamp: 1, rssi: -60, mac, ...fields })
const tag = (number: number, ...value: number[]) => [number, 0, value.length, ...value]
const mkgw4 = (id: number[], ...tags: number[]) =>
  Uint8Array.from([0xef, ...id, 1, 2, 3, 4, 5, 6, 0, tags.length, ...tags])
const beacon = [...tag(1, 0xc4, 0xa5, 0x5f, 0, 0, 1), ...tag(4, 0xc4)]
const shelly = (event: string) => ({
  src: 'shellyplus1-a8032ab1c2d3',
  method: 'NotifyEvent',
  params: { ts: 1_795_262_340, events: [{ component: 'bthomedevice:200', addr: mac, event, idx: 0 }] },
})

describe('what a gateway says in a kind that nobody knows', () => {
  it.each<[FormatName, unknown, string, string, number]>([
    ['moko-gateway-json', moko(3021, {}), 'unknownMessage', 'msg_id 3021', 0],
    [
      'moko-gateway-json',
      moko(3070, [row({ type_code: 14 }), row({ type_code: 14 })]),
      'unknownMessage',
      'type_code 14',
      1,
    ],
    [
      'moko-gateway-json',
      moko(3070, [row({ type_code: 7, frame_type: 4, alarm_status: 16 })]),
      'unknownEvent',
      'frame_type 4',
      1,
    ],
    ['moko-mkgw4-binary', mkgw4([0x30, 0xc1]), 'unknownMessage', '30c1', 0],
    [
      'moko-mkgw4-binary',
      mkgw4([0x30, 0xa0], ...tag(0, 0x20), ...beacon),
      'unknownMessage',
      'type_code 32',
      1,
    ],
    [
      'moko-mkgw4-binary',
      mkgw4([0x30, 0xa0], ...tag(0, 7), ...beacon, ...tag(0x0a, 0x25)),
      'unknownEvent',
      'frame_type 5',
      1,
    ],
    ['ingics-gprp', '$XYZW,C4A55F000001,AABBCCDDEEFF,-60,00', 'unknownMessage', 'XYZW', 0],
    ['shelly-ble-mqtt', shelly('quadruple_push'), 'unknownEvent', 'event quadruple_push', 1],
  ])('%s %j is kept, and its beacon there: %s %s', (format, body, reason, detail, beacons) => {
    expect(read(format, body)).toEqual({
      rejects: [{ reason, detail }],
      macs: Array.from({ length: beacons }, () => mac),
    })
  })

  it.each<[FormatName, unknown]>([
    ['moko-gateway-json', moko(3004, { timestamp: 1 })],
    ['moko-gateway-json', moko(3014, { reset: 1 })],
    ['moko-gateway-json', moko(2005, {})],
    ['moko-gateway-json', moko(3070, [row({ type_code: 10 }), row({ type_code: 7, frame_type: 3 })])],
    ['moko-gateway-json', moko(3070, [row({ type_code: 7, frame_type: 9, alarm_status: 0 })])],
    ['moko-mkgw4-binary', mkgw4([0x30, 0x04])],
    ['moko-mkgw4-binary', mkgw4([0x30, 0xa0], ...tag(0, 7), ...beacon, ...tag(0x0a, 0x21))],
    ['ingics-gprp', '$HBRP,AABBCCDDEEFF,AABBCCDDEEFF,-127,00'],
    ['shelly-ble-mqtt', shelly('config_changed')],
  ])('%s %j is no such thing', (format, body) => {
    expect(read(format, body).rejects).toEqual([])
  })
})
