import { describe, expect, it } from 'vitest'
import { metricById } from '@carewatch/contracts/metrics'
import { crc16 } from '../kit/crc16.ts'
import { framesOf } from '../kit/frames.ts'
import { ackEview } from '../pendant-eview/frame.ts'
import { writeWonlex } from '../watch-wonlex/frame.ts'
import { opcodeOf, readKept } from './kept-messages.ts'
import { type ProtocolName, protocols } from './protocols.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const at = Date.UTC(2026, 10, 21, 11, 59)
const context = { receivedAt: noon, utcOffsetMinutes: 0 }
const bytes = (text: string) => Buffer.from(text, 'latin1')

function wonlex(document: object): Buffer {
  const json = Buffer.from(JSON.stringify({ ref: 'w:update', ident: '1', ...document }))
  return Buffer.concat([Buffer.from([0xfc, 0xaf, json.length >> 8, json.length & 0xff]), json])
}

function wristband(content: string): Buffer {
  const text = `YX350000000000060|V1.0|1|{${content}}\r\n`
  return Buffer.concat([Buffer.from([0, 1, 2, 0, text.length]), bytes(text), Buffer.from([0xff, 0xfe, 0xfc])])
}

function eview(type: number, ...fields: number[]): Buffer {
  const body = Buffer.from([type, ...fields])
  const head = Buffer.from([0xab, 0x10, body.length, 0, 0, 0, 7, 0])
  head.writeUInt16LE(crc16(body), 4)
  return Buffer.concat([head, body])
}
const pulse = [6, 0x40, 0, 0, 0, 0, 72]
const alarm = (...bits: number[]) => [5, 2, ...bits]

const thinkrace = (type: number, ...body: number[]) =>
  Buffer.concat([bytes('HASIH000000148,'), Buffer.from([type, 0, body.length, ...body, 0, 0])])

const imei = [...bytes('350000000000136')]
const minifinder = (flags: string) => bytes(`!D,21/11/26,11:59:0,32.07,34.78,0,0,${flags},12.1,64,4,9,0;`)
const document = (fields: object, around = {}) =>
  bytes(JSON.stringify({ imei: '350000000000037', data: [{ tm: at / 1_000, ...fields }], ...around }))

/** Sound, of a kind that its protocol is known for, and one that nobody knows: by which word it is counted, of which kind it is. */
const unknown: [ProtocolName, Buffer, Buffer, string, string | undefined][] = [
  ['watch-wonlex-json', wonlex({ type: 'upBO', data: '97' }), wonlex({ type: 'upGait' }), 'upGait', 'upGait'],
  ['watch-pt60', bytes('@G#@,V01,14,1,2,,70,@R#@'), bytes('@G#@,V01,77,1,2,,9,@R#@'), 'G77', 'G77'],
  ['watch-pt60', bytes('@G#@,V01,14,1,2,,70,@R#@'), bytes('@B#@|01|009|1|2|x|@E#@'), 'B9', 'B9'],
  ['watch-pt60', bytes('@G#@,V01,14,1,2,,70,@R#@'), bytes('@B#@|01|001|1|2|7|55||@E#@'), 'state 7', 'B1'],
  [
    'watch-pt60',
    bytes('@G#@,V01,14,1,2,,70,@R#@'),
    bytes('@B#@|01|001|1|2|1|55||a|3|@E#@'),
    'source 3',
    'B1',
  ],
  ['watch-wristband', wristband('F01#94,1'), wristband('F17#1'), 'F17', 'F17'],
  ['watch-wristband', wristband('F01#94,1'), wristband('F18'), 'F18', 'F18'],
  ['watch-thinkrace-binary', thinkrace(0x80, 1, ...imei), thinkrace(0xa7, 1), 'a7', 'a7'],
  ['watch-thinkrace-binary', thinkrace(0x80, 0), thinkrace(0x80, 7), '80 07', '80'],
  ['pendant-eview', eview(1, ...pulse), eview(5, ...pulse), '05', '05'],
  ['pendant-eview', eview(1, ...pulse), eview(1, 3, 0x55, 1, 2), 'key 55', '01'],
  ['pendant-eview', eview(1, ...pulse), eview(1, 2, 0x10, 1), 'key 10', '01'],
  ['pendant-minifinder-text', minifinder('1'), bytes('!7,1,2;'), '7', '7'],
  ['pendant-minifinder-text', minifinder('1'), minifinder('200001'), 'flags 200000', 'D'],
  ['pendant-minifinder-text', minifinder('1'), minifinder('2001'), 'flags 2000', 'D'],
  ['watch-b2316-json', document({ hr: 70 }), document({ rr: 12 }), 'rr', undefined],
  ['watch-b2316-json', document({ hr: 70 }), document({}, { cmd: 1 }), 'cmd', undefined],
]

describe('a kind that nobody knows', () => {
  it.each(unknown)(
    'of %s is kept, and those around it are read: %#',
    (name, known, other, detail, opcode) => {
      const protocol = protocols[name]
      const stream = Buffer.concat([known, other, known])
      const { frames } = framesOf(protocol, stream)
      const rejects = frames.map((frame) => protocol.read(frame, context).decoded.rejects)
      expect(rejects).toEqual([[], [{ reason: 'unknownMessage', detail }], []])
      expect(protocol.read(other, context).decoded.events).toEqual([])
      expect(opcodeOf({ topic: `tcp/${name}`, payload: other })).toBe(opcode)
    },
  )

  it.each(unknown)('of %s is read from what was kept once it is known: %#', (name, known, other) => {
    const kept = { topic: `tcp/${name}`, receivedAt: noon }
    expect(readKept({ ...kept, payload: other })).toBeUndefined()
    expect(readKept({ ...kept, payload: known })).toEqual(protocols[name].read(known, context).decoded)
  })

  it.each<[ProtocolName, Buffer, Uint8Array[]]>([
    [
      'watch-wonlex-json',
      wonlex({ type: 'upGait', imei: '350000000000094' }),
      [writeWonlex({ type: 'upGait', ident: '1', ref: 's:reply', imei: '350000000000094', data: {} })],
    ],
    ['watch-pt60', bytes('@B#@|01|009|1|2|x|@E#@'), [bytes('@B#@|01|010|1|0|20261121120000|@E#@')]],
    ['watch-pt60', bytes('@G#@,V01,77,1,2,,9,@R#@'), [bytes('@G#@,V01,38,20261121120000,@R#@')]],
    ['pendant-eview', eview(5), [ackEview(7)]],
    ['pendant-eview', eview(1, 3, 0x55, 1, 2), [ackEview(7)]],
    ['watch-wristband', wristband('F17#1'), []],
    ['watch-thinkrace-binary', thinkrace(0xa7, 1), []],
    ['pendant-minifinder-text', bytes('!7,1,2;'), []],
    ['watch-b2316-json', document({ rr: 12 }), []],
  ])('of %s is answered once where its protocol answers, and never else: %#', (name, frame, replies) => {
    const text = (one: Uint8Array) => Buffer.from(one).toString('latin1')
    expect(protocols[name].read(frame, context).replies.map(text)).toEqual(replies.map(text))
  })

  it.each([
    ['up\u001B[2JGait\u0007', 'up\uFFFD[2JGait\uFFFD'],
    ['up\u202EtiaG\u2066\u200F', 'up\uFFFDtiaG\uFFFD\uFFFD'],
    ['up\u2028\u2029\u0085Gait\u0000', 'up\uFFFD\uFFFD\uFFFDGait\uFFFD'],
    // Cut in the middle of a pair.
    [`${'g'.repeat(63)}😀`, `${'g'.repeat(63)}\uFFFD`],
    ['upהליכה', 'upהליכה'],
  ])('whose name steers a terminal or turns a text is kept in words that do not: %j', (type, detail) => {
    const { decoded } = protocols['watch-wonlex-json'].read(wonlex({ type }), context)
    expect(decoded.rejects).toEqual([{ reason: 'unknownMessage', detail }])
  })

  it('costs nothing that is known of the same message', () => {
    const readings = (name: ProtocolName, frame: Buffer) =>
      protocols[name]
        .read(frame, context)
        .decoded.readings.map(({ metric, value }) => [metricById(metric), value])
    const body = [...pulse, 3, 0x55, 1, 2]
    expect(readings('pendant-eview', eview(1, ...body, ...body))).toEqual([
      ['heartRate', 72],
      ['heartRate', 72],
    ])
    // Twice the same, once kept.
    expect(protocols['pendant-eview'].read(eview(1, ...body, ...body), context).decoded.rejects).toHaveLength(
      1,
    )
    expect(readings('watch-b2316-json', document({ hr: 70, rr: 12 }))).toEqual([['heartRate', 70]])
    expect(readings('pendant-minifinder-text', minifinder('200001'))).toEqual([['battery', 64]])
    expect(readings('watch-pt60', bytes('@B#@|01|001|1|2|7|55||@E#@'))).toEqual([['battery', 55]])
  })

  it.each<[ProtocolName, Buffer, string[], string]>([
    ['pendant-eview', eview(1, ...alarm(0, 8, 0, 0)), ['UNKNOWN_ALARM'], '800'],
    ['pendant-eview', eview(1, ...alarm(1, 8, 0, 0)), ['LOW_BATTERY', 'UNKNOWN_ALARM'], '801'],
    ['pendant-eview', eview(1, ...alarm(4, 8, 0, 0)), ['FALL'], '804'],
    ['pendant-minifinder-text', minifinder('39'), ['UNKNOWN_ALARM'], 'bit 3 4 5'],
    ['pendant-minifinder-text', minifinder('79'), ['SOS'], 'bit 3 4 5'],
    ['watch-b2316-json', document({ wn: 9 }), ['UNKNOWN_ALARM'], '9'],
    ['watch-b2316-json', document({ wn: 'fall' }), ['UNKNOWN_ALARM'], 'fall'],
    ['watch-b2316-json', document({ wn: { fall: 1 } }), ['UNKNOWN_ALARM'], 'object'],
    ['watch-b2316-json', document({ wn: true }), ['UNKNOWN_ALARM'], 'boolean'],
    ['watch-b2316-json', document({ wn: [9, 2] }), ['SOS'], '9'],
    ['watch-b2316-json', document({ wn: [1, 9] }), ['LOW_BATTERY', 'UNKNOWN_ALARM'], '9'],
    ['watch-wonlex-json', wonlex({ type: 'upFall' }), ['UNKNOWN_ALARM'], 'upFall'],
    [
      'watch-3g',
      bytes('[3G*0000000015*0056*AL,211126,115900,V,0,N,0,E,0,0,0,0,0,0,0,0,08010000]'),
      ['SOS'],
      '08010000',
    ],
  ])('of an alarm of %s rings, beside a call for help no second time: %#', (name, frame, types, detail) => {
    const { events, rejects } = protocols[name].read(frame, context).decoded
    expect(events.map(({ type }) => type)).toEqual(types)
    expect(rejects).toEqual(expect.arrayContaining([{ reason: 'unknownEvent', detail }]))
    expect(rejects.filter(({ reason }) => reason === 'unknownMessage')).toEqual([])
  })

  it.each<[ProtocolName, Buffer]>([
    ['pendant-eview', eview(2, 5, 1, 4, 5, 0x18, 0x20)],
    ['pendant-eview', eview(3, 2, 0x10, 0x5a)],
    ['pendant-eview', eview(0x7f, 1, 0)],
    ['pendant-eview', eview(1, ...pulse, 1, 0x10)],
    ['watch-pt60', bytes('@B#@|01|006|1|2|20181213093127|2|1|@E#@')],
    ['pendant-minifinder-text', bytes('!3,ok;')],
    ['pendant-minifinder-text', bytes('!4,5,050;')],
    ['pendant-minifinder-text', minifinder('5fdfc7')],
    ['watch-wristband', wristband('F64#1')],
    ['watch-wristband', wristband('F90')],
    ['watch-wristband', wristband('F91#310_00|00')],
    ['watch-thinkrace-binary', thinkrace(0x80, 0)],
    ['watch-b2316-json', document({ st: 6, ba: 4, sn: 60, ic: '1', ve: 'V1', wi: '', ci: '', wn: 0 })],
    ['watch-b2316-json', document({ wn: '02' })],
  ])('is none of what %s says again and again: %#', (name, frame) => {
    expect(protocols[name].read(frame, context).decoded.rejects).toEqual([])
  })
})

describe('a PT60', () => {
  const read = (text: string) => protocols['watch-pt60'].read(bytes(text), context).decoded

  it('says its version with its battery and the cells around it', () => {
    const decoded = read('@B#@|01|003|1|2|S6_EN_A_V1.3.7|0|66|20261121115900|40412,10461,1,425,18|2|')
    expect(decoded).toMatchObject({
      firmware: 'S6_EN_A_V1.3.7',
      cells: { time: at, cells: [{ mcc: 425, mnc: 1, lac: 10461, cid: 40412 }] },
      readings: [{ value: 66, time: at }],
      rejects: [],
    })
  })

  it('hears cells and networks', () => {
    const decoded = read(
      '@G#@,V01,43,1,2,20261121115900,2,425;1;10461;40412;-63|425;1;10461;40413;-26,1,14:b8:37:26:64:88;0043;-76,',
    )
    expect(decoded).toMatchObject({
      cells: { cells: [{ cid: 40412 }, { cid: 40413 }] },
      networks: { time: at, bssids: ['14b837266488'] },
      rejects: [],
    })
  })
})
