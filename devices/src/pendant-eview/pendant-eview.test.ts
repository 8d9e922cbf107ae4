import { metricById } from '@carewatch/contracts/metrics'
import { describe, expect, it } from 'vitest'
import { crc16 } from '../kit/crc16.ts'
import { framesOf } from '../kit/frames.ts'
import { nearbyReaders } from './nearby.ts'
import { pendantEview } from './protocol.ts'
import { readBody } from './records.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const read = (bytes: Uint8Array) => pendantEview.read(bytes, { receivedAt: noon, utcOffsetMinutes: 0 })
const seconds = (time: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(time / 1_000)
  return [...bytes]
}
const field = (key: number, ...value: number[]) => [value.length + 1, key, ...value]
const imei = field(1, ...Buffer.from('350000000000078'))
const write = (fields: number[], index = 7) => {
  const body = Buffer.from([1, ...imei, ...fields])
  const head = Buffer.from([0xab, 0x10, 0, 0, 0, 0, 0, 0])
  head.writeUInt16LE(body.length, 2)
  head.writeUInt16LE(crc16(body), 4)
  head.writeUInt16LE(index, 6)
  return Buffer.concat([head, body])
}
const at = Date.UTC(2026, 10, 21, 11)
const status = field(0x24, ...seconds(at), 0, 0, 0xf8, 64)
const alarm = (bits: number[]) => field(2, ...bits, ...seconds(at))

describe('an Eview pendant', () => {
  it.each([
    [[1, 0, 0, 0], 'LOW_BATTERY'],
    [[4, 0, 0, 0], 'FALL'],
    [[0, 1, 0, 0], 'POWER_OFF'],
    [[0, 16, 0, 0], 'SOS'],
    [[0, 16, 2, 0], 'SOS'],
    [[0, 8, 0, 0], 'UNKNOWN_ALARM'],
    [[16, 0, 2, 0], 'UNKNOWN_ALARM'],
  ])('calls by the bits %j: %s', (bits, type) => {
    const { decoded, identity } = read(write([...status, ...alarm(bits)]))
    expect(decoded.events).toEqual([{ type, time: at }])
    expect(identity).toBe('350000000000078')
  })

  it.each([[[0, 0, 0, 0]], [[16, 0, 0, 4]], [[0, 6, 0, 0]]])(
    'calls for nothing by the bits %j, which are known',
    (bits) => {
      expect(read(write([...status, ...alarm(bits)])).decoded.events).toEqual([])
    },
  )

  it('is answered by its number, if it wishes', () => {
    const [reply] = read(write(status, 0x1234)).replies
    expect(Buffer.from(reply ?? []).toString('hex')).toBe(
      `ab000300${crc16(Uint8Array.of(0x7f, 1, 0))
        .toString(16)
        .padStart(4, '0')
        .replace(/(..)(..)/, '$2$1')}34127f0100`,
    )
    const silent = write(status)
    silent[1] = 0
    expect(read(silent).replies).toEqual([])
  })

  it('measures the pulse, the saturation, the steps and its battery', () => {
    const fields = [
      ...status,
      ...field(0x40, ...seconds(at), 72),
      ...field(0x41, ...seconds(at), 1),
      ...field(0x30, ...seconds(at), 10, 1, 0, 0),
    ]
    const named = read(write(fields)).decoded.readings.map(({ metric, value }) => [metricById(metric), value])
    expect(named).toEqual([
      ['heartRate', 72],
      ['battery', 64],
      ['steps', 266],
    ])
  })

  it.each([
    [0x20, 21],
    [0x27, 12],
  ])('is south of the equator and west of Greenwich by the signs of key %i', (key, length) => {
    const value = Buffer.alloc(length)
    value.writeInt32LE(-320_780_000, 0)
    value.writeInt32LE(-347_886_670, 4)
    // Its exactness, without which it is no fix.
    value[key === 0x20 ? 14 : 8] = 8
    const { positions } = read(write([...status, ...field(key, ...value)])).decoded
    expect(positions).toMatchObject([{ lat: -32.078, lng: -34.788667 }])
  })

  it('believes no fix without exactness, and no damaged message', () => {
    const gps = (hdop: number) =>
      field(0x20, 48, 204, 95, 13, 80, 2, 251, 67, 0, 0, 0, 0, 0, 0, hdop, 0, 0, 0, 0, 0, 9)
    expect(read(write([...status, ...gps(8)])).decoded.positions).toHaveLength(1)
    expect(read(write([...status, ...gps(0)])).decoded.positions).toEqual([])
    const short = (hdop: number) => field(0x27, 48, 204, 95, 13, 80, 2, 251, 67, hdop, 0, 0, 0)
    expect(read(write([...status, ...short(8)])).decoded.positions).toHaveLength(1)
    expect(read(write([...status, ...short(0)])).decoded.positions).toEqual([])
    const damaged = write([...status, ...alarm([0, 16, 0, 0])])
    damaged[20] = 0
    expect(read(damaged)).toMatchObject({
      replies: [],
      decoded: { events: [], rejects: [{ detail: 'checksum' }] },
    })
  })

  it('hears cells whose network has three digits', () => {
    const cell = [169, 1, 154, 1, 20, 52, 18, 1, 2, 0, 0]
    const { records } = readBody(Uint8Array.from(field(0x2b, ...cell)), nearbyReaders)
    expect(records[0]?.cells).toEqual([{ mcc: 425, mnc: 410, lac: 0x1234, cid: 513, signal: 20 }])
    expect(read(write([...status, ...field(0x2b, ...cell)])).decoded.cells).toEqual({
      time: at,
      cells: [{ mcc: 425, mnc: 410, lac: 0x1234, cid: 513, signal: 20 }],
    })
  })

  it('hears networks', () => {
    const network = field(0x22, 200, 0x74, 0xda, 0x38, 0, 0, 1)
    expect(read(write([...status, ...network])).decoded.networks).toEqual({
      time: at,
      bssids: ['74da38000001'],
    })
  })

  it('reads the moments it could not send, each at its time', () => {
    const { decoded } = read(write([...status, ...status, ...field(0x24, ...seconds(0), 0, 0, 0, 50)]))
    expect(decoded.readings.map(({ time }) => time)).toEqual([at, at, noon])
    expect(decoded.clockSkew).toBe(true)
  })

  it('is cut by its length, wherever the bytes were parted', () => {
    const stream = Buffer.concat([write(status), Buffer.from('noise'), write(status)])
    expect(framesOf(pendantEview, stream).frames).toHaveLength(2)
    for (let length = 1; length < 20; length++)
      expect(pendantEview.cut(stream.subarray(0, length))).toBe('more')
    expect(pendantEview.cut(Uint8Array.of(0xab, 0, 0xff, 0xff, 0, 0, 0, 0))).toBe('broken')
  })
})
