import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readParts } from '../registry/read-advertisement.ts'
import { gatewayNative } from './gateway.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const receive = (body: unknown, topic = 'gateway/ac233fc00001/scan') =>
  gatewayNative(topic, new TextEncoder().encode(typeof body === 'string' ? body : JSON.stringify(body)), {
    receivedAt: noon,
    keyOf: () => undefined,
    readParts,
  })
const one = (beacon: object, time: unknown = noon - 1_000) =>
  receive({ time, beacons: [{ mac: 'AC:23:3F:00:00:01', rssi: -61, ...beacon }] })

describe('a scan of our own gateway', () => {
  it('says which beacon was heard when and how strongly', () => {
    expect(one({}).sightings).toEqual([{ mac: 'ac233f000001', rssi: -61, time: noon - 1_000, facts: {} }])
    expect(one({ time: '2026-11-21T11:59:50Z' }).sightings[0]?.time).toBe(noon - 10_000)
    expect(one({ rssi: '-70.4' }).sightings[0]?.rssi).toBe(-70)
    expect(one({}, null).sightings[0]?.time).toBe(noon)
    expect(one({}, 1_000).sightings[0]?.time).toBe(noon)
  })

  it.each([
    [
      { temperature: '21.5', humidity: 0, battery: 88 },
      { temperature: 21.5, humidity: 0, battery: 88 },
    ],
    [
      { door: 'open', water: 0, motion: 'true', tamper: false },
      { door: true, water: false, motion: true, tamper: false },
    ],
    [{ button: true }, { button: 'PRESS' }],
    [
      { button: 'long', packetId: 7 },
      { button: 'LONG', packetId: 7 },
    ],
    [{ battery: 0, temperature: null }, {}],
    [{ temperature: 900, humidity: 'wet', packetId: 256, door: 'ajar' }, {}],
    [{ adv: '0201060a16d2fc40000901611a01' }, { packetId: 9, battery: 97, door: true }],
  ])('%o says %o', (beacon, facts) => expect(one(beacon).sightings[0]?.facts).toEqual(facts))

  it('with a press of a kind that nobody knows is kept, and heard', () => {
    const scan = one({ button: 'quadruple' })
    expect(scan.rejects).toEqual([{ reason: 'unknownEvent', detail: 'button quadruple' }])
    expect(scan.sightings[0]?.facts).toEqual({})
    for (const button of ['', 'none', 'NONE', null, false]) expect(one({ button }).rejects).toEqual([])
  })

  it.each([
    ['no address', { mac: 'nobody' }],
    ['half an address', { mac: 'ac233f0000' }],
    ['no strength', { rssi: undefined }],
    ['an impossible strength', { rssi: 127 }],
  ])('with %s costs its neighbours nothing', (_, beacon) => {
    const scan = receive({
      beacons: [
        { mac: 'ac233f000001', rssi: -60, ...beacon },
        { mac: 'ac233f000002', rssi: -60 },
      ],
    })
    expect(scan.sightings.map(({ mac }) => mac)).toEqual(['ac233f000002'])
    expect(scan.rejects).toMatchObject([{ reason: 'shape' }])
  })

  it.each([
    ['{', 'json'],
    ['[]', 'shape'],
    ['{"beacons":7}', 'shape'],
    [{ beacons: Array.from({ length: 2_001 }, () => ({})) }, 'tooMany'],
  ])('%j is refused', (body, reason) => expect(receive(body).rejects[0]?.reason).toBe(reason))

  it('says whether the gateway is there', () => {
    expect(receive({ online: false }, 'gateway/ac233fc00001/status').isOnline).toBe(false)
    expect(receive({ online: true }, 'gateway/ac233fc00001/status').isOnline).toBe(true)
  })
})

it('survives whatever a gateway may send', () => {
  const names = [
    'mac',
    'rssi',
    'time',
    'name',
    'adv',
    'temperature',
    'battery',
    'door',
    'button',
    'packetId',
    '__proto__',
  ]
  const beacon = fc.dictionary(fc.constantFrom(...names), fc.anything())
  const body = fc.record({
    time: fc.anything(),
    beacons: fc.oneof(fc.array(beacon, { maxLength: 5 }), fc.anything()),
  })
  const text = fc.oneof(body, fc.anything()).map((value) => {
    try {
      return JSON.stringify(value) ?? ''
    } catch {
      return ''
    }
  })
  const bytes = fc.oneof(
    text.map((written) => new TextEncoder().encode(written)),
    fc.uint8Array({ maxLength: 256 }),
  )
  fc.assert(
    fc.property(bytes, (payload) => {
      const { sightings, rejects } = gatewayNative('gateway/x/scan', payload, {
        receivedAt: noon,
        keyOf: () => undefined,
        readParts,
      })
      for (const { mac, rssi, time } of sightings) {
        expect(mac).toMatch(/^[0-9a-f]{12}$/)
        expect(Number.isInteger(rssi)).toBe(true)
        expect(Number.isFinite(time)).toBe(true)
      }
      expect(rejects.length).toBeLessThanOrEqual(5)
    }),
    { numRuns: 5_000, seed: 7 },
  )
})
