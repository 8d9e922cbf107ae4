type Part = number | string | undefined

/** Milliseconds since 1970 of a date written in digits, in UTC; NaN where there is no such moment. Parts: year, month, day, hour, minute, second. */
export function utcOf([year, month, day, hour = 0, minute = 0, second = 0]: readonly Part[]): number {
  const [y, mo, d] = [Number(year), Number(month), Number(day)]
  const [h, mi, s] = [Number(hour), Number(minute), Number(second)]
  const time = Date.UTC(y < 100 ? 2000 + y : y, mo - 1, d, h, mi, s)
  const isClock = h < 24 && mi < 60 && s < 60
  return isClock && new Date(time).getUTCDate() === d ? time : Number.NaN
}

const PAIRS = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?$/

/** `yyyyMMddHHmmss` or `yyyyMMddHHmm`. */
export function utcOfDigits(digits: string | undefined): number {
  const parts = PAIRS.exec(digits ?? '')
  return parts ? utcOf(parts.slice(1)) : Number.NaN
}

/** `yyyyMMddHHmmss` in UTC. */
export const digitsOfUtc = (time: number): string =>
  new Date(time).toISOString().replaceAll(/[-:T]/g, '').slice(0, 14)

export const isoOf = (time: number | undefined): string | undefined =>
  time === undefined || Number.isNaN(time) ? undefined : new Date(time).toISOString()
