import { defaultSettings } from '@carewatch/contracts/default-settings'
import type { WatchSettings } from '@carewatch/contracts/settings'
import { digitsOfUtc } from '@carewatch/devices/kit/clocks'
import { latin1, utf16BigHex, utf16LittleHex } from '@carewatch/devices/kit/text'
import { iwPhonebook, encodeIwSettings } from '@carewatch/devices/watch-iw/encode-settings'
import { encodeIw } from '@carewatch/devices/watch-iw/encode'
import { type Intent, intentOf, isOnIn, listAs, numberAs, textAs, wordsIn } from './intents.ts'
import { addressed } from './plain.ts'
import { iwReminderWords } from './watch-iw-reminders.ts'

type Argument = string | number | boolean
type IwCommand = { opcode: string; args?: readonly Argument[] }

/** What we would send for the intent of a case. */
export function encodeIwCase(expected: Record<string, unknown>): Record<string, unknown> {
  const intent = intentOf(expected)
  if (/\b(?:reply|answer|response)\b/.test(intent.name)) return { message: answerTo(intent) }
  const encoded = bookedBy(intent) ?? commands.find(([words]) => words.test(intent.name))?.[1](intent)
  if (typeof encoded === 'string' || encoded === undefined) return { message: encoded }
  return { message: latin1(encodeIw(to(intent), encoded.opcode, encoded.args).bytes) }
}

const to = (intent: Intent) =>
  addressed(
    textAs(intent, 'imei'),
    textAs(intent, 'vendor_prefix', 'prefix') || 'IW',
    numberAs(intent, 'serial') ?? 0,
  )

/** What a watch said of its own accord, and how that is answered. */
const answered: readonly (readonly [RegExp, string])[] = [
  [/network|cell|wi-?fi|lbs/, '02'],
  [/location|position/, '01'],
  [/heart ?beat|status/, '03'],
  [/pressure/, 'HT'],
  [/vitals|health/, 'HP'],
  [/heart|pulse/, '49'],
  [/temperature/, '50'],
]

function answerTo(intent: Intent): string | undefined {
  const prefix = textAs(intent, 'vendor_prefix', 'prefix') || 'IW'
  if (intent.name.includes('login')) {
    const time = Date.parse(`${textAs(intent, 'utc', 'time').replace(/Z$/, '')}Z`)
    return `${prefix}BP00,${digitsOfUtc(time)},${textAs(intent, 'tz', 'timezone', 'time_zone')}#`
  }
  const address = textAs(intent, 'address', 'text')
  if (intent.name.includes('alarm')) return `${prefix}BP10${utf16BigHex(address).toUpperCase()}#`
  const opcode = answered.find(([words]) => words.test(intent.name))?.[1]
  // Where somebody is was recorded in the other order than where he calls from.
  if (address) return `${prefix}BP02${utf16LittleHex(address).toUpperCase()}#`
  return opcode && `${prefix}BP${opcode}#`
}

const CONTACTS = ['contacts', 'entries', 'phonebook']
const NUMBERS = ['number', 'phone']
const numbersIn = (intent: Intent): string[] =>
  wordsIn(intent, ['numbers', 'phones', 'sos_numbers', 'contacts', 'sos'], NUMBERS)

function contactsIn(intent: Intent): { name: string; number: string }[] {
  const numbers = wordsIn(intent, CONTACTS, NUMBERS)
  return wordsIn(intent, CONTACTS, ['name']).map((name, at) => ({ name, number: numbers[at] ?? '' }))
}

const minutesIn = (intent: Intent): number | undefined =>
  numberAs(intent, 'minutes', 'interval_minutes', 'interval_min', 'interval')

const MODES: Record<string, number> = { normal: 1, saving: 2, power_saving: 2, emergency: 3, custom: 8 }
const LEVELS: Record<string, number> = { low: 1, medium: 2, high: 3 }
const levelIn = (intent: Intent, levels: Record<string, number>): Argument => {
  const text = textAs(intent, 'mode', 'level', 'sensitivity', 'value')
  return levels[text.toLowerCase()] ?? text
}

function mode(intent: Intent): IwCommand {
  const seconds = numberAs(intent, 'seconds', 'interval_seconds', 'interval_s', 'interval')
  const byOwn = seconds === undefined ? [] : [seconds, Number(intent.fields.gps ?? 1)]
  return { opcode: '33', args: [levelIn(intent, MODES), ...byOwn] }
}

/** By their numbers alone. */
const plain =
  (opcode: string, ...names: readonly string[]) =>
  (intent: Intent): IwCommand => ({
    opcode,
    args: names.map((name) => textAs(intent, name)).filter((text) => text !== ''),
  })
const switched =
  (opcode: string) =>
  (intent: Intent): IwCommand => {
    const minutes = minutesIn(intent)
    return { opcode, args: [isOnIn(intent), ...(minutes === undefined ? [] : [minutes])] }
  }

const bookedBy = (intent: Intent): IwCommand | undefined => {
  const reminders = listAs(intent, 'reminders', 'alarms', 'entries')
  return reminders.length > 0 && !intent.name.includes('phone')
    ? { opcode: '85', args: iwReminderWords(reminders, isOnIn(intent)) }
    : undefined
}

/** By the words of the intent; the first that fits. */
const commands: readonly (readonly [RegExp, (intent: Intent) => IwCommand | string | undefined])[] = [
  [/phone ?book|contacts/, (of) => ({ opcode: '14', args: iwPhonebook(contactsIn(of)) })],
  [/sos|emergency number/, (of) => ({ opcode: '12', args: numbersIn(of) })],
  [/threshold|limit/, limits],
  [/calibrat/, plain('JZ', 'systolic', 'diastolic', 'age', 'gender')],
  [/white ?list/, switched('84')],
  [/remind|alarm clock|medicine/, (of) => ({ opcode: '85', args: [isOnIn(of), 0] })],
  [/sensitiv/, (of) => ({ opcode: '77', args: [levelIn(of, LEVELS)] })],
  [/fall/, switched('76')],
  [/(?:locat|position|upload|report).*interval/, locationInterval],
  [/temperature.*(?:interval|auto)|auto.*temperature/, switched('87')],
  [/interval|auto/, switched('86')],
  [/mode/, mode],
  [/locat|position/, () => ({ opcode: '16' })],
  [/pressure/, () => ({ opcode: 'XY' })],
  [/oxygen|spo2|saturation/, () => ({ opcode: 'XZ' })],
  [/temperature/, () => ({ opcode: 'XT' })],
  [/heart|pulse/, () => ({ opcode: 'XL' })],
  [/factory/, () => ({ opcode: '17' })],
  [/re(?:boot|start|set)/, () => ({ opcode: '18' })],
  [/power ?off|shut ?down|switch off/, () => ({ opcode: '31' })],
  [/zone|language/, plain('20', 'language', 'tz')],
  [/message|text|find/, (of) => ({ opcode: '40', args: [utf16BigHex(textAs(of, 'text', 'message'))] })],
]

function locationInterval(intent: Intent): string | undefined {
  return bySettings(intent, '15', {
    operationMode: 'CUSTOM',
    locationIntervalMinutes: minutesIn(intent) ?? null,
  })
}

function limits(intent: Intent): string | undefined {
  const pair = (name: string): (number | null)[] =>
    [0, 1]
      .map((at) => Number(listAs(intent, name)[at] ?? Number.NaN))
      .map((limit) => (limit > 0 ? limit : null))
  const [heartRateLow = null, heartRateHigh = null] = pair('heart_rate')
  const [diastolicLow = null, diastolicHigh = null] = pair('diastolic')
  const [systolicLow = null, systolicHigh = null] = pair('systolic')
  const changes = { heartRateLow, heartRateHigh, diastolicLow, diastolicHigh, systolicLow, systolicHigh }
  return bySettings(intent, '89', changes)
}

function bySettings(of: Intent, opcode: string, changes: Partial<WatchSettings>): string | undefined {
  const frames = encodeIwSettings({ ...defaultSettings, ...changes }, to(of))
  return frames.map(({ bytes }) => latin1(bytes)).find((text) => text.includes(`BP${opcode},`))
}
