import { defaultSettings } from '@carewatch/contracts/default-settings'
import { metricById } from '@carewatch/contracts/metrics'
import type { WatchSettings } from '@carewatch/contracts/settings'
import { describe, expect, it } from 'vitest'
import type { Addressed } from '../protocol.ts'
import { framesOf } from '../kit/frames.ts'
import { openIw } from './frame.ts'
import { readMessage } from './messages.ts'
import { watchIw } from './protocol.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const bytes = (text: string) => Buffer.from(text, 'latin1')
const text = (frame: Uint8Array) => Buffer.from(frame).toString('latin1')
const read = (line: string) => watchIw.read(bytes(line), { receivedAt: noon, utcOffsetMinutes: 120 })
const readings = (line: string) =>
  Object.fromEntries(
    read(line).decoded.readings.map(({ metric, value }) => [metricById(metric) ?? '', value]),
  )
const frames = (line: string) => framesOf(watchIw, bytes(line)).frames.map(text)

const PLACE = '261121A3204.6800N03447.3200E000.1115900323.8706000908000102,425,1,9520,3671'

describe('what an IW watch says', () => {
  it('logs in and is told the time and the zone', () => {
    const { identity, address, replies } = read('IWAP00350000000000128,8900000000,001010001#')
    expect({ identity, address }).toEqual({ identity: '350000000000128', address: 'IW' })
    expect(replies.map(text)).toEqual(['IWBP00,20261121120000,2#'])
  })

  it('is answered in its own letters', () => {
    expect(read(`TRVYP03${PLACE}#`).replies.map(text)).toEqual(['TRVZP03#'])
    expect(read('TRVCP01,06000908000102#').replies.map(text)).toEqual(['TRVDP01#'])
  })

  it('gives a position at the time of the fix, in tens of metres north and east', () => {
    const { positions, clockSkew } = read(`IWAP01${PLACE}#`).decoded
    expect(positions).toMatchObject([{ time: Date.UTC(2026, 10, 21, 11, 59), source: 'GPS' }])
    expect(positions[0]?.lat).toBeCloseTo(32.078, 6)
    expect(positions[0]?.lng).toBeCloseTo(34.788667, 6)
    expect(clockSkew).toBe(false)
  })

  it.each([
    ['N', 'W', 32.078, -34.788667],
    ['S', 'E', -32.078, 34.788667],
  ])('takes %s and %s for their half of the earth', (northSouth, eastWest, lat, lng) => {
    const place = PLACE.replace('6800N', `6800${northSouth}`).replace('3200E', `3200${eastWest}`)
    const { positions } = read(`IWAP01${place}#`).decoded
    expect(positions[0]?.lat).toBeCloseTo(lat, 6)
    expect(positions[0]?.lng).toBeCloseTo(lng, 6)
  })

  it.each([
    ['a fix it does not believe', PLACE.replace('A3204', 'V3204')],
    ['0,0', PLACE.replace('3204.6800', '0000.0000').replace('03447.3200', '00000.0000')],
  ])('draws nothing of %s', (_, place) => {
    expect(read(`IWAP01${place}#`).decoded.positions).toEqual([])
  })

  it.each([
    ['01', 'SOS'],
    ['02', 'LOW_BATTERY'],
    ['03', 'OFF_WRIST'],
    ['04', 'OFF_WRIST'],
    ['05', 'FALL'],
    ['06', 'FALL'],
    ['19', 'POWER_OFF'],
  ])('hears alarm %s as %s', (code, type) => {
    const { decoded, replies } = read(`IWAP10${PLACE},${code},en,00,Home|74-DE-2B-44-88-8C|97#`)
    expect(decoded.events).toEqual([{ type, time: Date.UTC(2026, 10, 21, 11, 59) }])
    expect(replies.map(text)).toEqual(['IWBP10#'])
  })

  it.each([
    ['a clock of 1970', PLACE.replace('261121A', '700101A')],
    ['a clock of 2099', PLACE.replace('261121A', '991231A')],
    ['a month that is none', PLACE.replace('261121A', '261321A')],
    ['a place that cannot be read', 'garbage,425,1,9520,3671'],
    ['no place at all', ',425,1,9520,3671'],
  ])('never loses a cry for help to %s', (_, place) => {
    expect(read(`IWAP10${place},01,en,00#`).decoded.events).toEqual([{ type: 'SOS', time: noon }])
  })

  it.each([
    ['09', '09'],
    ['77', '77'],
    ['', 'empty'],
    ['SOS', 'empty'],
  ])('rings for the alarm %j that it does not know, keeps it and answers it', (code, detail) => {
    const { decoded, replies } = read(`IWAP10${PLACE},${code},en,00#`)
    expect(decoded.rejects).toEqual([{ reason: 'unknownEvent', detail }])
    expect(decoded.events).toEqual([{ type: 'UNKNOWN_ALARM', time: Date.UTC(2026, 10, 21, 11, 59) }])
    expect(replies.map(text)).toEqual(['IWBP10#'])
  })

  it('rings for an alarm of which nothing else came through', () => {
    expect(read('IWAP10#').decoded.events).toEqual([{ type: 'UNKNOWN_ALARM', time: noon }])
  })

  it.each([`IWAP10${PLACE},00,en,00#`, 'IWAP77,01,en#', `IWAP01${PLACE},77,en,00#`, 'IWAP0#'])(
    'rings for nothing by %s, which is no alarm',
    (line) => expect(read(line).decoded.events).toEqual([]),
  )

  it.each([
    [
      'IWAPHP,72,128,81,97,90,36.6,,,,,,,#',
      { heartRate: 72, systolic: 128, diastolic: 81, spo2: 97, temperature: 36.6 },
    ],
    ['IWAPHP,,,,97,,,,#', { spo2: 97 }],
    ['IWAPHP,0,0,0,95,0,0#', {}],
    ['IWAPHP,,,,95,,#', { spo2: 95 }],
    ['IWAPHT,72,128,81#', { heartRate: 72, systolic: 128, diastolic: 81 }],
    ['IWAP49,0#', {}],
    ['IWAP49, 68#', { heartRate: 68 }],
    ['IWAP50,36.7,90#', { temperature: 36.7, battery: 90 }],
    ['IWAP50,36.7,0#', { temperature: 36.7 }],
    ['IWAP03,06000908000102,5555,30#', { battery: 80, steps: 5555 }],
    ['IWAP03,25,8,85,0,1,2,1234,60#', { battery: 85, steps: 1234 }],
    ['IWAP03,353456789012345,0,00,8,600#', {}],
    ['IWAP03,353456789012345,1234,00,8,600#', { steps: 1234 }],
    ['IWAP03,1F0A640001,00012345,0000#', { battery: 100, steps: 12345 }],
    ['IWAP03,1F0A65000102,5,0#', {}],
    ['IWAP04,15#', { battery: 15 }],
    ['IWAPTP,36.6,34.2#', { temperature: 36.6 }],
    ['IWAPSP,97#', { spo2: 97 }],
    ['IWAPJK,20261121115800,1,80|121#', { diastolic: 80, systolic: 121 }],
    ['IWAPJK,20261121115800,2,57#', { heartRate: 57 }],
    ['IWAPJK,2026-11-21 11:58:00,3,36.97#', { temperature: 36.97 }],
    ['IWAPJK,20261121115800,4,97#', { spo2: 97 }],
    ['IWAPJK,20261121115800,4,0#', {}],
    ['IWAPJK,2026-11-21 08:00:00,5,435#', { sleepDeep: 435 }],
    ['IWAPJK,2026-11-21 08:00:00,6,15#', { sleepLight: 15 }],
    ['IWAPJK,2026-11-21 08:00:00,7,98#', {}],
    ['IWAPWR,353456789012345,1,1795262280000#', { wearing: 1 }],
    ['IWAPWR,353456789012345,0,1795262280#', { wearing: 0 }],
    ['IWAPWR,0,2026-11-21 11:58:00#', { wearing: 0 }],
    ['IWAPWR,353456789012345,2,1795262280000#', {}],
    // Without a fix the IMEI of a Beehome stands where others tell their state.
    ['IWAP01261121V0000.0000N00000.0000E000.0215859356.353456789012345,204,08,3270,1561888,#', {}],
    ['IWAP49,999#', {}],
  ])('measures by %s', (line, expected) => {
    expect(readings(line)).toEqual(expected)
  })

  it.each([
    ['IWAPFD,353456789012345,1795262280#', 'FALL', Date.UTC(2026, 10, 21, 11, 58)],
    ['IWAPFD,353456789012345#', 'FALL', noon],
    ['IWAPFD,353456789012345,nonsense#', 'FALL', noon],
    ['IWAPFD#', 'FALL', noon],
    ['IWAP04,15#', 'LOW_BATTERY', noon],
  ])('hears %s as %s, answers it, and believes its clock where it can', (line, type, time) => {
    const { decoded, replies } = read(line)
    expect(decoded.events).toEqual([{ type, time }])
    expect(decoded.rejects).toEqual([])
    expect(replies.map(text)).toEqual([`IWBP${line.slice(4, 6)}#`])
  })

  it.each(['14', '20', '21'])('rings for nothing by %s, which reminds, or is a fence of its own', (code) => {
    const { decoded, replies } = read(`IWAP10${PLACE},${code},en,00#`)
    expect(decoded).toMatchObject({ events: [], rejects: [] })
    expect(replies.map(text)).toEqual(['IWBP10#'])
  })

  it('says when each value was measured, by UTC, and is answered with what it is', () => {
    const { decoded, replies } = read('IWAPJK,2026-11-21 09:30:15,2,57#')
    expect(decoded.readings.map(({ time }) => time)).toEqual([Date.UTC(2026, 10, 21, 9, 30, 15)])
    expect(replies.map(text)).toEqual(['IWBPJK,2#'])
  })

  it.each([
    ['IWAPJK,20261121115800,8,400#', 'JK 8', 'IWBPJK,8#'],
    ['IWAPJK,20261121115800,11#', 'JK 11', 'IWBPJK,11#'],
    ['IWAPZQ,1,2,3#', 'APZQ', undefined],
    ['IWAPLN,353456789012345,80,1234#', 'APLN', undefined],
    ['TRVYP99,1#', 'YP99', undefined],
  ])('keeps %s, which nobody knows', (line, detail, reply) => {
    const { decoded, replies } = read(line)
    expect(decoded.rejects).toEqual([{ reason: 'unknownMessage', detail }])
    expect(replies.map(text)).toEqual(reply === undefined ? [] : [reply])
  })

  it('repeats nothing that is no kind of value', () => {
    expect(read(`IWAPJK,20261121115800,${'9'.repeat(500)},1#`).replies.map(text)).toEqual(['IWBPJK#'])
  })

  it('says which command it took, and gets no answer: one could be a command', () => {
    for (const opcode of ['AP12', 'AP31', 'AP33', 'APJZ', 'APXL', 'AP16', 'AP99']) {
      const { answers, replies } = read(`IW${opcode},080835,1#`)
      expect(answers).toEqual([{ key: `${opcode}:080835`, isTaken: true }])
      expect(replies).toEqual([])
    }
  })

  it('says that it took a voice under the name of who spoke', () => {
    expect(read('IWAP28,00410042,080835,2,1,1#')).toMatchObject({
      answers: [{ key: 'AP28:080835', isTaken: true }],
      replies: [],
    })
  })

  it.each(['en,0,1', 'en|2,b1|11-22-33-44-55-66|60,b2|11-22-33-44-55-67|61,0,1'])(
    'tells of cells and networks behind %s, whatever beacons it tells of first',
    (head) => {
      const message = openIw(bytes(`IWAP02,${head},425,1,9520|3671|13,1,Home|74-DE-2B-44-88-8C|97#`))
      expect(message && readMessage(message)).toMatchObject({
        cells: [{ mcc: 425, mnc: 1, lac: 9520, cid: 3671, signal: 13 }],
        wifi: [{ ssid: 'Home' }],
        wantsAddress: false,
      })
    },
  )

  it('hears cells, and none where it says that it knows none', () => {
    const cellsOf = (triples: string) => {
      const count = triples.split(',').length
      return read(`IWAP02,en,0,${count},425,1,${triples},0,#`).decoded.cells?.cells
    }
    expect(cellsOf('9520|3671|13,9520|3672|9')).toEqual([
      { mcc: 425, mnc: 1, lac: 9520, cid: 3671, signal: 13 },
      { mcc: 425, mnc: 1, lac: 9520, cid: 3672, signal: 9 },
    ])
    for (const none of ['0|0|13', '65535|3671|13', '9520|65535|13', '9520|268435455|13', '9520|-1|13'])
      expect(cellsOf(none)).toBeUndefined()
    expect(cellsOf(Array.from({ length: 20 }, (_, n) => `1|${n + 1}|5`).join(','))).toHaveLength(8)
  })

  it.each(['IWAPTM,425,1,9520,3671#', 'IWAP05,1#'])('asks by %s what we cannot tell it', (line) => {
    expect(read(line)).toMatchObject({ answers: [], replies: [], decoded: { rejects: [] } })
  })

  it('is not somebody without an IMEI', () => {
    const { identity, replies, decoded } = read('IWAP00hello#')
    expect({ identity, replies }).toEqual({ identity: undefined, replies: [] })
    expect(decoded.rejects).toHaveLength(1)
  })
})

describe('the stream of an IW watch', () => {
  const line = `IWAP00350000000000110#IWAP49,74#IWAP03,06000908000102,5555,30#`

  it('is cut at each end', () => {
    expect(frames(line)).toEqual(['IWAP00350000000000110#', 'IWAP49,74#', 'IWAP03,06000908000102,5555,30#'])
  })

  it('waits for a message that has not ended, wherever it was cut', () => {
    for (let length = 1; length < 22; length++) {
      expect(watchIw.cut(bytes(line.slice(0, length)))).toBe(length === 22 ? { start: 0, end: 22 } : 'more')
    }
  })

  it('skips noise before a message', () => {
    expect(frames('\r\n..IWAP49,74#')).toEqual(['IWAP49,74#'])
  })

  it('takes a voice by its length, whatever bytes it holds', () => {
    const voice = 'IWAP07,20260901103510,6,1,10,#!AMR,#\u0000IW#'
    expect(frames(`${voice}IWAP49,74#`)).toEqual([voice, 'IWAP49,74#'])
    expect(watchIw.cut(bytes(voice.slice(0, -3)))).toBe('more')
    expect(read(voice).replies.map(text)).toEqual(['IWBP07,20260901103510,6,1,1#'])
  })

  it('gives up on 64 KiB without an end', () => {
    expect(watchIw.cut(bytes(`IWAP01${'0'.repeat(65_536)}`))).toBe('broken')
  })
})

const to: Addressed = {
  imei: '353456789012345',
  address: 'IW',
  serial: 80_835,
  now: noon,
  utcOffsetMinutes: 120,
}
const encoded = (changes: Partial<WatchSettings>) =>
  watchIw.encodeSettings({ ...defaultSettings, ...changes }, to).map(({ bytes: sent }) => text(sent))
const argsOf = (opcode: string, changes: Partial<WatchSettings>) =>
  encoded(changes)
    .find((line) => line.startsWith(`IWBP${opcode},353456789012345,080835`))
    ?.slice(`IWBP${opcode},353456789012345,080835`.length)

describe('what an IW watch is told', () => {
  it.each<[string, Partial<WatchSettings>, string | undefined]>([
    ['33', { operationMode: 'NORMAL' }, ',1#'],
    ['33', { operationMode: 'POWER_SAVING' }, ',2#'],
    ['33', { operationMode: 'EMERGENCY' }, ',3#'],
    ['33', { operationMode: 'CUSTOM', locationIntervalMinutes: 5, gpsEnabled: true }, ',8,300,1#'],
    ['33', { operationMode: 'CUSTOM', locationIntervalMinutes: 5, gpsEnabled: false }, ',8,300,0#'],
    ['15', { operationMode: 'CUSTOM', locationIntervalMinutes: 30 }, ',30#'],
    ['15', { operationMode: 'NORMAL', locationIntervalMinutes: 30 }, undefined],
    [
      '12',
      {
        sosContacts: [
          { name: 'A', number: '+972 54-123,4567' },
          { name: 'B', number: '#100*' },
        ],
      },
      ',+972541234567,100,#',
    ],
    ['12', {}, ',,,#'],
    [
      '14',
      {
        phonebook: [
          { name: '姓名', number: '(03) 555' },
          { name: '#,|"', number: '+1' },
        ],
      },
      ',D3590D54|03555,23002C007C002200|+1,,,,,,,,#',
    ],
    ['84', { whitelistEnabled: true }, ',1#'],
    ['84', { whitelistEnabled: false }, ',0#'],
    [
      '89',
      {
        heartRateLow: 45,
        heartRateHigh: 110,
        diastolicLow: 55,
        diastolicHigh: 95,
        systolicLow: 85,
        systolicHigh: 150,
      },
      ',45,110,55,95,85,150#',
    ],
    ['89', {}, ',50,120,50,100,90,160#'],
    ['JZ', { calibrationSystolic: 120, calibrationDiastolic: 80 }, ',120,80#'],
    ['JZ', { calibrationSystolic: 120 }, undefined],
    ['86', { heartRateIntervalMinutes: 10, bloodPressureIntervalMinutes: 30 }, ',1,10#'],
    ['86', { bloodPressureIntervalMinutes: 30 }, ',1,30#'],
    ['86', {}, undefined],
    ['87', { autoTemperature: true }, ',1,60#'],
    ['87', { autoTemperature: false }, ',0,60#'],
    ['76', { fallDetection: true }, ',1#'],
    ['76', { fallDetection: false }, ',0#'],
    ['77', { fallSensitivity: 'LOW' }, ',1#'],
    ['77', { fallSensitivity: 'MEDIUM' }, ',2#'],
    ['77', { fallSensitivity: 'HIGH' }, ',3#'],
    ['85', {}, ',0,0#'],
    [
      '85',
      {
        reminders: [
          { kind: 'MEDICINE', hour: 9, minute: 0, days: [5, 1, 3] },
          { kind: 'WATER', hour: 20, minute: 30, days: [0, 6], intervalMinutes: 120 },
          { kind: 'ACTIVITY', hour: 16, minute: 5, days: [0, 1, 2, 3, 4, 5, 6] },
        ],
      },
      ',1,4,0900,135,1,1@2030,67,1,2@1605,1234567,1,3@2230,67,1,2#',
    ],
  ])('BP%s of %j', (opcode, changes, args) => {
    expect(argsOf(opcode, changes)).toBe(args)
  })

  it('keeps at most twenty reminders, the first hour of each among them', () => {
    const every = { hour: 0, minute: 0, days: [1], intervalMinutes: 1 }
    const entries = argsOf('85', {
      reminders: [
        { kind: 'WATER', ...every },
        { kind: 'MEDICINE', hour: 8, minute: 0, days: [1] },
      ],
    })
    expect(entries).toMatch(/^,1,20,/)
    expect(entries).toContain('@0800,1,1,1@')
  })

  it('says which settings each frame carries, and by what its answer is known', () => {
    const [mode] = watchIw.encodeSettings(defaultSettings, to)
    expect(mode).toMatchObject({ settings: ['operationMode', 'gpsEnabled'], key: 'AP33:080835' })
  })

  it('is told in its maker’s letters', () => {
    const [mode] = watchIw.encodeSettings(defaultSettings, { ...to, address: 'TRV' })
    expect(text(mode?.bytes ?? bytes(''))).toBe('TRVBP33,353456789012345,080835,1#')
  })

  const command = (kind: Parameters<typeof watchIw.encodeCommand>[0], changes: Partial<WatchSettings> = {}) =>
    watchIw
      .encodeCommand(kind, to, { ...defaultSettings, ...changes })
      .map(({ bytes: sent }) => text(sent).replace(',353456789012345,080835', ''))

  it('does each command, byte by byte', () => {
    expect(command('LOCATE')).toEqual(['IWBP16#'])
    expect(command('MEASURE')).toEqual(['IWBPXL#', 'IWBPXY#', 'IWBPXZ#', 'IWBPXT#'])
    expect(command('FIND')).toEqual(['IWBP40,004300610072006500770061007400630068#'])
    expect(command('PANIC_ON')).toEqual(['IWBP33,3#', 'IWBP40,004300610072006500770061007400630068#'])
    expect(command('PANIC_OFF', { operationMode: 'POWER_SAVING' })).toEqual(['IWBP33,2#'])
    expect(
      command('PANIC_OFF', { operationMode: 'CUSTOM', locationIntervalMinutes: 10, gpsEnabled: true }),
    ).toEqual(['IWBP33,8,600,1#'])
    expect(command('RESET')).toEqual(['IWBP17#'])
  })
})
