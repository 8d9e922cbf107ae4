import type { IntlShape } from 'react-intl'

const MINUTE = 60
const HOUR = 3_600

/** So many seconds, as one says them: "1 min 30 sec". */
export function durationText(intl: IntlShape, seconds: number): string {
  const parts = [
    [Math.floor(seconds / HOUR), 'hour'],
    [Math.floor((seconds % HOUR) / MINUTE), 'minute'],
    [seconds % MINUTE, 'second'],
  ] as const
  const said = parts
    .filter(([n]) => n > 0)
    .map(([n, unit]) => intl.formatNumber(n, { style: 'unit', unit, unitDisplay: 'short' }))
  return intl.formatList(said, { type: 'unit', style: 'narrow' })
}
