import { type IwDialect, iwDialectOf } from '@carewatch/contracts/profiles'
import { type Metric, metrics } from '@carewatch/contracts/metrics'
import type { SettingName, WatchSettings } from '@carewatch/contracts/settings'
import { dialled } from '../kit/dialled.ts'
import { utf16BigHex, utf16LittleHex } from '../kit/text.ts'
import type { Addressed, SettingsDown } from '../protocol.ts'
import { iwReminders } from './reminders.ts'
import { encodeIw } from './encode.ts'

type EncodedSetting = {
  settings: readonly SettingName[]
  opcode: string
  args: readonly (string | number | boolean)[]
}
type SettingEncoder = (settings: WatchSettings, dialect: IwDialect) => EncodedSetting | undefined

const MODES = { NORMAL: 1, POWER_SAVING: 2, EMERGENCY: 3, CUSTOM: 8 } as const
const SENSITIVITIES = { LOW: 1, MEDIUM: 2, HIGH: 3 } as const
const DEFAULT_MINUTES = 15
const TEMPERATURE_MINUTES = 60

/** Only a mode of one's own says how often, and whether by satellite. */
export function iwMode(settings: WatchSettings): EncodedSetting {
  const mode = MODES[settings.operationMode]
  const isCustom = settings.operationMode === 'CUSTOM'
  const seconds = (settings.locationIntervalMinutes ?? DEFAULT_MINUTES) * 60
  return {
    opcode: '33',
    args: isCustom ? [mode, seconds, settings.gpsEnabled] : [mode],
    settings: isCustom || settings.gpsEnabled ? ['operationMode', 'gpsEnabled'] : ['operationMode'],
  }
}

function locationInterval({
  operationMode,
  locationIntervalMinutes,
}: WatchSettings): EncodedSetting | undefined {
  if (operationMode !== 'CUSTOM' || locationIntervalMinutes === null) return undefined
  return { opcode: '15', args: [locationIntervalMinutes], settings: ['locationIntervalMinutes'] }
}

function sosContacts({ sosContacts: contacts }: WatchSettings): EncodedSetting {
  const numbers = [0, 1, 2].map((slot) => dialled(contacts[slot]?.number ?? ''))
  return { opcode: '12', args: numbers, settings: ['sosContacts'] }
}

const SLOTS = 10

/** Ten slots of `name|number`, the name in hexadecimal; an empty one forgets who was there. */
export const iwPhonebook = (
  contacts: readonly { name: string; number: string }[],
  names: IwDialect['names'] = 'little',
): string[] =>
  Array.from({ length: SLOTS }, (_, slot) => {
    const contact = contacts[slot]
    if (!contact) return ''
    const name = names === 'big' ? utf16BigHex(contact.name) : utf16LittleHex(contact.name)
    return `${name.toUpperCase()}|${contact.number}`
  })

function phonebook({ phonebook: contacts }: WatchSettings, { names }: IwDialect): EncodedSetting {
  const callable = contacts
    .map(({ name, number }) => ({ name, number: dialled(number) }))
    .filter(({ number }) => number !== '')
  return { opcode: '14', args: iwPhonebook(callable, names), settings: ['phonebook'] }
}

/** A limit nobody chose is the one every watch starts with. */
const limit = (chosen: number | null, metric: Metric, side: 'low' | 'high'): number =>
  chosen ?? metric.limits?.[side] ?? metric.range[side === 'low' ? 'min' : 'max']

function limits(settings: WatchSettings): EncodedSetting {
  const { heartRate, systolic, diastolic } = metrics
  return {
    opcode: '89',
    args: [
      limit(settings.heartRateLow, heartRate, 'low'),
      limit(settings.heartRateHigh, heartRate, 'high'),
      limit(settings.diastolicLow, diastolic, 'low'),
      limit(settings.diastolicHigh, diastolic, 'high'),
      limit(settings.systolicLow, systolic, 'low'),
      limit(settings.systolicHigh, systolic, 'high'),
    ],
    settings: [
      'heartRateLow',
      'heartRateHigh',
      'systolicLow',
      'systolicHigh',
      'diastolicLow',
      'diastolicHigh',
    ],
  }
}

function calibration({
  calibrationSystolic,
  calibrationDiastolic,
}: WatchSettings): EncodedSetting | undefined {
  if (calibrationSystolic === null || calibrationDiastolic === null) return undefined
  return {
    opcode: 'JZ',
    args: [calibrationSystolic, calibrationDiastolic],
    settings: ['calibrationSystolic', 'calibrationDiastolic'],
  }
}

/** One interval for both: the shorter. Where nobody chose one the watch keeps its own, for off would leave nothing to watch over. */
function measuring(settings: WatchSettings): EncodedSetting | undefined {
  const { heartRateIntervalMinutes, bloodPressureIntervalMinutes } = settings
  const chosen = [heartRateIntervalMinutes, bloodPressureIntervalMinutes].filter((one) => one !== null)
  if (chosen.length === 0) return undefined
  return {
    opcode: '86',
    args: [true, Math.min(...chosen)],
    settings: ['heartRateIntervalMinutes', 'bloodPressureIntervalMinutes'],
  }
}

const settingEncoders: readonly SettingEncoder[] = [
  iwMode,
  locationInterval,
  sosContacts,
  phonebook,
  ({ whitelistEnabled }) => ({ opcode: '84', args: [whitelistEnabled], settings: ['whitelistEnabled'] }),
  limits,
  calibration,
  measuring,
  ({ autoTemperature }) => ({
    opcode: '87',
    args: [autoTemperature, TEMPERATURE_MINUTES],
    settings: ['autoTemperature'],
  }),
  ({ reminders }) => ({ opcode: '85', args: iwReminders(reminders), settings: ['reminders'] }),
  ({ fallDetection }) => ({ opcode: '76', args: [fallDetection], settings: ['fallDetection'] }),
  ({ fallSensitivity }) => ({
    opcode: '77',
    args: [SENSITIVITIES[fallSensitivity]],
    settings: ['fallSensitivity'],
  }),
]

export function encodeIwSettings(settings: WatchSettings, to: Addressed): SettingsDown[] {
  const dialect = iwDialectOf(to.profile)
  return settingEncoders.flatMap((encodeSetting) => {
    const encoded = encodeSetting(settings, dialect)
    return encoded ? [{ ...encodeIw(to, encoded.opcode, encoded.args), settings: encoded.settings }] : []
  })
}
