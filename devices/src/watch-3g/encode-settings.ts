import { MODE_MINUTES } from '@carewatch/contracts/freshness'
import type { SettingName, WatchSettings } from '@carewatch/contracts/settings'
import { dialled } from '../kit/dialled.ts'
import { timesOf } from '../kit/reminders.ts'
import { utf16BigHex } from '../kit/text.ts'
import type { Addressed, SettingsDown } from '../protocol.ts'
import { encode3g } from './encode.ts'

type EncodedSetting = { settings: readonly SettingName[]; type: string; args: readonly (string | number)[] }

const SECONDS = { min: 60, max: 65_535 }

/** How often it says where it is: all that a mode is to it. */
export function uploadSeconds({ operationMode, locationIntervalMinutes }: WatchSettings): number {
  const minutes =
    operationMode === 'CUSTOM'
      ? (locationIntervalMinutes ?? MODE_MINUTES.NORMAL)
      : MODE_MINUTES[operationMode]
  return Math.min(SECONDS.max, Math.max(SECONDS.min, minutes * 60))
}

function mode(settings: WatchSettings): EncodedSetting {
  const isCustom = settings.operationMode === 'CUSTOM'
  return {
    type: 'UPLOAD',
    args: [uploadSeconds(settings)],
    settings: isCustom ? ['operationMode', 'locationIntervalMinutes'] : ['operationMode'],
  }
}

const numbersOf = (contacts: WatchSettings['phonebook']): string[] =>
  contacts.map(({ number }) => dialled(number)).filter(Boolean)

function sosContacts({ sosContacts: contacts }: WatchSettings): EncodedSetting {
  const numbers = numbersOf(contacts)
  return { type: 'SOS', args: [0, 1, 2].map((slot) => numbers[slot] ?? ''), settings: ['sosContacts'] }
}

const NAME_MAX = 10
const PAGE = 5

/** A number and a name each, five a frame; a page nobody stands on is emptied. */
function phonebook({ phonebook: contacts }: WatchSettings): EncodedSetting[] {
  const callable = contacts.filter(({ number }) => dialled(number) !== '')
  const page = (from: number): string[] =>
    callable.slice(from, from + PAGE).flatMap(({ name, number }) => {
      const short = Array.from(name).slice(0, NAME_MAX).join('')
      return [dialled(number), utf16BigHex(short).toUpperCase()]
    })
  return ['PHB', 'PHB2'].map((type, index) => {
    const args = page(index * PAGE)
    return { type, args: args.length > 0 ? args : ['', ''], settings: ['phonebook'] }
  })
}

const ANSWERED_MAX = 15

/** Only calls of those it knows are taken by themselves. */
function autoAnswer({
  autoAnswer: isOn,
  sosContacts: first,
  phonebook: others,
}: WatchSettings): EncodedSetting[] {
  const numbers = [...new Set(numbersOf([...first, ...others]))].slice(0, ANSWERED_MAX)
  if (isOn && numbers.length === 0) return []
  return [{ type: 'ACALL', args: isOn ? numbers : [0], settings: ['autoAnswer'] }]
}

/** One interval for all it measures: the shorter. Where nobody chose one the watch keeps its own, for off would leave nothing to watch over. */
function measuring(settings: WatchSettings): EncodedSetting[] {
  const { heartRateIntervalMinutes, bloodPressureIntervalMinutes } = settings
  const chosen = [heartRateIntervalMinutes, bloodPressureIntervalMinutes].filter((one) => one !== null)
  if (chosen.length === 0) return []
  const names = ['heartRateIntervalMinutes', 'bloodPressureIntervalMinutes'] as const
  return [{ type: 'HEALTHAUTOSET', args: [1, 1, Math.min(...chosen)], settings: names }]
}

const CLOCKS = 3
const NO_CLOCK = '00:00-0-1'
const two = (number: number): string => String(number).padStart(2, '0')

/** Three alarm clocks: the time, on, and every day or the days of the week from Sunday. */
function reminders({ reminders: wanted }: WatchSettings): EncodedSetting {
  const clocks = timesOf(wanted, CLOCKS).map(({ hour, minute, reminder: { days } }) => {
    const mask = [0, 1, 2, 3, 4, 5, 6].map((day) => Number(days.includes(day))).join('')
    return `${two(hour)}:${two(minute)}-1-${days.length === 7 ? '2' : `3-${mask}`}`
  })
  const args = [0, 1, 2].map((slot) => clocks[slot] ?? NO_CLOCK)
  return { type: 'REMIND', args, settings: ['reminders'] }
}

/** Of six steps the first is the most sensitive: the other way round than ours. */
const SENSITIVITIES = { HIGH: '1+6', MEDIUM: '3+6', LOW: '6+6' } as const
const EVERY_HOURS = 1
/** Whom it calls when it finds a fall is for the portal's chain to say. */
const NO_CALL = 0

const encodedOf = (settings: WatchSettings): EncodedSetting[] => [
  mode(settings),
  { type: 'APPLOCK', args: [`DW-${Number(settings.gpsEnabled)}`], settings: ['gpsEnabled'] },
  sosContacts(settings),
  ...phonebook(settings),
  {
    type: 'DEVREFUSEPHONESWITCH',
    args: [Number(settings.whitelistEnabled)],
    settings: ['whitelistEnabled'],
  },
  ...autoAnswer(settings),
  ...measuring(settings),
  { type: 'bodytemp', args: [Number(settings.autoTemperature), EVERY_HOURS], settings: ['autoTemperature'] },
  reminders(settings),
  { type: 'FALLDOWN', args: [Number(settings.fallDetection), NO_CALL], settings: ['fallDetection'] },
  { type: 'LSSET', args: [SENSITIVITIES[settings.fallSensitivity]], settings: ['fallSensitivity'] },
]

/** Its language is left as it is; by its zone its alarm clocks ring. */
export const zone3g = (utcOffsetMinutes: number): string[] => {
  const hours = utcOffsetMinutes / 60
  return ['', hours < 0 ? String(hours) : `+${hours}`]
}

export function encode3gSettings(settings: WatchSettings, to: Addressed): SettingsDown[] {
  const zone = { type: 'LZ', args: zone3g(to.utcOffsetMinutes), settings: [] }
  return [...encodedOf(settings), zone].map((encoded) => ({
    ...encode3g(to, encoded.type, encoded.args),
    settings: encoded.settings,
  }))
}
