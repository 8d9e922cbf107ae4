import { metric, type MetricName } from '@carewatch/contracts/metrics'
import { FormattedNumber } from 'react-intl'
import { Ltr } from './Ltr.tsx'

type Props = { name: MetricName; value: number | null | undefined; withUnit?: boolean }

/** A value as its metric is written: decimals, unit, direction. */
export function Measured({ name, value, withUnit = true }: Props) {
  const { unit, decimals } = metric(name)
  if (value === null || value === undefined) return <span>—</span>
  return (
    <Ltr>
      <FormattedNumber value={value} maximumFractionDigits={decimals} minimumFractionDigits={decimals} />
      {withUnit && unit ? <small>{unit === '%' ? '%' : ` ${unit}`}</small> : null}
    </Ltr>
  )
}
