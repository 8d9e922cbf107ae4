import { latin1, utf16BigHex } from '@carewatch/devices/kit/text'
import { addressOf, escape3g, open3g, write3g } from '@carewatch/devices/watch-3g/frame'
import { zone3g } from '@carewatch/devices/watch-3g/encode-settings'
import { bytesOf, type Case } from '@carewatch/devices/testing/case'
import { type Intent, intentOf, isOnIn, listAs, numberAs, valueAs, textAs, wordsIn } from './intents.ts'

/** What we would send for the intent of a case, to the watch it was sent to. */
export function encode3gCase(one: Case): Record<string, unknown> {
  const recorded = open3g(bytesOf(one))
  const intent = intentOf(one.expected)
  const content = contents.find(([words]) => words.test(intent.name))?.[1](intent) ?? textAs(intent, 'data')
  if (!recorded || content === '') return {}
  const frame = write3g(addressOf(recorded), recorded.index ?? '', content)
  return { message: one.encoding === 'hex' ? Buffer.from(frame).toString('hex') : latin1(frame) }
}

const command = (type: string, args: readonly (string | number)[] = []): string => [type, ...args].join(',')
const plain = (type: string) => (): string => command(type)
const switched =
  (type: string) =>
  (intent: Intent): string =>
    command(type, [Number(isOnIn(intent))])

const secondsIn = (intent: Intent): number => {
  const minutes = numberAs(intent, 'minutes', 'interval_minutes', 'interval_min')
  const seconds = numberAs(intent, 'seconds', 'interval_seconds', 'interval_s', 'frequency', 'interval')
  return minutes === undefined ? (seconds ?? 0) : minutes * 60
}

function voice(intent: Intent): string {
  const bytes = Buffer.from(textAs(intent, 'data_hex', 'hex', 'audio_hex', 'data'), 'hex')
  return `TK,${escape3g(latin1(bytes))}`
}

const numbersIn = (intent: Intent): string[] =>
  wordsIn(intent, ['numbers', 'phones', 'contacts'], ['number', 'phone'])

function sosNumber(intent: Intent): string {
  const numbers = numbersIn(intent)
  if (numbers.length > 0) return command('SOS', numbers)
  return command(`SOS${textAs(intent, 'index', 'slot') || '1'}`, [textAs(intent, 'phone', 'number')])
}

/** A number and a name each. */
function phonebook(intent: Intent): string {
  const names = wordsIn(intent, ['contacts', 'entries', 'phonebook'], ['name'])
  const numbers = wordsIn(intent, ['contacts', 'entries', 'phonebook'], ['number', 'phone'])
  return command(
    'PHB',
    numbers.flatMap((number, at) => [number, utf16BigHex(names[at] ?? '').toUpperCase()]),
  )
}

/** Spans of time, or alarm clocks, as they are written. */
const listed =
  (type: string) =>
  (intent: Intent): string => {
    const list = listAs(intent, 'periods', 'ranges', 'times', 'spans', 'alarms', 'clocks', 'numbers').map(
      String,
    )
    return textAs(intent, 'data') || command(type, list)
  }

function zone(intent: Intent): string {
  const hours = numberAs(intent, 'tz', 'hours', 'offset_hours')
  const written = textAs(intent, 'zone', 'timezone', 'time_zone')
  const minutes = hours === undefined ? offsetMinutes(written) : hours * 60
  return command('LZ', [textAs(intent, 'language'), zone3g(minutes)[1] ?? ''])
}

function measuring(intent: Intent): string {
  const seconds = secondsIn(intent)
  return command('hrtstart', [seconds || Number(isOnIn(intent))])
}

/** By the words of the intent; the first that fits. */
const contents: readonly (readonly [RegExp, (intent: Intent) => string])[] = [
  [/custom/, (intent) => textAs(intent, 'data', 'command', 'text')],
  [/voice|audio/, voice],
  [/factory/, plain('FACTORY')],
  [/power ?off|shut ?down|switch off/, plain('POWEROFF')],
  [/re(?:boot|start|set)/, plain('RESET')],
  [/zone|language/, zone],
  [/sos.*sms/, switched('SOSSMS')],
  [/sos/, sosNumber],
  [/white ?list/, listed('WHITELIST1')],
  [/phone ?book|contacts/, phonebook],
  [/centre|center/, (intent) => command('CENTER', [textAs(intent, 'phone', 'number')])],
  [/silen|disturb|quiet/, listed('SILENCETIME')],
  [/work|class/, listed('WORK')],
  [/alarm clock|remind/, listed('REMIND')],
  [/message|text|phrase/, (intent) => `MESSAGE,${utf16BigHex(textAs(intent, 'text', 'message'))}`],
  [/sensitiv/, (intent) => command('LSSET', [textAs(intent, 'level', 'sensitivity', 'value')])],
  [/fall/, (intent) => command('FALLDOWN', [Number(isOnIn(intent)), Number(valueAs(intent, 'call') ?? 0)])],
  [/low.?battery/, switched('LOWBAT')],
  [/remov|take.?off/, switched('REMOVE')],
  [
    /(?:upload|report|locat|position).*interval|interval.*(?:upload|report)|periodic/,
    (of) => command('UPLOAD', [secondsIn(of)]),
  ],
  [/temperature/, plain('bodytemp2')],
  [/heart|pulse|pressure/, measuring],
  [/locat|position/, plain('CR')],
  [/find|ring/, plain('FIND')],
  [/version|firmware/, plain('VERNO')],
  [/status/, plain('TS')],
]

/** `GMT-11:30`, or the winter of a place. */
function offsetMinutes(zoneName: string): number {
  const [, sign, hours, minutes] = /^(?:GMT|UTC)?([+-])(\d{1,2})(?::?(\d{2}))?$/.exec(zoneName) ?? []
  if (hours) return (Number(hours) * 60 + Number(minutes ?? 0)) * (sign === '-' ? -1 : 1)
  const [name = ''] = zoneName.split(' ')
  const format = new Intl.DateTimeFormat('en', { timeZone: name || 'UTC', timeZoneName: 'longOffset' })
  const winter = format.formatToParts(Date.UTC(2026, 0, 15)).find(({ type }) => type === 'timeZoneName')
  return winter?.value === 'GMT' || !winter ? 0 : offsetMinutes(winter.value)
}
