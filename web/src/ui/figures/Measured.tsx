import { metric, type MetricName } from '@carewatch/contracts/metrics'
import { FormattedNumber } from 'react-intl'
import { Ltr } from './Ltr.tsx'
import { isWorded, Unit } from './unit.tsx'

type Props = { name: MetricName; value: number | null | undefined }

/** The figure alone, as its metric is written. */
export function Figure({ name, value }: Props) {
  const { decimals } = metric(name)
  if (value === null || value === undefined) return <span>—</span>
  return <FormattedNumber value={value} maximumFractionDigits={decimals} minimumFractionDigits={decimals} />
}

/** A unit that is a sign stands by its figure; one that is a word follows it in the direction of the text. */
export function Sign({ name }: { name: MetricName }) {
  const { unit } = metric(name)
  if (!unit || isWorded(unit)) return null
  return <small>{unit === '%' ? unit : ` ${unit}`}</small>
}

export function Word({ name }: { name: MetricName }) {
  const { unit } = metric(name)
  if (!isWorded(unit)) return null
  return (
    <small>
      {' '}
      <Unit of={unit} />
    </small>
  )
}

export function Measured({ name, value }: Props) {
  if (value === null || value === undefined) return <span>—</span>
  return (
    <span>
      <Ltr>
        <Figure name={name} value={value} />
        <Sign name={name} />
      </Ltr>
      <Word name={name} />
    </span>
  )
}
