import type { EventType } from '@carewatch/contracts/alarms'
import type { IwDialect } from '@carewatch/contracts/profiles'
import type { Decoded } from '../codec.ts'
import {
  addCells,
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

/** `message` as a model of this dialect means it. */
export function addFacts(
  decoded: Decoded,
  message: IwMessage,
  { receivedAt, alarms }: { receivedAt: number; alarms: IwDialect['alarms'] },
): void {
  const { position, state, vitals, activity, alarm, happened, wearing, unread, unknown } = message
  if (unread) reject(decoded, 'shape', unread)
  if (unknown) reject(decoded, 'unknownMessage', unknown)
  const time = stamp(decoded, position ? position.time : message.time, receivedAt)
  if (happened) addEvent(decoded, happened, time)
  if (alarm && alarm.code !== '00') addAlarm(decoded, { code: alarm.code, type: alarms[alarm.code], time })
  if (position?.isValid) {
    addPosition(decoded, { time, lat: position.lat, lng: position.lng, accuracyM: null, source: 'GPS' })
  }
  addNetworks(decoded, time, message.wifi)
  addCells(decoded, time, message.cells)
  addFirmware(decoded, message.firmware)
  addMeasured(decoded, time, { battery: state?.battery ?? vitals?.battery, steps: activity?.steps, wearing })
  if (!vitals) return
  const { heartRate, systolic, diastolic, spo2, temperature, sleepDeep, sleepLight } = vitals
  addMeasured(decoded, time, { heartRate, systolic, diastolic, spo2, temperature, sleepDeep, sleepLight })
}

/** What it reminds of itself, and its own fences, which are ours to judge. */
const NOTICES = new Set(['14', '20', '21'])

type Alarm = { code: string; type: EventType | undefined; time: number }

function addAlarm(decoded: Decoded, { code, type, time }: Alarm): void {
  if (NOTICES.has(code)) return
  if (type && type !== 'UNKNOWN_ALARM') addEvent(decoded, type, time)
  else addUnknownAlarm(decoded, code, time)
}
