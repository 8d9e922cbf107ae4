import type { BeaconLimits } from '@carewatch/contracts/rooms'

type Bound = number | ''
const bounds = ['maxMinutes', 'temperatureLow', 'temperatureHigh', 'humidityLow', 'humidityHigh'] as const
type BoundName = (typeof bounds)[number]

/** The limits of a beacon as a form holds them: an empty field is no limit. */
export type BeaconValues = Record<BoundName, Bound> & {
  allowedTimes: { days: string[]; from: string; to: string }[]
}

export const valuesOf = (limits: BeaconLimits): BeaconValues => ({
  allowedTimes: limits.allowedTimes.map(({ days, from, to }) => ({ days: days.map(String), from, to })),
  maxMinutes: limits.maxMinutes ?? '',
  temperatureLow: limits.temperatureLow ?? '',
  temperatureHigh: limits.temperatureHigh ?? '',
  humidityLow: limits.humidityLow ?? '',
  humidityHigh: limits.humidityHigh ?? '',
})

export const bodyOf = (uuid: string, { allowedTimes, ...rest }: BeaconValues) => ({
  uuid,
  allowedTimes: allowedTimes.map(({ days, from, to }) => ({
    days: days.map(Number).toSorted((a, b) => a - b),
    from,
    to,
  })),
  ...Object.fromEntries(bounds.map((name) => [name, rest[name] === '' ? null : rest[name]])),
})
