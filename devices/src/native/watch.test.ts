import { metrics } from '@carewatch/contracts/metrics'
import { describe, expect, it } from 'vitest'
import { native } from './watch.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const bytes = (text: string) => new TextEncoder().encode(text)
const readings = (body: unknown) => native('readings', bytes(JSON.stringify(body)), noon)
const one = (metric: keyof typeof metrics, value: number, time = noon) => ({
  metric: metrics[metric].id,
  value,
  time,
})

describe('readings of a watch', () => {
  it('turns each number into a reading at the time the watch names', () => {
    const decoded = readings({
      time: '2026-11-21T13:59:00+02:00',
      heartRate: 72,
      systolic: 128,
      diastolic: 81,
      battery: 64,
    })
    const time = Date.parse('2026-11-21T11:59:00Z')
    expect(decoded.readings).toEqual([
      one('heartRate', 72, time),
      one('systolic', 128, time),
      one('diastolic', 81, time),
      one('battery', 64, time),
    ])
    expect(decoded.rejects).toEqual([])
  })

  it('reads a whole backlog of an array, epoch milliseconds included', () => {
    const backlog = Array.from({ length: 500 }, (_, index) => ({
      time: noon - index * 60_000,
      heartRate: 70,
    }))
    expect(readings(backlog).readings).toHaveLength(500)
  })

  it('reads sleep, wearing and a position', () => {
    const decoded = readings({
      sleep: { deep: 95, light: 210 },
      wearing: false,
      position: { lat: 32.1, lng: 34.8, accuracy: 12 },
    })
    expect(decoded.readings).toEqual([one('sleepDeep', 95), one('sleepLight', 210), one('wearing', 0)])
    expect(decoded.positions).toEqual([{ time: noon, lat: 32.1, lng: 34.8, accuracyM: 12, source: 'GPS' }])
  })

  it('keeps nothing of a zero that means "not measured", and counts it as no fault', () => {
    const decoded = readings({ heartRate: 0, systolic: 0, diastolic: 0, spo2: 0, temperature: 0, steps: 0 })
    expect(decoded.readings).toEqual([one('steps', 0)])
    expect(decoded.rejects).toEqual([])
  })

  it.each([
    ['an impossible heart rate', { heartRate: 900 }, 'range'],
    ['a temperature in Fahrenheit', { temperature: 98.6 }, 'range'],
    ['a negative count of steps', { steps: -1 }, 'range'],
    ['a number written as text', { heartRate: '72' }, 'type'],
    ['an unknown field', { mood: 5 }, 'unknownField'],
    ['a field that means something to JavaScript', { constructor: 5 }, 'unknownField'],
    ['a position off the globe', { position: { lat: 91, lng: 0 } }, 'range'],
    ['a time that is no time', { time: 'yesterday' }, 'type'],
  ])('refuses %s and keeps its neighbour', (_, fields, reason) => {
    const decoded = readings([fields, { spo2: 97 }])
    expect(decoded.readings).toEqual([one('spo2', 97)])
    expect(decoded.rejects).toMatchObject([{ reason }])
  })

  it.each([
    ['a time in 2099', '2099-01-01T00:00:00Z'],
    ['a clock that was never set', 0],
  ])('puts the server’s time for %s and says so', (_, time) => {
    const decoded = readings({ time, heartRate: 72 })
    expect(decoded.readings).toEqual([one('heartRate', 72)])
    expect(decoded.clockSkew).toBe(true)
  })

  it.each([
    ['what is not JSON', 'pulse is fine', 'json'],
    ['binary noise', '\u0000\u0001', 'json'],
    ['a bare number', '72', 'shape'],
    [
      '1,000 readings at once',
      JSON.stringify(Array.from({ length: 1_000 }, () => ({ heartRate: 72 }))),
      'tooMany',
    ],
    ['a number beyond every number', '{"heartRate":1e400}', 'range'],
  ])('refuses %s whole', (_, text, reason) => {
    const decoded = native('readings', bytes(text), noon)
    expect(decoded.readings).toEqual([])
    expect(decoded.rejects).toMatchObject([{ reason }])
  })

  it('refuses bytes that are no UTF-8', () => {
    expect(native('readings', Uint8Array.of(0x7b, 0xff, 0xfe, 0x7d), noon).rejects).toMatchObject([
      { reason: 'json' },
    ])
  })
})

describe('events of a watch', () => {
  const event = (body: unknown) => native('event', bytes(JSON.stringify(body)), noon)

  it('reads an SOS with where it was pressed', () => {
    const decoded = event({ time: noon - 1_000, type: 'SOS', position: { lat: 32.1, lng: 34.8 } })
    expect(decoded.events).toEqual([{ type: 'SOS', time: noon - 1_000 }])
    expect(decoded.positions).toHaveLength(1)
  })

  it('never loses an SOS to a broken clock or a broken position', () => {
    const decoded = event({ time: 'soon', type: 'SOS', position: 'here' })
    expect(decoded.events).toEqual([{ type: 'SOS', time: noon }])
    expect(decoded.rejects.map(({ reason }) => reason)).toEqual(['type', 'range'])
  })

  it.each([
    ['PARTY', 'PARTY'],
    ['', 'empty'],
    [undefined, 'empty'],
    [7, 'empty'],
  ])('rings for the event %j that it does not know, and keeps it', (type, detail) => {
    const decoded = event({ type, time: noon - 1_000 })
    expect(decoded.events).toEqual([{ type: 'UNKNOWN_ALARM', time: noon - 1_000 }])
    expect(decoded.rejects).toEqual([{ reason: 'unknownEvent', detail }])
  })

  it.each([[[]], ['SOS'], [null]])('rings for nothing by %j, which is no event', (body) => {
    expect(event(body)).toMatchObject({ events: [], rejects: [{ reason: 'shape' }] })
  })
})
