import { FormattedNumber } from 'react-intl'

const KILOMETRE = 1_000

/** A way in metres, from a kilometre on in kilometres. */
export function Metres({ value }: { value: number }) {
  const isFar = value >= KILOMETRE
  return (
    <bdi>
      <FormattedNumber
        value={isFar ? value / KILOMETRE : value}
        maximumFractionDigits={isFar ? 1 : 0}
        style="unit"
        unit={isFar ? 'kilometer' : 'meter'}
      />
    </bdi>
  )
}
