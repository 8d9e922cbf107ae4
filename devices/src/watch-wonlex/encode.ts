import type { CommandKind } from '@carewatch/contracts/commands'
import { metrics } from '@carewatch/contracts/metrics'
import type { SettingName, WatchSettings } from '@carewatch/contracts/settings'
import { dialled } from '../kit/dialled.ts'
import type { Fields } from '../kit/json.ts'
import { timesOf } from '../kit/reminders.ts'
import type { Addressed, Down, SettingsDown } from '../protocol.ts'
import { writeWonlex } from './frame.ts'

type EncodedSetting = { type: string; data: Fields; settings: readonly SettingName[] }

function encodeFrame(to: Addressed, type: string, data: Fields = {}): Down {
  const ident = String(to.serial % 1_000_000).padStart(6, '0')
  const bytes = writeWonlex({ type, ident, ref: 's:down', imei: to.imei, data, timestamp: to.now })
  return { bytes, key: `${type}:${ident}` }
}

const config = (settings: readonly SettingName[], configs: Fields): EncodedSetting => ({
  type: 'deviceConfig',
  data: { configs },
  settings,
})

const onOff = (isOn: boolean) => ({ switchState: Number(isOn) })

/** No limit of one's own: it does not watch for it, the portal does. */
const limit = (value: number | null, key: string) => ({ ...onOff(value !== null), [key]: value ?? 0 })

const pulseLimit = (value: number | null) => ({
  ...limit(value, 'remindValue'),
  exerciseSwitchState: 0,
  exerciseHRMin: 0,
  exerciseHRMax: 0,
  exerciseRemindValue: 0,
})

const limits = (settings: WatchSettings): EncodedSetting =>
  config(
    [
      'heartRateLow',
      'heartRateHigh',
      'systolicHigh',
      'diastolicHigh',
      'spo2Low',
      'temperatureLow',
      'temperatureHigh',
    ],
    {
      HROvertopRemind: pulseLimit(settings.heartRateHigh),
      HeartRateBelowRemind: pulseLimit(settings.heartRateLow),
      BPEarlyWarning: {
        ...onOff(settings.systolicHigh !== null || settings.diastolicHigh !== null),
        hpWarn: settings.systolicHigh ?? metrics.systolic.limits.high,
        LPWarn: settings.diastolicHigh ?? metrics.diastolic.limits.high,
      },
      bloodOxygenWarn: limit(settings.spo2Low, 'reminderValue'),
      TemperatureExceedRemind: limit(settings.temperatureHigh, 'RemindValue'),
      TemperatureBelowRemind: limit(settings.temperatureLow, 'RemindValue'),
    },
  )

const TEMPERATURE_MINUTES = 60
const every = (minutes: number) => ({ interval: String(minutes) })

/** Minutes; what nobody chose the watch keeps as it is. */
function measuring(settings: WatchSettings): EncodedSetting {
  const { heartRateIntervalMinutes: pulse, bloodPressureIntervalMinutes: pressure } = settings
  return {
    type: 'deviceMeasuringFrequency',
    data: {
      configs: {
        ...(pulse !== null && { upHeartRate: every(pulse) }),
        ...(pressure !== null && { upBP: every(pressure) }),
        upBodyTemperature: every(settings.autoTemperature ? TEMPERATURE_MINUTES : 0),
      },
    },
    settings: [
      ...(pulse !== null ? (['heartRateIntervalMinutes'] as const) : []),
      ...(pressure !== null ? (['bloodPressureIntervalMinutes'] as const) : []),
      'autoTemperature',
    ],
  }
}

const CLOCKS = 10
const two = (number: number): string => String(number).padStart(2, '0')
/** Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]

const clocks = ({ reminders }: WatchSettings): EncodedSetting => ({
  type: 'alarmClock',
  data: {
    alarmClockList: timesOf(reminders, CLOCKS).map(({ hour, minute, reminder: { days } }) => ({
      startTime: `${two(hour)}:${two(minute)}`,
      week: WEEK.map((day) => Number(days.includes(day))).join(''),
      status: '1',
    })),
  },
  settings: ['reminders'],
})

const person = ({ name, number }: { name: string; number: string }) => ({ name, phone: dialled(number) })

const encodedOf = (settings: WatchSettings): EncodedSetting[] => [
  {
    type: 'SOSNumber',
    data: {
      sosNumbers: settings.sosContacts.map((one, slot) => ({
        sosNumberId: String(slot + 1),
        ...person(one),
      })),
    },
    settings: ['sosContacts'],
  },
  {
    type: 'familyNumber',
    data: {
      familyNumbers: settings.phonebook.map((one, slot) => ({
        familyNumberId: String(slot + 1),
        ...person(one),
        sosSwitch: 0,
        areaCode: '',
      })),
    },
    settings: ['phonebook'],
  },
  config(['fallDetection', 'whitelistEnabled'], {
    FallWarnSwitch: onOff(settings.fallDetection),
    CallInLimitSwitch: onOff(settings.whitelistEnabled),
  }),
  ...(settings.stepsTarget === null
    ? []
    : [config(['stepsTarget'], { StepTarget: { steps: settings.stepsTarget } })]),
  limits(settings),
  measuring(settings),
  clocks(settings),
]

/** Each frame has a number of its own, for several are of one kind. */
export const encodeWonlexSettings = (settings: WatchSettings, to: Addressed): SettingsDown[] =>
  encodedOf(settings).map((encoded, index) => ({
    ...encodeFrame({ ...to, serial: to.serial + index }, encoded.type, encoded.data),
    settings: encoded.settings,
  }))

const MEASURED = ['dnHeartRate', 'dnBP', 'dnBO', 'dnTemperature']

const SENT = new Set([
  ...MEASURED,
  'dnLocation',
  'alarmClock',
  'deviceConfig',
  'deviceMeasuringFrequency',
  'familyNumber',
  'SOSNumber',
])

/** What we send: to anything else it has nothing to answer. */
export const isSent = (type: string): boolean => SENT.has(type)

/** How it is found, or made as new, is written nowhere. */
export function encodeWonlexCommand(kind: CommandKind, to: Addressed): Down[] {
  if (kind === 'MEASURE') return MEASURED.map((type) => encodeFrame(to, type))
  return kind === 'LOCATE' ? [encodeFrame(to, 'dnLocation')] : []
}
