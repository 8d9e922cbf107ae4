import { defaultSettings } from '@carewatch/contracts/default-settings'
import { metricById } from '@carewatch/contracts/metrics'
import type { WatchSettings } from '@carewatch/contracts/settings'
import { describe, expect, it } from 'vitest'
import { bytesOf } from '../testing/case.ts'
import { recordedCases } from '../testing/recorded.ts'
import type { Addressed } from '../protocol.ts'
import { framesOf } from '../kit/frames.ts'
import { watch3g } from './protocol.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const bytes = (text: string) => Buffer.from(text, 'latin1')
const text = (frame: Uint8Array) => Buffer.from(frame).toString('latin1')
const frame = (content: string, head = '3G*0000000734') =>
  `[${head}*${content.length.toString(16).padStart(4, '0')}*${content}]`
const readFrame = (line: string) => watch3g.read(bytes(line), { receivedAt: noon, utcOffsetMinutes: 120 })
const read = (content: string, head?: string) => readFrame(frame(content, head))
const readings = (content: string) =>
  Object.fromEntries(
    read(content).decoded.readings.map(({ metric, value }) => [metricById(metric) ?? '', value]),
  )
const frames = (stream: string) => framesOf(watch3g, bytes(stream)).frames.map(text)

const place = (
  changes: Partial<Record<'date' | 'clock' | 'fix' | 'lat' | 'lng' | 'status', string>> = {},
) => {
  const { date = '211126', clock = '115900', fix = 'A', lat = '32.078000', lng = '34.788667' } = changes
  const { status = '00000000' } = changes
  return `${date},${clock},${fix},${lat},N,${lng},E,0.50,152,12.0,9,88,76,1042,15,${status},1,1,425,01,1234,5678,91,0,15.5`
}

describe('what a 3G watch says', () => {
  it('says who it is with each message, by ten digits or the whole IMEI', () => {
    expect(read('LK').identity).toBe('0000000734')
    expect(read('LK', '3G*350000000000102').identity).toBe('350000000000102')
    expect(read('LK', '3G*690791973').identity).toBe('690791973')
  })

  it.each([
    ['LK', '3G*0000000734', '[3G*0000000734*0002*LK]'],
    ['LK,0,0,53', 'SG*0000000015', '[SG*0000000015*0002*LK]'],
    ['LK', 'ZJ*350000000000029*0007', '[ZJ*350000000000029*0007*0016*LK,2026-11-21,12:00:00]'],
    ['INIT', '3G*0000000734', '[3G*0000000734*0006*INIT,1]'],
    ['TKQ', '3G*0000000734', '[3G*0000000734*0003*TKQ]'],
    ['TKQ2', '3G*0000000734', '[3G*0000000734*0004*TKQ2]'],
    [`AL_LTE,${place()}`, '3G*0000000734', '[3G*0000000734*0006*AL_LTE]'],
    ['ALCUSTOMER1,broken', '3G*0000000734', '[3G*0000000734*000b*ALCUSTOMER1]'],
    ['bphrt,112,73,67,,,,', '3G*0000000734', '[3G*0000000734*0005*bphrt]'],
    ['oxygen,0,98', '3G*0000000734', '[3G*0000000734*0008*oxygen,1]'],
    ['CONFIG,TY:G75,UL:600,SY:1,CM:1', '3G*0000000734', '[3G*0000000734*0008*CONFIG,1]'],
    ['JXTK,0,watch_7,1,6,#!AMR', 'ZJ*789468004042692*0034', '[ZJ*789468004042692*0034*0007*JXTKR,1]'],
  ])('%s of %s is answered', (content, head, reply) => {
    expect(read(content, head).replies.map(text)).toEqual([reply])
  })

  it.each([
    `UD,${place()}`,
    `UD2,${place()}`,
    `UD_LTE,${place()}`,
    'TS,ver:1',
    'VERNO,1',
    'FFZDPAYH5',
    'POWEROFF',
  ])('%s is not', (content) => {
    expect(read(content).replies).toEqual([])
  })

  it('says how exact a fix is, though it names the network of no cell', () => {
    const bare = place().replace(/,1,1,425.*/, ',0,1,425,1,,15.5')
    expect(read(`UD,${bare}`).decoded.positions).toMatchObject([{ accuracyM: 15.5 }])
  })

  it('gives a position at the time of the fix, with its exactness', () => {
    const { positions, clockSkew } = read(`UD,${place()}`).decoded
    expect({ positions, clockSkew }).toEqual({
      positions: [
        { time: Date.UTC(2026, 10, 21, 11, 59), lat: 32.078, lng: 34.788667, accuracyM: 15.5, source: 'GPS' },
      ],
      clockSkew: false,
    })
  })

  it.each([
    ['a fix it does not believe', place({ fix: 'V' })],
    ['0,0', place({ lat: '0.0', lng: '0.000' })],
    ['a place off the globe', place({ lat: '132.0' })],
    ['a place that is none', place({ lat: 'here' })],
  ])('draws nothing of %s', (_, where) => {
    expect(read(`UD,${where}`).decoded.positions).toEqual([])
  })

  it.each([
    ['00010000', ['SOS']],
    ['00020000', ['LOW_BATTERY']],
    ['00100008', ['OFF_WRIST']],
    ['00200000', ['FALL']],
    ['00400000', ['FALL']],
    ['00030000', ['SOS', 'LOW_BATTERY']],
    ['00040000', []],
    ['0001', ['LOW_BATTERY']],
    ['00000002', []],
    ['00000010', ['UNKNOWN_ALARM']],
    ['00000000', ['UNKNOWN_ALARM']],
    ['', ['UNKNOWN_ALARM']],
    ['what', ['UNKNOWN_ALARM']],
    ['08000000', ['UNKNOWN_ALARM']],
    ['08020000', ['LOW_BATTERY', 'UNKNOWN_ALARM']],
    ['08010000', ['SOS']],
    ['08040000', ['UNKNOWN_ALARM']],
  ])('alarms by the bits %s of an alarm as %j, and never by those of a position', (status, types) => {
    const time = Date.UTC(2026, 10, 21, 11, 59)
    expect(read(`AL,${place({ status })}`).decoded.events).toEqual(types.map((type) => ({ type, time })))
    expect(read(`UD,${place({ status })}`).decoded.events).toEqual([])
    expect(read(`UD2,${place({ status })}`).decoded.events).toEqual([])
  })

  it.each([
    ['a clock of 1970', place({ date: '010170', status: '00010000' })],
    ['a clock of 2099', place({ date: '010199', status: '00010000' })],
    ['a date that is none', place({ date: '991326', status: '00010000' })],
    ['a broken place', '211126,,V,,,,00010000,x'],
  ])('never loses a cry for help to %s', (_, where) => {
    expect(read(`AL_LTE,${where}`).decoded.events).toEqual([{ type: 'SOS', time: noon }])
  })

  it.each([
    ['bphrt,112,73,67,,,,', { systolic: 112, diastolic: 73, heartRate: 67 }],
    ['bphrt,0,0,0,170,1,80,70', {}],
    ['BLOOD,109,68', { systolic: 109, diastolic: 68 }],
    ['heart,0', {}],
    ['heart,71', { heartRate: 71 }],
    ['PULSE,71', { heartRate: 71 }],
    ['HEART,71', { heartRate: 71 }],
    ['Oxygen,0,97', { spo2: 97 }],
    ['oxygen,0,98', { spo2: 98 }],
    ['oxygen,0,0', {}],
    ['TEMP,36.6', { temperature: 36.6 }],
    ['btemp2,1,36.7', { temperature: 36.7 }],
    ['btemp2,0,36.7', { temperature: 36.7 }],
    ['btemp2,0,0', {}],
    ['btemp2,0,33.1', {}],
    ['btemp2,1,33.1', { temperature: 33.1 }],
    ['btemp2,1,98.6,F', { temperature: 37 }],
    ['BTEMP2,98.6,f', { temperature: 37 }],
    ['BTEMP2,98.6,F', { temperature: 37 }],
    ['BTEMP2,0,F', {}],
    ['oxygen,98', { spo2: 98 }],
    ['bphrt,112,73,67', { systolic: 112, diastolic: 73, heartRate: 67 }],
    ['btemp2,1,1', {}],
    ['LK,50,100,64', { steps: 50, battery: 64 }],
    ['LK,0,100', {}],
    ['LK,0,0,0', { steps: 0 }],
    ['TS,ver:G4C; lk:300; batlevel:87; zone:+01:00', { battery: 87 }],
    ['heart,1e2', {}],
    ['heart,999', {}],
  ])('measures by %s', (content, expected) => {
    expect(readings(content)).toEqual(expected)
  })

  it('keeps the word of an alarm that it does not know', () => {
    expect(read(`AL,${place({ status: '08000000' })}`).decoded.rejects).toEqual([
      { reason: 'unknownEvent', detail: '08000000' },
    ])
    expect(read(`AL_LTE`).decoded.events).toEqual([{ type: 'UNKNOWN_ALARM', time: noon }])
    expect(read(`ALARM,1`).decoded.events).toEqual([])
  })

  it.each(['FFZDPAYH5,1,2', 'SLEEP,420,30', 'FALLEN,211126,115900', 'FALL,1', 'FLOWER'])(
    'keeps %s, which nobody knows',
    (content) => {
      const { rejects } = read(content).decoded
      expect(rejects).toEqual([{ reason: 'unknownMessage', detail: content.split(',')[0] }])
    },
  )

  it.each(['UPLOAD,600', 'SOS,+972541234567,,', 'FIND', 'TAKEPILLS,1'])(
    'takes %s for an answer',
    (content) => {
      expect(read(content).decoded.rejects).toEqual([])
    },
  )

  it('believes no value of a damaged message, but its alarm and that it is there', () => {
    const damaged = readFrame('[3G*0000000015*0002*LK,50,10,99]')
    expect(damaged.decoded.readings).toEqual([])
    expect(damaged.replies.map(text)).toEqual(['[3G*0000000015*0002*LK]'])
    const alarm = `AL,${place({ status: '00010000' })}`
    expect(readFrame(`[3G*0000000015*0010*${alarm}]`).decoded.events).toHaveLength(1)
  })

  it('reads no password', () => {
    const { decoded, replies } = read('WIFIINFOUP,686f6d65,736563726574,08:c0:21:1e:68:e0')
    expect(JSON.stringify(decoded)).not.toContain('736563726574')
    expect(replies.map(text)).toEqual(['[3G*0000000734*000c*WIFIINFOUP,1]'])
  })

  it.each([
    ['UPLOAD', true],
    ['TAKEPILLS,1', true],
    ['TAKEPILLS,0', false],
    ['LSSET,5', true],
    ['SOS,+972541234567,,', true],
  ])('%s says that it was taken: %s', (content, isTaken) => {
    const [key] = content.split(',')
    expect(read(content).answers).toEqual([{ key, isTaken }])
  })
})

describe('the stream of a 3G watch', () => {
  it('takes a network’s name with brackets, commas and stars in it', () => {
    const names = `UD,${place().replace(',0,15.5', ',2,a],[b*,02:c0:de:00:00:a1,-60,x,y,02:c0:de:00:00:a2,-70,13.8')}`
    expect(frames(frame(names) + frame('LK'))).toEqual([frame(names), frame('LK')])
    expect(read(names).decoded.positions).toMatchObject([{ accuracyM: 13.8 }])
  })

  it('waits at such a name for the rest', () => {
    const names = frame(`UD,${place().replace(',0,15.5', ',1,a],02:c0:de:00:00:a1,-60,13.8')}`)
    for (let length = 1; length < names.length; length++) {
      expect(watch3g.cut(bytes(names.slice(0, length)))).toBe('more')
    }
  })

  it('does not wait for a byte that a wrong length promises', () => {
    expect(frames('[SG*0000000548*0009*LK,0,100]')).toHaveLength(1)
    expect(frames('[3G*0000000845*0014*LK,50,100,64]')).toHaveLength(1)
    expect(frames('[SG*0000000548*00ff*LK,0,100][SG*0000000548*0002*LK]')).toHaveLength(2)
  })

  it('gives the same messages in one piece and a byte at a time', () => {
    const stream = Buffer.concat(
      recordedCases('watch-3g')
        .filter((one) => one.direction === 'from-device' && one.transport === 'tcp')
        .filter((one) => one.encoding === 'ascii')
        .map(bytesOf),
    )
    const whole = framesOf(watch3g, stream).frames.map(text)
    let held = Buffer.alloc(0)
    const pieces: string[] = []
    for (const byte of stream) {
      held = Buffer.concat([held, Uint8Array.of(byte)])
      const found = framesOf(watch3g, held)
      pieces.push(...found.frames.map(text))
      held = held.subarray(found.taken)
    }
    expect(whole.length).toBeGreaterThan(30)
    expect(pieces).toEqual(whole)
  })

  it('skips noise between messages', () => {
    expect(frames(`\r\n]]${frame('LK')}\r\n[oops${frame('TKQ')}`)).toEqual([frame('LK'), frame('TKQ')])
  })

  it('gives up on 64 KiB without an end, and on noise without a beginning', () => {
    expect(watch3g.cut(bytes(`[3G*0000000734*ffff*UD,${'0'.repeat(66_000)}`))).toBe('broken')
    expect(watch3g.cut(bytes('['.repeat(2_000)))).toBe('broken')
    expect(watch3g.cut(bytes('x'.repeat(2_000)))).toBe('broken')
  })
})

const to: Addressed = {
  imei: '350000000000110',
  address: '3G*0000000011',
  serial: 7,
  now: noon,
  utcOffsetMinutes: 120,
}
const encoded = (changes: Partial<WatchSettings>, addressed = to) =>
  watch3g.encodeSettings({ ...defaultSettings, ...changes }, addressed).map(({ bytes: sent }) => text(sent))

describe('what a 3G watch is told', () => {
  it.each<[Partial<WatchSettings>, string]>([
    [{ operationMode: 'NORMAL' }, '000a*UPLOAD,900'],
    [{ operationMode: 'POWER_SAVING' }, '000b*UPLOAD,3600'],
    [{ operationMode: 'EMERGENCY' }, '0009*UPLOAD,60'],
    [{ operationMode: 'CUSTOM', locationIntervalMinutes: 5 }, '000a*UPLOAD,300'],
    [{ operationMode: 'CUSTOM', locationIntervalMinutes: 1_440 }, '000c*UPLOAD,65535'],
    [{ gpsEnabled: true }, '000c*APPLOCK,DW-1'],
    [{ gpsEnabled: false }, '000c*APPLOCK,DW-0'],
    [
      {
        sosContacts: [
          { name: 'A', number: '+972 54-123,4567' },
          { name: 'B', number: '[100]*' },
        ],
      },
      '0016*SOS,+972541234567,100,',
    ],
    [{}, '0006*SOS,,,'],
    [{ phonebook: [{ name: '张三', number: '110' }] }, '0010*PHB,110,5F204E09'],
    [{ phonebook: [{ name: '],*', number: '(03) 55' }] }, '0015*PHB,0355,005D002C002A'],
    [{}, '0005*PHB,,'],
    [{}, '0006*PHB2,,'],
    [{ whitelistEnabled: true }, '0016*DEVREFUSEPHONESWITCH,1'],
    [{ whitelistEnabled: false }, '0016*DEVREFUSEPHONESWITCH,0'],
    [{ autoAnswer: false }, '0007*ACALL,0'],
    [{ autoAnswer: true, phonebook: [{ name: 'A', number: '110' }] }, '0009*ACALL,110'],
    [{ heartRateIntervalMinutes: 10, bloodPressureIntervalMinutes: 5 }, '0013*HEALTHAUTOSET,1,1,5'],
    [{ autoTemperature: true }, '000c*bodytemp,1,1'],
    [{ autoTemperature: false }, '000c*bodytemp,0,1'],
    [{ fallDetection: true }, '000c*FALLDOWN,1,0'],
    [{ fallDetection: false }, '000c*FALLDOWN,0,0'],
    [{ fallSensitivity: 'HIGH' }, '0009*LSSET,1+6'],
    [{ fallSensitivity: 'MEDIUM' }, '0009*LSSET,3+6'],
    [{ fallSensitivity: 'LOW' }, '0009*LSSET,6+6'],
    [{}, '0024*REMIND,00:00-0-1,00:00-0-1,00:00-0-1'],
    [
      {
        reminders: [
          { kind: 'MEDICINE', hour: 8, minute: 10, days: [1, 2, 3, 4, 5] },
          { kind: 'WATER', hour: 12, minute: 0, days: [0, 1, 2, 3, 4, 5, 6], intervalMinutes: 60 },
        ],
      },
      '002c*REMIND,08:10-1-3-0111110,12:00-1-2,13:00-1-2',
    ],
    [{}, '0006*LZ,,+2'],
  ])('%j is %s', (changes, expected) => {
    expect(encoded(changes)).toContain(`[3G*0000000011*${expected}]`)
  })

  it('is not told what nobody chose, nor to answer calls of nobody', () => {
    const types = encoded({ autoAnswer: true }).join('')
    expect(types).not.toContain('HEALTHAUTOSET')
    expect(types).not.toContain('ACALL')
    expect(types).not.toContain('MONITOR')
  })

  it('counts for those who count, and is addressed by ten digits before it has spoken', () => {
    expect(encoded({}, { ...to, address: 'ZJ*350000000000029*' })[0]).toBe(
      '[ZJ*350000000000029*0007*000a*UPLOAD,900]',
    )
    expect(encoded({}, { ...to, address: '' })[0]).toBe('[3G*0000000011*000a*UPLOAD,900]')
  })

  it('does each command, byte by byte', () => {
    const command = (
      kind: Parameters<typeof watch3g.encodeCommand>[0],
      changes: Partial<WatchSettings> = {},
    ) =>
      watch3g
        .encodeCommand(kind, to, { ...defaultSettings, ...changes })
        .map(({ bytes: sent, key }) => [text(sent), key])
    expect(command('LOCATE')).toEqual([['[3G*0000000011*0002*CR]', 'CR']])
    expect(command('MEASURE')).toEqual([
      ['[3G*0000000011*000a*hrtstart,1]', 'hrtstart'],
      ['[3G*0000000011*0009*bodytemp2]', 'bodytemp2'],
    ])
    expect(command('FIND')).toEqual([['[3G*0000000011*0004*FIND]', 'FIND']])
    expect(command('PANIC_ON')).toEqual([
      ['[3G*0000000011*0009*UPLOAD,60]', 'UPLOAD'],
      ['[3G*0000000011*0004*FIND]', 'FIND'],
    ])
    expect(command('PANIC_OFF', { operationMode: 'POWER_SAVING' })).toEqual([
      ['[3G*0000000011*000b*UPLOAD,3600]', 'UPLOAD'],
    ])
    expect(command('RESET')).toEqual([['[3G*0000000011*0007*FACTORY]', 'FACTORY']])
  })
})
