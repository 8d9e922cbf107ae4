import type { IntlShape } from 'react-intl'

const parts = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const

function unitsText(intl: IntlShape, seconds: number, atMost: number): string {
  let left = seconds
  const counted = parts.map(([unit, length]) => {
    const n = Math.floor(left / length)
    left -= n * length
    return { unit, n }
  })
  const first = counted.findIndex(({ n }) => n > 0)
  const shown = counted.slice(first, first < 0 ? 0 : first + atMost).filter(({ n }) => n > 0)
  const words = shown.map(({ unit, n }) =>
    intl.formatNumber(n, { style: 'unit', unit, unitDisplay: 'short' }),
  )
  return intl.formatList(words, { type: 'unit', style: 'narrow' })
}

/** So many seconds, to the second: "1 hr 30 sec". */
export const durationText = (intl: IntlShape, seconds: number): string =>
  unitsText(intl, seconds, parts.length)

/** About how long, in its two greatest units: "2 hr 5 min". */
export function roughDuration(intl: IntlShape, seconds: number): string {
  const whole = Math.round(seconds)
  if (whole === 0) return intl.formatNumber(0, { style: 'unit', unit: 'second', unitDisplay: 'short' })
  return unitsText(intl, whole, 2)
}
