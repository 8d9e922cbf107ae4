import { BeaconLimits, type BeaconLimits as Limits } from '@carewatch/contracts/rooms'
import { InvalidFields } from '../http/invalid-fields.ts'

export const limitNames = BeaconLimits.keyof().options

type Asked = { [Name in keyof Limits]?: Limits[Name] | undefined }

/** Of a body, the limits it names. */
export const limitsOf = (body: Asked): Partial<Limits> =>
  // Safe: the names are those of the limits, and what is left has a value.
  Object.fromEntries(
    limitNames.flatMap((name) => (body[name] === undefined ? [] : [[name, body[name]]])),
  ) as Partial<Limits>

const isCrossed = (low: number | null | undefined, high: number | null | undefined): boolean =>
  typeof low === 'number' && typeof high === 'number' && low >= high

/** Each pair as it will stand, whichever side of it was asked for. */
export function refuseCrossedLimits(next: Asked): void {
  const wrong = {
    ...(isCrossed(next.temperatureLow, next.temperatureHigh) && { temperatureLow: 'belowUpper' }),
    ...(isCrossed(next.humidityLow, next.humidityHigh) && { humidityLow: 'belowUpper' }),
  }
  if (Object.keys(wrong).length > 0) throw new InvalidFields(wrong)
}
