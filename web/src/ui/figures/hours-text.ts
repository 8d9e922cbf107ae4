import type { IntlShape } from 'react-intl'

/** So many minutes as hours, in the reader's words. */
export const hoursText = (intl: IntlShape, minutes: number): string =>
  intl.formatNumber(minutes / 60, {
    style: 'unit',
    unit: 'hour',
    unitDisplay: 'long',
    maximumFractionDigits: 2,
  })
