import { metricById } from '@carewatch/contracts/metrics'
import { describe, expect, it } from 'vitest'
import type { Protocol } from '../protocol.ts'
import { framesOf } from '../kit/frames.ts'
import { openMinifinder, pendantMinifinder } from '../pendant-minifinder/protocol.ts'
import { watchB2316 } from '../watch-b2316/protocol.ts'
import { watchPt60 } from '../watch-pt60/protocol.ts'
import { watchThinkrace } from '../watch-thinkrace/protocol.ts'
import { watchWristband } from '../watch-wristband/protocol.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const at = Date.UTC(2026, 10, 21, 11, 59)
const bytes = (text: string) => Buffer.from(text, 'latin1')
const text = (frame: Uint8Array) => Buffer.from(frame).toString('latin1')
const context = { receivedAt: noon, utcOffsetMinutes: 120 }
const readings = (protocol: Protocol, frame: Uint8Array) =>
  protocol.read(frame, context).decoded.readings.map(({ metric, value }) => [metricById(metric), value])
const frames = (protocol: Protocol, stream: string) => framesOf(protocol, bytes(stream)).frames.map(text)

describe('a MiniFinder pendant', () => {
  const place = (flags: string, lat = '32.078') =>
    `!D,21/11/26,11:59:0,${lat},34.788,0,0,${flags},12.1,64,4,9,0;`
  const read = (line: string) => pendantMinifinder.read(bytes(line), context)

  it('logs in by its IMEI', () => {
    expect(read('!1,350000000000011,V07S.5701.1621,100;').identity).toBe('350000000000011')
    expect(read('!1,hello;').identity).toBeUndefined()
    expect(openMinifinder(bytes('!4,5,0501234567,,0507654321,1.0,120,0,0S,25'))?.numbers).toEqual([
      '0501234567',
      '0507654321',
    ])
  })

  it.each([
    ['100041', ['SOS']],
    ['100101', ['FALL']],
    ['101041', ['SOS', 'LOW_BATTERY']],
    ['100001', []],
  ])('calls by the flags %s: %j', (flags, types) => {
    expect(read(place(flags)).decoded.events).toEqual(types.map((type) => ({ type, time: at })))
  })

  it('gives its place with a fix, and its battery always', () => {
    expect(read(place('100001')).decoded.positions).toMatchObject([{ lat: 32.078, lng: 34.788, time: at }])
    expect(read(place('100000')).decoded.positions).toEqual([])
    expect(readings(pendantMinifinder, bytes(place('100000', '0')))).toEqual([['battery', 64]])
    expect(readings(pendantMinifinder, bytes('!5,17,V,50'))).toEqual([['battery', 50]])
  })

  it('is cut at each sentence', () => {
    expect(frames(pendantMinifinder, 'x!1,1;!5,17,V,50\r\n!3,ok!5,1,A')).toEqual([
      '!1,1;',
      '!5,17,V,50\r',
      '!3,ok',
    ])
    expect(pendantMinifinder.cut(bytes(`!D,${'0'.repeat(70_000)}`))).toBe('broken')
  })
})

describe('a PT60', () => {
  const read = (line: string) => watchPt60.read(bytes(line), context)

  it('measures, and is answered with the time', () => {
    const pulse = read('@G#@,V01,14,350000000000052,9001010000000001,20261121115900,101,26,@R#@')
    expect(pulse).toMatchObject({ identity: '350000000000052' })
    expect(pulse.decoded.readings).toEqual([{ metric: 1, time: at, value: 101 }])
    expect(pulse.replies.map(text)).toEqual(['@G#@,V01,38,20261121120000,@R#@'])
    expect(readings(watchPt60, bytes('@G#@,V01,13,350000000000052,9,20261121115900,1234,@R#@'))).toEqual([
      ['steps', 1234],
    ])
  })

  it('gives its place by satellite, and none by the cells around it', () => {
    const by = (where: string) => read(`@B#@|01|001|111112222233333|8|1|55|20261121115900|${where}|@E#@`)
    expect(by('32.078|34.788|0|0|1').decoded.positions).toMatchObject([
      { lat: 32.078, lng: 34.788, time: at },
    ])
    expect(by('0|0|0|0|1').decoded.positions).toEqual([])
    expect(by('40412,10461,1,425,10|2').decoded.positions).toEqual([])
    expect(by('40412,10461,1,425,10|2').replies.map(text)).toEqual([
      '@B#@|01|002|111112222233333|0|20261121120000|@E#@',
    ])
  })

  it('is cut at its marks', () => {
    expect(frames(watchPt60, 'x@G#@,a@R#@@B#@|b@E#@@G#@,c@G#@')).toEqual([
      '@G#@,a@R#@',
      '@B#@|b@E#@',
      '@G#@,c',
    ])
    expect(watchPt60.cut(bytes(`@G#@${'0'.repeat(70_000)}`))).toBe('broken')
  })
})

describe('a YX wristband', () => {
  const write = (content: string) => {
    const length = Buffer.alloc(2)
    length.writeUInt16BE(content.length)
    return Buffer.concat([Uint8Array.of(0, 1, 2), length, bytes(content), Uint8Array.of(0xff, 0xfe, 0xfc)])
  }
  const of = (kind: string, data: string) => write(`YX350000000000060|V1.0|1|{F${kind}#${data}}\r\n`)

  it('says its battery and where it was', () => {
    expect(readings(watchWristband, of('01', '94,1,100,0,31000,900'))).toEqual([['battery', 94]])
    const { decoded, identity } = watchWristband.read(
      of('02', '34.788,32.078,202611211159,0|0,0,202611211159,0'),
      context,
    )
    expect(identity).toBe('350000000000060')
    expect(decoded.positions).toMatchObject([{ lat: 32.078, lng: 34.788, time: at }])
  })

  it('is told the time, and its own word again', () => {
    const [time] = watchWristband.read(of('91', '310_00|00'), context).replies
    expect(text(time ?? bytes(''))).toContain('YX350000000000060|V1.0|0|{F91#202611211200}\r\n')
    expect(framesOf(watchWristband, time ?? bytes('')).frames).toHaveLength(1)
  })

  it('is cut by its length, and not believed without its end', () => {
    const one = of('64', '1')
    expect(framesOf(watchWristband, Buffer.concat([one, bytes('x'), one])).frames).toHaveLength(2)
    for (let length = 1; length < one.length; length++) {
      expect(watchWristband.cut(one.subarray(0, length))).toBe('more')
    }
    expect(watchWristband.cut(Buffer.concat([one.subarray(0, -1), bytes('x')]))).toBe('broken')
  })
})

describe('a B2316', () => {
  const document = (fields: object) => bytes(JSON.stringify({ imei: '350000000000037', data: [fields] }))

  it('measures what a person can have', () => {
    const fields = {
      tm: at / 1_000,
      st: '638',
      ba: 4,
      hr: 0,
      bp: '120,80',
      te: '312,365',
      gp: '34.788,32.078',
      wn: 2,
    }
    const { decoded, identity } = watchB2316.read(document(fields), context)
    expect(identity).toBe('350000000000037')
    expect(decoded.events).toEqual([{ type: 'SOS', time: at }])
    expect(decoded.positions).toMatchObject([{ lat: 32.078, lng: 34.788 }])
    expect(readings(watchB2316, document(fields))).toEqual([
      ['steps', 638],
      ['battery', 100],
      ['systolic', 120],
      ['diastolic', 80],
      ['temperature', 36.5],
    ])
  })

  it('rings for a warning that it does not know, and not for none', () => {
    const eventsOf = (wn: unknown) =>
      watchB2316.read(document({ tm: at / 1_000, wn }), context).decoded.events
    expect(eventsOf(9)).toEqual([{ type: 'UNKNOWN_ALARM', time: at }])
    const none = [0, '0', '00', '0x0', '', ' ', 'none', 'No', false, 'false', [], [0], {}, null, undefined]
    expect(none.filter((wn) => eventsOf(wn).length > 0)).toEqual([])
  })

  it('calls for each warning of a list', () => {
    const typesOf = (wn: unknown) =>
      watchB2316.read(document({ tm: at / 1_000, wn }), context).decoded.events.map(({ type }) => type)
    expect(typesOf([2])).toEqual(['SOS'])
    expect(typesOf([0, '1', 2])).toEqual(['LOW_BATTERY', 'SOS'])
  })

  it('takes its documents apart, whatever stands in their texts', () => {
    const stream = '{"a":"}{\\""}\n{"imei":{"x":[{}]}}{"open'
    expect(frames(watchB2316, stream)).toEqual(['{"a":"}{\\""}', '{"imei":{"x":[{}]}}'])
    expect(watchB2316.cut(bytes(`{"a":"${'}'.repeat(70_000)}`))).toBe('broken')
  })
})

it.each([
  ['07', 32.078, 34.788667],
  ['06', -32.078, 34.788667],
  ['05', 32.078, -34.788667],
])('draws where an old Thinkrace was, by degrees and minutes and the flags %s', (flags, lat, lng) => {
  const place = `${(32_046_800).toString(16).padStart(8, '0')}${(34_473_200).toString(16).padStart(8, '0')}`
  const time = (at / 1_000).toString(16)
  const fix = `48415349483030303030303134382c900017${time}${flags}${place}003d24a410f5000000770b4c`
  const { positions } = watchThinkrace.read(Buffer.from(fix, 'hex'), context).decoded
  expect(positions).toMatchObject([{ time: at }])
  expect(positions[0]?.lat).toBeCloseTo(lat, 5)
  expect(positions[0]?.lng).toBeCloseTo(lng, 5)
  const unsure = Buffer.from(fix.replace(`${time}${flags}`, `${time}03`), 'hex')
  expect(watchThinkrace.read(unsure, context).decoded.positions).toEqual([])
})

it('knows who an old Thinkrace is, and waits for the rest of a message', () => {
  const login = Buffer.from('48415349483030303030303134382c8000100133353030303030303030303031333606ff', 'hex')
  const { identity, replies } = watchThinkrace.read(login, context)
  expect(identity).toBe('350000000000136')
  expect(replies.map((reply) => Buffer.from(reply).toString('hex'))).toEqual([
    '48525349483030303030303134382c80000280000000',
  ])
  expect(watchThinkrace.cut(login)).toEqual({ start: 0, end: login.length })
  expect(watchThinkrace.cut(login.subarray(0, -1))).toBe('more')
})
