import type { EventType } from '@carewatch/contracts/alarms'
import type { Decoded } from '../codec.ts'
import {
  addEvent,
  addFirmware,
  addMeasured,
  addNetworks,
  addPosition,
  addUnknownAlarm,
  reject,
  stamp,
} from '../kit/facts.ts'
import type { IwMessage } from './message.ts'

/** Two makers write a fall as two codes, and that it was taken off. */
export const EVENTS: Record<string, EventType> = {
  '01': 'SOS',
  '02': 'LOW_BATTERY',
  '03': 'OFF_WRIST',
  '04': 'OFF_WRIST',
  '05': 'FALL',
  '06': 'FALL',
  '19': 'POWER_OFF',
}

export function addFacts(decoded: Decoded, message: IwMessage, receivedAt: number): void {
  const { position, state, vitals, activity, alarm, happened, wearing, unread, unknown } = message
  if (unread) reject(decoded, 'shape', unread)
  if (unknown) reject(decoded, 'unknownMessage', unknown)
  const time = stamp(decoded, position ? position.time : message.time, receivedAt)
  if (happened) addEvent(decoded, happened, time)
  if (alarm && alarm.code !== '00') addAlarm(decoded, alarm.code, time)
  if (position?.isValid) {
    addPosition(decoded, { time, lat: position.lat, lng: position.lng, accuracyM: null, source: 'GPS' })
  }
  addNetworks(decoded, time, message.wifi)
  addFirmware(decoded, message.firmware)
  addMeasured(decoded, time, { battery: state?.battery ?? vitals?.battery, steps: activity?.steps, wearing })
  if (!vitals) return
  const { heartRate, systolic, diastolic, spo2, temperature, sleepDeep, sleepLight } = vitals
  addMeasured(decoded, time, { heartRate, systolic, diastolic, spo2, temperature, sleepDeep, sleepLight })
}

/** What it reminds of itself, and its own fences, which are ours to judge. */
const NOTICES = new Set(['14', '20', '21'])

function addAlarm(decoded: Decoded, code: string, time: number): void {
  const type = EVENTS[code]
  if (NOTICES.has(code)) return
  if (type) addEvent(decoded, type, time)
  else addUnknownAlarm(decoded, code, time)
}
