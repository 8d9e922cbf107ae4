import { utcOf, utcOfDigits } from '../kit/clocks.ts'
import { measured, numberIn } from '../kit/numbers.ts'
import type { IwMessage } from './message.ts'

/** What firmware since 2020 says beside the first edition: Thinkrace V3.03, Beehome L009. */

const fieldsOf = (rest: string): string[] => (rest.startsWith(',') ? rest.slice(1) : rest).split(',')

const IMEI = /^\d{15}$/
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2}) (\d{2}):(\d{2}):(\d{2})$/
const SECONDS = /^\d{10}$/
const MILLISECONDS = /^\d{13}$/

/** UTC, as digits, as they are written, or counted since 1970; undefined where it does not say, NaN where it cannot be read. */
function timeIn(text = ''): number | undefined {
  const clean = text.trim()
  if (clean === '') return undefined
  if (MILLISECONDS.test(clean)) return Number(clean)
  if (SECONDS.test(clean)) return Number(clean) * 1_000
  const written = WRITTEN.exec(clean)
  return written ? utcOf(written.slice(1)) : utcOfDigits(clean)
}

/** Without whose they are, which some put before. */
function ownFields(rest: string): string[] {
  const fields = fieldsOf(rest)
  return IMEI.test(fields[0]?.trim() ?? '') ? fields.slice(1) : fields
}

/** A fall is heard whatever stands beside it. */
export function readFall(rest: string): IwMessage {
  return { time: timeIn(ownFields(rest)[0]), happened: 'FALL' }
}

/** `IMEI,1,when`: on the wrist, and 0 off it. */
export function readWearing(rest: string): IwMessage {
  const [flag, when] = ownFields(rest)
  const worn = numberIn(flag)
  if (worn !== 0 && worn !== 1) return { unread: 'wearing' }
  return { time: timeIn(when), wearing: worn }
}

/** `IMEI,version`. */
export const readFirmware = (rest: string): IwMessage => ({ firmware: ownFields(rest).join(',') })

/** Its own alarm, sent rarely: `level`. */
export function readLowBattery(rest: string): IwMessage {
  const battery = numberIn(ownFields(rest)[0])
  return { happened: 'LOW_BATTERY', vitals: { battery: measured(battery) } }
}

/** Of the body, and of the skin, which is nobody's temperature. */
export function readBodyHeat(rest: string): IwMessage {
  return one('temperature', fieldsOf(rest)[0])
}

export const readSaturation = (rest: string): IwMessage => one('spo2', fieldsOf(rest)[0])

const kinds = {
  2: 'heartRate',
  3: 'temperature',
  4: 'spo2',
  // It counts nearly all sleep as deep, and the third of them says that there was a night.
  5: 'sleepDeep',
  6: 'sleepLight',
} as const
type Kind = (typeof kinds)[keyof typeof kinds]

const TYPE = /^\d{1,2}$/

/** When, what, how much: one value a message, pressure as `lower|upper`. */
export function readHealth(rest: string): IwMessage {
  const [when, type = '', value] = fieldsOf(rest)
  const kind = type.trim()
  const time = timeIn(when)
  return { time, ...(TYPE.test(kind) && { type: kind }), ...valueOf(kind, value) }
}

function valueOf(type: string, value: string | undefined): IwMessage {
  if (type === '1') {
    const [diastolic, systolic] = (value ?? '').split('|').map(numberIn)
    if (diastolic === undefined || systolic === undefined) return { unread: 'vitals' }
    return { vitals: { diastolic: measured(diastolic), systolic: measured(systolic) } }
  }
  if (type === '7') return {}
  return isKind(type) ? one(kinds[type], value) : { unknown: `JK ${type}` }
}

const isKind = (type: string): type is `${keyof typeof kinds}` & keyof typeof kinds =>
  Object.hasOwn(kinds, type)

function one(kind: Kind, text: string | undefined): IwMessage {
  const value = numberIn(text)
  return value === undefined ? { unread: 'vitals' } : { vitals: { [kind]: measured(value) } }
}

const STATE_WORD = /^([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})([0-9A-Fa-f]{2})[0-9A-Fa-f]{4,6}$/
const FULL = 0x64

/** Signal, satellites, battery, and then what we need not: each a byte in hexadecimal; fourteen digits are another word. */
export function readStateWord(text: string): IwMessage['state'] {
  const [, gsm, satellites, battery] = (STATE_WORD.exec(text) ?? []).map((byte) => Number.parseInt(byte, 16))
  if (gsm === undefined || satellites === undefined || battery === undefined || battery > FULL)
    return undefined
  return { gsm, satellites, battery }
}
