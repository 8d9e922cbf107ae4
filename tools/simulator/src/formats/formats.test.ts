import { defaultSettings } from '@carewatch/contracts/default-settings'
import { gatewayCodecs } from '@carewatch/devices/registry/gateways'
import { protocolOf, protocols } from '@carewatch/devices/registry/protocols'
import { readParts } from '@carewatch/devices/registry/read-advertisement'
import { expect, test } from 'vitest'
import { iw } from './iw.ts'
import { minewScan } from './minew.ts'
import type { WatchProtocol } from './watch-protocol.ts'
import { threeG } from './three-g.ts'
import { wonlex } from './wonlex.ts'

const imei = '350000000000110'
const time = Date.UTC(2026, 10, 21, 8, 30)
const context = { receivedAt: time + 1_000, utcOffsetMinutes: 0 }

/** What the broker understands of what the watch says. */
function understood(frames: readonly string[]) {
  return frames.map((frame) => {
    const bytes = Buffer.from(frame, 'latin1')
    const format = protocolOf(bytes)
    if (!format) throw new Error(`nobody speaks ${frame}`)
    return protocols[format].read(bytes, context)
  })
}

const reading = {
  heartRate: 72,
  systolic: 128,
  diastolic: 81,
  spo2: 97,
  temperature: 36.6,
  steps: 5_321,
  battery: 64,
  position: { lat: 32.080012, lng: -34.780034, source: 'GPS' as const },
}

test.each([
  ['IW', iw],
  ['3G', threeG],
  ['Wonlex', wonlex],
] as const)('what a watch of %s says is what the broker understands', (_, protocol: WatchProtocol) => {
  const facts = understood(protocol.readings(reading, { imei, time }))
  const values = new Map(
    facts.flatMap(({ decoded }) => decoded.readings.map(({ metric, value }) => [metric, value] as const)),
  )
  expect([1, 2, 3, 4, 5, 6, 10].map((metric) => values.get(metric))).toEqual([
    72, 128, 81, 97, 36.6, 5_321, 64,
  ])
  const [at] = facts.flatMap(({ decoded }) => decoded.positions)
  expect(at?.time).toBe(time)
  expect(at?.lat).toBeCloseTo(32.080012, 4)
  expect(at?.lng).toBeCloseTo(-34.780034, 4)
  expect(facts.flatMap(({ decoded }) => decoded.rejects)).toEqual([])
})

test.each([
  ['IW', iw],
  ['3G', threeG],
  ['Wonlex', wonlex],
] as const)('a cry for help over %s is one, with where and without', (_, protocol: WatchProtocol) => {
  for (const fix of [reading.position, undefined]) {
    for (const type of ['SOS', 'FALL'] as const) {
      const facts = understood(protocol.event({ imei, time, type, fix, battery: 50 }))
      expect(facts.flatMap(({ decoded }) => decoded.events.map((event) => event.type))).toEqual([type])
      expect(facts.flatMap(({ decoded }) => decoded.positions)).toHaveLength(fix ? 1 : 0)
    }
  }
})

test('a watch answers its orders, and not what answers it', () => {
  expect(iw.split('IWBP00,20261121083000,2#IWBP16,350000000000110,000123#IWB')).toEqual({
    frames: ['IWBP00,20261121083000,2', 'IWBP16,350000000000110,000123'],
    rest: 'IWB',
  })
  expect(iw.answer('IWBP00,20261121083000,2')).toEqual([])
  expect(iw.answer('IWBP16,350000000000110,000123')).toEqual(['IWAP16,000123#'])
  expect(threeG.answer('[3G*0000000011*0002*LK]')).toEqual([])
  expect(threeG.answer('[3G*0000000011*000A*UPLOAD,900]')).toEqual(['[3G*0000000011*0006*UPLOAD]'])
})

test('a Wonlex watch tells of its night, and answers its orders however they come', () => {
  const [night] = understood(wonlex.readings({ sleep: { deep: 95, light: 210, awake: 12 } }, { imei, time }))
  expect(night?.decoded.readings.map(({ metric, value }) => [metric, value])).toEqual([
    [7, 95],
    [8, 210],
    [9, 12],
  ])
  const to = { imei, address: '', serial: 1, now: time, utcOffsetMinutes: 0 }
  const orders = protocols['watch-wonlex-json'].encodeCommand('LOCATE', to, defaultSettings)
  const sent = Buffer.concat(orders.map(({ bytes }) => bytes)).toString('latin1')
  const half = wonlex.split(sent.slice(0, -3))
  const { frames } = wonlex.split(half.rest + sent.slice(-3))
  const answers = understood([...half.frames, ...frames].flatMap((frame) => wonlex.answer(frame)))
  expect(answers.flatMap((message) => message.answers.map(({ key }) => key))).toEqual(
    orders.map(({ key }) => key),
  )
})

test('what a Minew says is what the broker understands', () => {
  const sightings = [
    { mac: 'c300002e5b05', rssi: -60, battery: 80, door: true },
    { mac: 'c300002e5b06', rssi: -70, battery: 77, temperature: 22.5, humidity: 46 },
    { mac: 'c300002e5b00', rssi: -58, battery: 95 },
  ]
  const payload = Buffer.from(JSON.stringify(minewScan('ac233fc01a10', sightings, time)))
  const scan = gatewayCodecs['minew-gateway-json']?.('/gw/ac233fc01a10/status', payload, {
    receivedAt: time,
    keyOf: () => undefined,
    readParts,
  })
  expect(scan?.sightings.map(({ mac, rssi, facts }) => ({ mac, rssi, ...facts }))).toMatchObject(sightings)
})
