import type { EventType } from '@carewatch/contracts/alarms'
import { defaultSettings } from '@carewatch/contracts/default-settings'
import { metricById } from '@carewatch/contracts/metrics'
import { describe, expect, it } from 'vitest'
import { framesOf } from '../kit/frames.ts'
import { openWonlex, writeWonlex } from './frame.ts'
import { watchWonlex } from './protocol.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const imei = '350000000000094'
const read = (document: Record<string, unknown>) =>
  watchWonlex.read(writeWonlex({ ident: '000001', ref: 'w:update', imei, ...document }), {
    receivedAt: noon,
    utcOffsetMinutes: 0,
  })
const readings = (document: Record<string, unknown>) =>
  read(document).decoded.readings.map(({ metric, value }) => [metricById(metric), value])

describe('what a Wonlex watch says', () => {
  it('is answered with the same kind and number', () => {
    const { identity, replies } = read({ type: 'login', data: {} })
    expect(identity).toBe(imei)
    expect(replies.map(openWonlex)).toEqual([
      { type: 'login', ident: '000001', ref: 's:reply', imei, data: {} },
    ])
  })

  it.each<[string, Record<string, unknown>, unknown[]]>([
    ['upHeartRate', { data: { heartRate: 72 } }, [['heartRate', 72]]],
    ['upHeartRate', { data: { value: '72' } }, [['heartRate', 72]]],
    ['upHeartRate', { data: '72' }, [['heartRate', 72]]],
    ['upHeartRate', { data: { data: 0 } }, []],
    [
      'upBP',
      { data: { data: '120/80/72' } },
      [
        ['systolic', 120],
        ['diastolic', 80],
        ['heartRate', 72],
      ],
    ],
    ['upBO', { data: { data: '98' } }, [['spo2', 98]]],
    ['upBodyTemperature', { data: { data: '36.6/31.0/27.8' } }, [['temperature', 36.6]]],
    ['upBodyTemperature', { data: { data: '31.0/27.8' } }, []],
    ['upTodayActivity', { data: { step: 3120 } }, [['steps', 3120]]],
    [
      'upSleep',
      { data: { value: '420/120/280/20' } },
      [
        ['sleepDeep', 120],
        ['sleepLight', 280],
        ['sleepAwake', 20],
      ],
    ],
    [
      'upSleep',
      {
        data: {
          dateTime: [
            { duration: 30, sleepType: 'deepSleep' },
            { duration: 45, sleeptype: 'lightSleep' },
            { duration: 15, sleepType: 'deepSleep' },
            { duration: 5, sleepType: 'someOther' },
            'nothing',
          ],
        },
      },
      [
        ['sleepDeep', 45],
        ['sleepLight', 45],
      ],
    ],
    ['upBattery', { data: { batteryLevel: 90, batteryState: 0 } }, [['battery', 90]]],
    ['heartbeat', { data: { batteryLevel: '64' } }, [['battery', 64]]],
    [
      'upBatch',
      { data: { dataType: 'upHeartRate', data: '71,72' } },
      [
        ['heartRate', 71],
        ['heartRate', 72],
      ],
    ],
    [
      'upBatch',
      { data: { heartRate: '71', bo: '98' } },
      [
        ['heartRate', 71],
        ['spo2', 98],
      ],
    ],
    ['upBatch', { data: [{ type: 'upBO', data: { value: 97 } }, { type: 'upBatch' }, 5] }, [['spo2', 97]]],
    ['upHeartRate', { data: { constructor: 5, __proto__: 7 } }, []],
    ['upECG', { data: { data: '1,2,3' } }, []],
  ])('%s of %j', (type, document, expected) => {
    expect(readings({ type, ...document })).toEqual(expected)
  })

  it('hears a cry for help with its place, whatever its clock says', () => {
    const { decoded } = read({
      type: 'upLocation',
      timestamp: 5,
      data: { positionDataType: 'sos', gps: { lat: '32.078', lon: '34.788' } },
    })
    expect(decoded.events).toEqual([{ type: 'SOS', time: noon }])
    expect(decoded.positions).toMatchObject([{ lat: 32.078, lng: 34.788, time: noon }])
    expect(decoded.clockSkew).toBe(true)
  })

  it.each<[string, Record<string, unknown>, string]>([
    ['upGait', { data: { gait: 3 } }, 'upGait'],
    ['upHeartRate', { data: { pulse: 70 } }, 'upHeartRate pulse'],
    ['upHeartRate', { pulse: 70 }, 'upHeartRate pulse'],
    ['upLocation', { data: { positionDataType: 'stroll', lat: 32, lng: 34 } }, 'positionDataType stroll'],
    ['upBatch', { data: [{ type: 'upBO', value: 97 }, { type: 'upGait' }] }, 'upGait'],
    ['upBatch', { data: { dataType: 'upGait', data: '1,2' } }, 'upGait'],
    ['upBatch', { data: { heartRate: '71', gait: '3' } }, 'upBatch gait'],
    ['upBatch', { data: [5] }, 'upBatch item'],
    ['upAlarmClock', { data: {} }, 'upAlarmClock'],
    ['SOSNumber', { data: { sosNumbers: [] } }, 'SOSNumber'],
    ['upSOSNumber', { data: {} }, 'upSOSNumber'],
    ['sosNumbers', { data: [] }, 'sosNumbers'],
    ['upEmergencyContact', { data: {} }, 'upEmergencyContact'],
    ['upMedicationAlarm', { data: {} }, 'upMedicationAlarm'],
    ['upFallAsleep', { data: {} }, 'upFallAsleep'],
    ['upStep', { data: { fallCount: 3, sosCount: 1 } }, 'upStep fallCount'],
    ['upStep', { data: { gait: 1, fall: 0, sos: false, alarm: '', warn: null } }, 'upStep gait'],
    ['upLocation', { data: { positionDataType: 'noFall' } }, 'positionDataType noFall'],
    ['upLocation', { data: { positionDataType: 'not_sos' } }, 'positionDataType not_sos'],
    ['upLocation', { data: { positionDataType: 'cancelSOS' } }, 'positionDataType cancelSOS'],
    ['upLocation', { data: { positionDataType: 'unFall' } }, 'positionDataType unFall'],
    ['upLocation', { data: { positionDataType: 'clearAlarm' } }, 'positionDataType clearAlarm'],
    ['dnGait', { ref: 'w:reply' }, 'dnGait'],
  ])('keeps what nobody knows in %s %j, and answers it as any other', (type, document, detail) => {
    const { decoded, replies } = read({ type, ...document })
    expect(decoded.rejects).toEqual([{ reason: 'unknownMessage', detail }])
    expect(decoded.events).toEqual([])
    expect(replies.map(openWonlex)).toMatchObject(
      document.ref === undefined ? [{ type, ident: '000001', ref: 's:reply' }] : [],
    )
  })

  it.each([
    [{ type: 'upFallAlarm' }, 'upFallAlarm'],
    [{ type: 'upLocation', data: { positionDataType: 'sosCall' } }, 'positionDataType sosCall'],
    [{ type: 'upBatch', data: [{ type: 'upWarning' }] }, 'upWarning'],
    [{ type: 'upBatch', data: { dataType: 'upFall' } }, 'upFall'],
    [{ type: 'upStep', data: { gait: 3, fall: 1 } }, 'upStep fall'],
    [{ type: 'upFallRemind' }, 'upFallRemind'],
    [{ type: 'upFallCountdown' }, 'upFallCountdown'],
    [{ type: 'upMedicalAlert' }, 'upMedicalAlert'],
    [
      { type: 'upLocation', data: { positionDataType: 'unconsciousFall' } },
      'positionDataType unconsciousFall',
    ],
    [{ type: 'upLocation', data: { positionDataType: 'normalSOS' } }, 'positionDataType normalSOS'],
  ])('rings where %j smells of an alarm that nobody knows', (document, detail) => {
    const { decoded, replies } = read(document)
    expect(decoded.events).toEqual([{ type: 'UNKNOWN_ALARM', time: noon }])
    expect(decoded.rejects).toEqual([{ reason: 'unknownEvent', detail }])
    expect(replies).toHaveLength(1)
  })

  it.each<[Record<string, unknown>, EventType[]]>([
    [{ dataType: 'upSOS' }, ['SOS']],
    [{ dataType: 'upSOS', data: '1' }, ['SOS']],
    [{ dataType: 'upShutdown', data: '1' }, ['POWER_OFF']],
    [{ dataType: 'upLocation', positionDataType: 'fall', gps: { lat: 32.078, lon: 34.788 } }, ['FALL']],
    [{ dataType: 'upLocation', data: { positionDataType: 'sos' } }, ['SOS']],
  ])('hears in a batch of %j what it says by itself', (data, types) => {
    const { decoded } = read({ type: 'upBatch', data })
    expect(decoded.events).toEqual(types.map((type) => ({ type, time: noon })))
    expect(decoded.positions).toHaveLength('gps' in data ? 1 : 0)
    expect(decoded.rejects).toEqual([])
  })

  it('hears in a batch each call at its time', () => {
    const times = [noon - 60_000, noon - 30_000]
    const { decoded } = read({ type: 'upBatch', data: { dataType: 'upSOS', dataTime: times.join(',') } })
    expect(decoded.events).toEqual(times.map((time) => ({ type: 'SOS', time })))
    const [time] = times
    const listed = read({ type: 'upBatch', dataType: 'upSOS', data: [{ timestamp: time }] })
    expect(listed.decoded.events).toEqual([{ type: 'SOS', time }])
  })

  it('stores what it knows of a message beside what it does not', () => {
    const { decoded } = read({ type: 'upBatch', data: { heartRate: '71,72', gait: '3' } })
    expect(decoded.readings.map(({ value }) => value)).toEqual([71, 72])
  })

  it.each([
    { type: 'login', data: {} },
    { type: 'heartbeat', data: { batteryLevel: 64, signal: 3 } },
    { type: 'upHeartRate', data: { heartRate: 0 } },
    { type: 'upHeartRate', data: { heartRate: 70, quality: 2 } },
    { type: 'upECG', data: { data: '1,2,3' } },
    { type: 'upLocation', data: { positionDataType: 'SOS' } },
    { type: 'deviceConfig', ref: 'w:reply' },
    ...['upHRV', 'upBreathe', 'upBS', 'upECG', 'upPPG', 'upRR', 'upReset'].map((dataType) => ({
      type: 'upBatch',
      data: { dataType, data: '1,2', dataTime: '5,6' },
    })),
  ])('keeps nothing of %j, which is known', (document) => {
    expect(read(document).decoded.rejects).toEqual([])
  })

  it('says what it took', () => {
    const { answers, replies } = read({ type: 'deviceConfig', ref: 'w:reply', ident: 762_250 })
    expect(answers).toEqual([{ key: 'deviceConfig:762250', isTaken: true }])
    expect(replies).toEqual([])
  })

  it('is cut by its length, wherever the bytes were parted', () => {
    const stream = Buffer.concat([
      writeWonlex({ type: 'a' }),
      Buffer.from('noise'),
      writeWonlex({ type: 'b' }),
    ])
    expect(framesOf(watchWonlex, stream).frames.map(openWonlex)).toEqual([{ type: 'a' }, { type: 'b' }])
    for (let length = 1; length < 16; length++)
      expect(watchWonlex.cut(stream.subarray(0, length))).toBe('more')
  })

  it('is told its settings, each frame with a number of its own', () => {
    const to = { imei, address: '', serial: 5, now: noon, utcOffsetMinutes: 0 }
    const settings = {
      ...defaultSettings,
      stepsTarget: 8000,
      spo2Low: 90,
      sosContacts: [{ name: '"}', number: '+1 (2)' }],
    }
    const encoded = watchWonlex.encodeSettings(settings, to)
    expect(new Set(encoded.map(({ key }) => key)).size).toBe(encoded.length)
    const documents = encoded.map(({ bytes }) => openWonlex(bytes))
    expect(documents[0]).toEqual({
      type: 'SOSNumber',
      ident: '000005',
      ref: 's:down',
      imei,
      timestamp: noon,
      data: { sosNumbers: [{ sosNumberId: '1', name: '"}', phone: '+12' }] },
    })
    expect(JSON.stringify(documents)).toContain('"StepTarget":{"steps":8000}')
    expect(JSON.stringify(documents)).toContain('"bloodOxygenWarn":{"switchState":1,"reminderValue":90}')
    const measure = watchWonlex
      .encodeCommand('MEASURE', to, settings)
      .map(({ bytes }) => openWonlex(bytes)?.type)
    expect(measure).toEqual(['dnHeartRate', 'dnBP', 'dnBO', 'dnTemperature'])
    expect(watchWonlex.encodeCommand('RESET', to, settings)).toEqual([])
  })
})
