import { FormattedMessage, type IntlShape } from 'react-intl'

const worded = { bpm: 'unit.bpm', mmHg: 'unit.mmHg', min: 'unit.min' } as const

/** A unit that is a word of the language; the others are signs and alike everywhere. */
export const isWorded = (unit: string): unit is keyof typeof worded => unit in worded

export const unitText = (intl: IntlShape, unit: string): string =>
  isWorded(unit) ? intl.formatMessage({ id: worded[unit] }) : unit

export const Unit = ({ of }: { of: string }) => (isWorded(of) ? <FormattedMessage id={worded[of]} /> : of)
