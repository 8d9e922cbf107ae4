import type { IntlShape } from 'react-intl'

export const weekdays = [0, 1, 2, 3, 4, 5, 6] as const

/** Of the week, Sunday is 0: any Sunday will do. */
export const weekdayName = (intl: IntlShape, day: number): string =>
  intl.formatDate(new Date(Date.UTC(2023, 0, 1 + day, 12)), { weekday: 'short', timeZone: 'UTC' })

const two = (figure: number): string => String(figure).padStart(2, '0')

export const clockText = ({ hour, minute }: { hour: number; minute: number }): string =>
  `${two(hour)}:${two(minute)}`
