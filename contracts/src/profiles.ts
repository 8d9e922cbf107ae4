import { z } from 'zod'
import type { EventType } from './alarms.ts'
import type { Format, SocketFormat } from './formats.ts'
import type { MetricName } from './metrics.ts'
import type { SettingName } from './settings.ts'
import type { SetUpSms } from './set-up-sms.ts'

/** How a model of the IW protocol speaks, where models differ. */
export type IwDialect = {
  /** What the codes of `AP10` stand for. One that is not here rings as an alarm that nobody can read. */
  alarms: Readonly<Record<string, EventType>>
  /** Which byte of a letter of a name in its phonebook comes first. */
  names: 'little' | 'big'
  /** Its login is answered with nothing behind the opcode. */
  isLoginBare: boolean
}

/** The same of 3G. */
export type Dialect3g = {
  /** `LK` is answered with the date and the time. */
  isLinkClocked: boolean
}

/** One model of a make, as far as it differs from the others of its format. */
export type Profile = {
  format: SocketFormat
  /** As its maker calls it. */
  label: string
  /** What it measures on command. */
  measuresNow: readonly MetricName[]
  /** Of the settings of its format those that it does not take. Never those of falls: who chose wrongly may not lose one by it. */
  lacks: readonly Exclude<SettingName, 'fallDetection' | 'fallSensitivity'>[]
  /** How it is pointed to a server by SMS; null: no text is known. */
  setUpSms: SetUpSms | null
  iw?: IwDialect
  threeG?: Dialect3g
}

/** Codes that every paper of IW has: of the battery, that it was taken off, and what calls. */
const FIRST_EDITION = {
  '01': 'SOS',
  '02': 'LOW_BATTERY',
  '04': 'OFF_WRIST',
  '05': 'FALL',
  '06': 'FALL',
} as const satisfies Record<string, EventType>

/** Its own limits of the pulse were passed: there is no event of ours for that, and it rings. */
const SECOND_EDITION = {
  ...FIRST_EDITION,
  '03': 'OFF_WRIST',
  '08': 'UNKNOWN_ALARM',
  '09': 'UNKNOWN_ALARM',
  '19': 'POWER_OFF',
} as const satisfies Record<string, EventType>

/** Of a model that is not known, or only guessed: what any of them means, for of a guess nothing may be lost. */
export const ANY_IW: IwDialect = { alarms: SECOND_EDITION, names: 'little', isLoginBare: false }
export const ANY_3G: Dialect3g = { isLinkClocked: false }

const iw = {
  format: 'watch-iw',
  measuresNow: ['heartRate', 'systolic', 'diastolic', 'spo2', 'temperature'],
  lacks: [],
  setUpSms: null,
} as const satisfies Omit<Profile, 'label'>
/** Common among them; makers differ, and none of ours was there to try it. */
const PW_IP = {
  text: 'pw,{password},ip,{host},{port}#',
  usualPassword: '123456',
  source: 'SeTracker, 4P-Touch',
  isVerified: false,
} as const satisfies SetUpSms
const threeG = {
  format: 'watch-3g',
  measuresNow: ['heartRate', 'systolic', 'diastolic', 'temperature'],
  lacks: [],
  setUpSms: PW_IP,
  threeG: ANY_3G,
} as const satisfies Omit<Profile, 'label'>
const HEALTH_SETTINGS = [
  'heartRateIntervalMinutes',
  'bloodPressureIntervalMinutes',
  'autoTemperature',
] as const satisfies readonly SettingName[]

/** Every model that we tell from others of its make. A new one is an entry here. */
export const profiles = {
  'iw-v2.10': { ...iw, label: 'IW V2.10', iw: { ...ANY_IW, alarms: FIRST_EDITION } },
  'iw-v3.03': { ...iw, label: 'Thinkrace V3.03', iw: ANY_IW },
  'iw-l009': { ...iw, label: 'Beehome L009', iw: ANY_IW },
  'iw-names-big-endian': { ...iw, label: 'IW, UTF-16BE', iw: { ...ANY_IW, names: 'big' } },
  // No public message of one measures anything.
  'iw-trv': {
    ...iw,
    label: 'TRV',
    measuresNow: [],
    lacks: [...HEALTH_SETTINGS, 'calibrationSystolic', 'calibrationDiastolic'],
    iw: { ...ANY_IW, isLoginBare: true },
  },
  '3g-4p-touch': { ...threeG, label: '4P-Touch' },
  // A watch for children: it tells where it is.
  '3g-setracker': { ...threeG, label: 'SeTracker, Beesure', measuresNow: [], lacks: HEALTH_SETTINGS },
  '3g-sg': { ...threeG, label: 'SG' },
  '3g-zj': { ...threeG, label: 'ZJ', threeG: { isLinkClocked: true } },
  '3g-cs': { ...threeG, label: 'CS' },
} as const satisfies Record<string, Profile>

export type ProfileName = keyof typeof profiles
// Safe: the keys of the object above.
export const profileNames = Object.keys(profiles) as ProfileName[]
export const ProfileName = z.enum(profileNames)
export const isProfileName = (text: string): text is ProfileName => Object.hasOwn(profiles, text)
export const profileOf = (name: ProfileName): Profile => profiles[name]

/** Which model a device is taken for, and how that is known. */
export const profileSources = ['CHOSEN', 'SENT', 'MODEL'] as const
export type KnownProfile = { name: ProfileName; by: (typeof profileSources)[number] }

/** Where nothing tells which model of its format a watch is. */
const setUpByFormat: Partial<Record<string, SetUpSms>> = { 'watch-3g': PW_IP }

/** How a watch is pointed to a server by SMS; null: no text is known. */
export const setUpSmsOf = (format: string, known: KnownProfile | null): SetUpSms | null =>
  known ? profileOf(known.name).setUpSms : (setUpByFormat[format] ?? null)

export const profilesOf = (format: string): ProfileName[] =>
  profileNames.filter((name) => profiles[name].format === format)

/** By what a device is registered as. */
const byModel: readonly (readonly [RegExp, ProfileName])[] = [
  [/L009|C42/i, 'iw-l009'],
  [/H10\b/i, 'iw-v2.10'],
  [/^TRV\b/i, 'iw-trv'],
  [/4P-Touch|\bD4[14]S?\b|\bD46\b|\bY6S\b/i, '3g-4p-touch'],
  [/Beesure/i, '3g-setracker'],
]

export type ProfileFacts = {
  format: string
  model: string
  chosen: string | null
  /** By what it sent. */
  guessed: string | null
}

/** What somebody chose, else what it sends, else what it is registered as; null: nothing tells. What is of another format is not its own. */
export function knownProfile({ format, model, chosen, guessed }: ProfileFacts): KnownProfile | null {
  const isItsOwn = (name: string | null | undefined): name is ProfileName =>
    typeof name === 'string' && isProfileName(name) && profiles[name].format === format
  if (isItsOwn(chosen)) return { name: chosen, by: 'CHOSEN' }
  if (isItsOwn(guessed)) return { name: guessed, by: 'SENT' }
  const registered = byModel.find(([pattern]) => pattern.test(model))?.[1]
  return isItsOwn(registered) ? { name: registered, by: 'MODEL' } : null
}

/** What it is taken for where nobody chose. */
export const guessOf = (facts: ProfileFacts): ProfileName | null =>
  knownProfile({ ...facts, chosen: null })?.name ?? null

/** What it sent is sent by these alone: one that is known already stays, else it is the first. */
export const guessedBy = (
  hints: readonly ProfileName[] | undefined,
  known: ProfileName | null,
): ProfileName | null => {
  const [first] = hints ?? []
  if (!first || (known && hints?.includes(known))) return known
  return first
}

const calls: readonly EventType[] = ['SOS', 'FALL']

/** How a model of IW speaks. A guess takes nothing away: its codes are those of all; and of one that was chosen a call for help is one all the same. */
export function iwDialectOf(known: KnownProfile | null | undefined): IwDialect {
  const own = known ? profileOf(known.name).iw : undefined
  if (!own) return ANY_IW
  const every = Object.entries(ANY_IW.alarms).filter(
    ([, event]) => known?.by !== 'CHOSEN' || calls.includes(event),
  )
  return { ...own, alarms: { ...Object.fromEntries(every), ...own.alarms } }
}

export const dialect3gOf = (known: KnownProfile | null | undefined): Dialect3g | undefined =>
  known ? profileOf(known.name).threeG : undefined

/** A format as this model has it: what it cannot, where somebody said which it is. A guess takes nothing away. */
export function formatWith(format: Format, known: KnownProfile | null): Format {
  if (known?.by !== 'CHOSEN') return format
  const { lacks, measuresNow } = profileOf(known.name)
  return {
    ...format,
    settings: format.settings.filter((name) => !lacks.some((lacking) => lacking === name)),
    commands: format.commands.filter((kind) => kind !== 'MEASURE' || measuresNow.length > 0),
  }
}
