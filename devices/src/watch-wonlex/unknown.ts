import { type Fields, fieldOf, isNone } from '../kit/json.ts'
import { wordOf } from '../kit/text.ts'
import { isSent } from './encode.ts'

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

/** Named in its papers, and nothing that is shown here. */
const UNSHOWN = ['upBS', 'upBreathe', 'upDeviceConfig', 'upECG', 'upHRV', 'upPPG', 'upReset', 'upRR']
export const isUnshown = (type: string): boolean => UNSHOWN.includes(type)

/** Kinds that mean in a batch what they mean by themselves. */
const EVENTFUL = ['upLocation', 'upShutdown', 'upSOS']
export const isEventful = (type: string): boolean => EVENTFUL.includes(type)

const OTHERS: ReadonlySet<string> = new Set([
  ...UNSHOWN,
  ...EVENTFUL,
  'heartbeat',
  'login',
  'upBatch',
  'upBattery',
  'upSleep',
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

/** In a word to count it by (its kind, a reason, or the name of a field), and whether it may be an alarm. */
export type Unknown = { word: string; isAlarm: boolean }

/** Of what is said in it what stands in no paper that we know. */
export function unknownIn(type: string, body: Fields): Unknown | undefined {
  const names = VALUES.get(type)
  if (!names && !OTHERS.has(type)) return unknownKind(type)
  if (type === 'upLocation') return unknownReason(wordOf(fieldOf(body, 'positionDataType')))
  if (type === 'upBatch') {
    return isEventful(wordOf(fieldOf(body, 'dataType'))) ? undefined : unknownField(type, body, BATCHED)
  }
  const hasValue = !names || Object.keys(body).some((name) => names.has(name))
  return hasValue ? undefined : unknownField(type, body, AROUND)
}

/** What we send ourselves it may say back. */
export const unknownKind = (type: string): Unknown => ({
  word: type,
  isAlarm: isAlarmName(type) && !isSent(type),
})

function unknownReason(reason: string): Unknown | undefined {
  if (REASONS.has(reason.toLowerCase())) return undefined
  return { word: `positionDataType ${reason}`, isAlarm: isAlarmName(reason) && !DENIED.test(reason) }
}

/** One that may be an alarm before any other. */
function unknownField(type: string, body: Fields, known: ReadonlySet<string>): Unknown | undefined {
  const others = Object.keys(body).filter((name) => !known.has(name))
  const alarm = others.find((name) => isAlarmName(name) && !isNone(fieldOf(body, name)))
  const name = alarm ?? others[0]
  return name === undefined ? undefined : { word: `${type} ${name}`, isAlarm: alarm !== undefined }
}

const CALL = /sos|fall(?!_?asleep)|emergency|help/i
const WARNING = /alarm|warn|alert/i
const SETTING = /clock|config|setting|switch|number|contact|count(?!down)/i
/** Alarm is also what reminders are called. */
const REMINDER = /medicat|medicine|remind/i

const isAlarmName = (name: string): boolean =>
  !SETTING.test(name) && (CALL.test(name) || (WARNING.test(name) && !REMINDER.test(name)))

/** `noFall`, `cancelSOS`: that there is none, or no longer. */
const DENIED =
  /^(?:no|not|un|cancel(?:l?ed)?|clear(?:ed)?)[^a-z]*(?:sos|fall|alarm|warn|alert|emergency|help)/i
