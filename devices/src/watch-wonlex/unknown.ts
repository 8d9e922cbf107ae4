import { type Fields, fieldOf } from '../kit/json.ts'
import { wordOf } from '../kit/text.ts'

/** By which names the one value of a kind may go. */
const named = (...names: string[]): ReadonlySet<string> => new Set([...names, 'value', 'data', 'date'])

/** Kinds with one value, which stands under one of these names. */
const VALUES: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ['upHeartRate', named('heartRate')],
  ['upBP', named('bp', 'systolic', 'diastolic')],
  ['upBO', named('bo', 'bloodOxygen', 'spo2')],
  ['upBodyTemperature', named('temperature', 'bodyTemperature')],
  ['upStep', named('step', 'steps')],
  ['upTodayActivity', named('step', 'steps')],
])

const OTHERS: ReadonlySet<string> = new Set([
  'heartbeat',
  'login',
  'upBatch',
  'upBattery',
  'upLocation',
  'upShutdown',
  'upSleep',
  'upSOS',
  // Named in its papers, and nothing that is shown here.
  'upBS',
  'upBreathe',
  'upDeviceConfig',
  'upECG',
  'upHRV',
  'upPPG',
  'upReset',
  'upRR',
])

/** Why it says where it is: for help, by itself or when it is asked, and by what it knows. */
const REASONS = new Set([
  '',
  'sos',
  'fall',
  'auto',
  'manual',
  'timing',
  'normal',
  'gps',
  'wifi',
  'lbs',
  'cell',
])

/** What stands around what is said. */
const AROUND = new Set(['type', 'ident', 'ref', 'imei', 'timestamp', 'data'])
const BATCHED = new Set([...AROUND, 'dataType', 'dataTime', 'list', 'heartRate', 'bp', 'bo'])

/** Of what is said in it what stands in no paper that we know, in a word to count it by: its kind, a code, or the name of a field. */
export function unknownIn(type: string, body: Fields): string | undefined {
  const names = VALUES.get(type)
  if (!names && !OTHERS.has(type)) return type
  if (type === 'upLocation') {
    const why = wordOf(fieldOf(body, 'positionDataType'))
    return REASONS.has(why.toLowerCase()) ? undefined : `positionDataType ${why}`
  }
  if (type === 'upBatch') return namedOtherwise(type, body, BATCHED)
  const hasValue = !names || Object.keys(body).some((name) => names.has(name))
  return hasValue ? undefined : namedOtherwise(type, body, AROUND)
}

function namedOtherwise(type: string, body: Fields, known: ReadonlySet<string>): string | undefined {
  const other = Object.keys(body).find((name) => !known.has(name))
  return other === undefined ? undefined : `${type} ${other}`
}

const ALARM = /sos|fall|alarm|warn|alert|emergency|help/i
const SETTING = /clock|config|setting|switch/i

/** Its name is one that alarms have. */
export const smellsOfAlarm = (unknown: string): boolean => ALARM.test(unknown) && !SETTING.test(unknown)
