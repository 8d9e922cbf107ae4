import { describe, expect, it } from 'vitest'
import { alarmKind, KnownAlarmKind, KnownMetric } from './alarms.ts'
import { LiveEvent } from './events.ts'
import { alarmMessage } from './messages/alarm-message.ts'
import { write } from './messages/write.ts'

const deviceUuid = '0192f0a0-0000-7000-8000-00000000000d'
const time = '2026-11-27T08:30:00.000Z'
// Safe: what another version would hold for one.
const ofLater = 'OF_A_LATER_VERSION' as 'SOS'

describe('what only a later version knows', () => {
  it('is, of alarms, one that nobody can read: received, sent on, and said', () => {
    expect(KnownAlarmKind.decode(ofLater)).toBe('UNKNOWN_ALARM')
    expect(KnownAlarmKind.encode(ofLater)).toBe('UNKNOWN_ALARM')
    expect(alarmKind(ofLater)).toBe(alarmKind('UNKNOWN_ALARM'))
    const facts = { kind: ofLater, direction: 'HIGH', metric: 'ofLater', value: 9, late: false } as const
    expect(alarmMessage('en', facts)).toBe(write('en', 'alarm.UNKNOWN_ALARM'))
  })

  it('is, of what an alarm measured, nothing', () => {
    expect(KnownMetric.decode('ofLater')).toBeNull()
    expect(KnownMetric.encode('heartRate')).toBe('heartRate')
  })

  it('is left out of live readings, and the rest is told', () => {
    const readings = [{ time, values: { heartRate: 70, ofLater: 3 } }]
    expect(LiveEvent.decode({ type: 'readings', deviceUuid, readings })).toEqual({
      type: 'readings',
      deviceUuid,
      readings: [{ time: new Date(time), values: { heartRate: 70 } }],
    })
  })
})

it('what is known stays what it is', () => {
  expect(KnownAlarmKind.decode('SMOKE')).toBe('SMOKE')
  expect(KnownAlarmKind.safeDecode(7 as never).success).toBe(false)
})
