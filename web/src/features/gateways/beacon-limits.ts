import {
  type BeaconButton,
  beaconButtons,
  type BeaconLimits,
  type ButtonAct,
} from '@carewatch/contracts/rooms'

type Bound = number | ''
const bounds = ['maxMinutes', 'temperatureLow', 'temperatureHigh', 'humidityLow', 'humidityHigh'] as const
type BoundName = (typeof bounds)[number]

/** The limits of a beacon as a form holds them: an empty field is no limit. */
export type BeaconValues = Record<BoundName, Bound> & {
  allowedTimes: { days: string[]; from: string; to: string }[]
  buttons: Record<BeaconButton, ButtonAct>
}

export const valuesOf = (limits: BeaconLimits): BeaconValues => ({
  allowedTimes: limits.allowedTimes.map(({ days, from, to }) => ({ days: days.map(String), from, to })),
  maxMinutes: limits.maxMinutes ?? '',
  temperatureLow: limits.temperatureLow ?? '',
  temperatureHigh: limits.temperatureHigh ?? '',
  humidityLow: limits.humidityLow ?? '',
  humidityHigh: limits.humidityHigh ?? '',
  // Safe: each button once.
  buttons: Object.fromEntries(beaconButtons.map((name) => [name, limits.buttons[name] ?? 'SOS'])) as Record<
    BeaconButton,
    ButtonAct
  >,
})

export const bodyOf = (uuid: string, { allowedTimes, buttons, ...rest }: BeaconValues) => ({
  uuid,
  buttons: Object.fromEntries(Object.entries(buttons).filter(([, act]) => act !== 'SOS')),
  allowedTimes: allowedTimes.map(({ days, from, to }) => ({
    days: days.map(Number).toSorted((a, b) => a - b),
    from,
    to,
  })),
  ...Object.fromEntries(bounds.map((name) => [name, rest[name] === '' ? null : rest[name]])),
})
