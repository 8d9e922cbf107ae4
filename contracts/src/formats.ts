import { type EventType, eventTypes } from './alarms.ts'
import type { CommandKind } from './commands.ts'
import { type MetricName, metricNames } from './metrics.ts'
import type { GatewayConfigName } from './rooms.ts'
import { type SettingName, settingNames } from './settings.ts'

export const formatKinds = ['WATCH', 'PENDANT', 'PHONE', 'GATEWAY'] as const

export type Format = {
  /** Whose devices speak it, as they are sold. */
  makes: readonly string[]
  kind: (typeof formatKinds)[number]
  /** What its messages travel over. */
  transport: 'MQTT' | 'TCP'
  reports: readonly MetricName[]
  locates: boolean
  events: readonly EventType[]
  /** The commands and settings that it takes. */
  commands: readonly CommandKind[]
  settings: readonly SettingName[]
  /** Of a gateway: what of its configuration can be set. */
  config: readonly GatewayConfigName[]
  /** It confirms what it was sent; of one that does not we know only that it was sent. */
  confirms: boolean
  /** It shows a text on its screen. */
  showsText: boolean
}

const watch = {
  kind: 'WATCH',
  transport: 'TCP',
  reports: [],
  locates: true,
  events: [],
  commands: [],
  settings: [],
  config: [],
  confirms: false,
  showsText: false,
} as const satisfies Omit<Format, 'makes'>

const gateway = { ...watch, kind: 'GATEWAY', transport: 'MQTT', locates: false } as const satisfies Omit<
  Format,
  'makes'
>

/** Every format we read, and what a device of it can report and be sent. A new one is an entry here and its codec in ingest. */
export const formats = {
  native: {
    ...watch,
    makes: ['your own'],
    transport: 'MQTT',
    reports: metricNames,
    events: eventTypes,
    commands: ['FIND', 'MEASURE', 'LOCATE', 'PANIC_ON', 'PANIC_OFF', 'RESET'],
    settings: settingNames,
    config: ['scanIntervalSeconds', 'rssiFilterDbm', 'reportIntervalSeconds'],
    confirms: true,
  },
  'watch-iw': {
    ...watch,
    makes: ['Thinkrace', 'Vivistar', 'Beehome'],
    showsText: true,
    // Sleep and whether it is worn: firmware since 2020.
    reports: [
      'heartRate',
      'systolic',
      'diastolic',
      'spo2',
      'temperature',
      'steps',
      'sleepDeep',
      'sleepLight',
      'battery',
      'wearing',
    ],
    events: ['SOS', 'FALL', 'UNKNOWN_ALARM', 'OFF_WRIST', 'LOW_BATTERY', 'POWER_OFF'],
    commands: ['FIND', 'MEASURE', 'LOCATE', 'PANIC_ON', 'PANIC_OFF', 'RESET'],
    settings: [
      'operationMode',
      'locationIntervalMinutes',
      'gpsEnabled',
      'sosContacts',
      'phonebook',
      'whitelistEnabled',
      'heartRateLow',
      'heartRateHigh',
      'systolicLow',
      'systolicHigh',
      'diastolicLow',
      'diastolicHigh',
      'calibrationSystolic',
      'calibrationDiastolic',
      'heartRateIntervalMinutes',
      'bloodPressureIntervalMinutes',
      'reminders',
      'autoTemperature',
      'fallDetection',
      'fallSensitivity',
    ],
    confirms: true,
  },
  'watch-3g': {
    ...watch,
    makes: ['SeTracker', 'Beesure', '4P-Touch'],
    showsText: true,
    reports: ['heartRate', 'systolic', 'diastolic', 'spo2', 'temperature', 'steps', 'battery'],
    events: ['SOS', 'FALL', 'UNKNOWN_ALARM', 'OFF_WRIST', 'LOW_BATTERY'],
    commands: ['FIND', 'MEASURE', 'LOCATE', 'PANIC_ON', 'PANIC_OFF', 'RESET'],
    settings: [
      'operationMode',
      'locationIntervalMinutes',
      'gpsEnabled',
      'sosContacts',
      'phonebook',
      'whitelistEnabled',
      'autoAnswer',
      'heartRateIntervalMinutes',
      'bloodPressureIntervalMinutes',
      'reminders',
      'autoTemperature',
      'fallDetection',
      'fallSensitivity',
    ],
    confirms: true,
  },
  'watch-pt60': { ...watch, makes: ['PT60', 'S6'], reports: ['heartRate', 'steps', 'battery'] },
  'watch-wristband': { ...watch, makes: ['YX wristband'], reports: ['battery'] },
  'watch-b2316-json': {
    ...watch,
    makes: ['B2316'],
    reports: ['heartRate', 'systolic', 'diastolic', 'temperature', 'steps', 'battery'],
    events: ['SOS', 'UNKNOWN_ALARM', 'LOW_BATTERY', 'POWER_OFF', 'OFF_WRIST'],
  },
  'watch-wonlex-json': {
    ...watch,
    makes: ['Wonlex'],
    reports: [
      'heartRate',
      'systolic',
      'diastolic',
      'spo2',
      'temperature',
      'steps',
      'sleepDeep',
      'sleepLight',
      'sleepAwake',
      'battery',
    ],
    events: ['SOS', 'FALL', 'UNKNOWN_ALARM', 'LOW_BATTERY', 'POWER_OFF'],
    commands: ['MEASURE', 'LOCATE'],
    settings: [
      'sosContacts',
      'phonebook',
      'whitelistEnabled',
      'fallDetection',
      'stepsTarget',
      'heartRateLow',
      'heartRateHigh',
      'systolicHigh',
      'diastolicHigh',
      'spo2Low',
      'temperatureLow',
      'temperatureHigh',
      'heartRateIntervalMinutes',
      'bloodPressureIntervalMinutes',
      'autoTemperature',
      'reminders',
    ],
    confirms: true,
  },
  'watch-thinkrace-binary': { ...watch, makes: ['Thinkrace, older ones'] },
  'pendant-eview': {
    ...watch,
    makes: ['Eview EV-07B', 'Eview EV-04'],
    kind: 'PENDANT',
    reports: ['heartRate', 'spo2', 'steps', 'battery'],
    events: ['SOS', 'FALL', 'UNKNOWN_ALARM', 'LOW_BATTERY', 'POWER_OFF'],
  },
  'pendant-minifinder-text': {
    ...watch,
    makes: ['MiniFinder'],
    kind: 'PENDANT',
    reports: ['battery'],
    events: ['SOS', 'FALL', 'UNKNOWN_ALARM', 'LOW_BATTERY'],
  },
  owntracks: {
    ...watch,
    makes: ['OwnTracks on a phone'],
    kind: 'PHONE',
    transport: 'MQTT',
    reports: ['steps', 'battery'],
    commands: ['LOCATE', 'PANIC_ON', 'PANIC_OFF'],
    settings: ['operationMode', 'locationIntervalMinutes'],
  },
  'minew-gateway-json': {
    ...gateway,
    makes: ['Minew'],
    config: ['rssiFilterDbm', 'reportIntervalSeconds'],
    confirms: true,
  },
  'minew-gateway-binary': { ...gateway, makes: ['Minew'] },
  'moko-gateway-json': {
    ...gateway,
    makes: ['MOKO'],
    config: ['rssiFilterDbm', 'reportIntervalSeconds'],
    confirms: true,
  },
  'moko-mkgw4-binary': { ...gateway, makes: ['MOKO MKGW4'] },
  'ingics-gprp': { ...gateway, makes: ['Ingics'] },
  'ruuvi-gateway-mqtt': { ...gateway, makes: ['Ruuvi'] },
  'omg-theengs-mqtt': {
    ...gateway,
    makes: ['OpenMQTTGateway', 'Theengs'],
    config: ['scanIntervalSeconds', 'rssiFilterDbm'],
  },
  'espresense-mqtt': { ...gateway, makes: ['ESPresense'], config: ['reportIntervalSeconds'] },
  'shelly-ble-mqtt': { ...gateway, makes: ['Shelly'] },
  'april-brother-v4': { ...gateway, makes: ['April Brother'] },
} as const satisfies Record<string, Format>

export type FormatName = keyof typeof formats
type Formats = typeof formats
/** Those whose parts are of such a kind: each must have its codec, or the registry of `devices` does not compile. */
type FormatWith<Parts> = { [Name in FormatName]: Formats[Name] extends Parts ? Name : never }[FormatName]
/** Spoken over a plain socket. */
export type SocketFormat = FormatWith<{ transport: 'TCP' }>
/** Spoken over MQTT by what somebody carries. */
export type CarriedFormat = Exclude<FormatWith<{ transport: 'MQTT' }>, GatewayFormat>
export type GatewayFormat = FormatWith<{ kind: 'GATEWAY' }>
/** Of gateways: those that can be configured. */
export type ConfigurableFormat = Exclude<GatewayFormat, FormatWith<{ config: readonly [] }>>
export const isFormatName = (text: string): text is FormatName => Object.hasOwn(formats, text)
export const formatNames = Object.keys(formats).filter(isFormatName)
export const formatOf = (name: FormatName): Format => formats[name]

/** The format of a device by its model: the one that the model names, or that stands in the model's place; for an unknown one our own is tried. */
export const formatNameOf = (text: string): FormatName => (isFormatName(text) ? text : 'native')
