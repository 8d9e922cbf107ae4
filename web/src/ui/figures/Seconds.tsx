import { FormattedTime } from 'react-intl'
import { Ltr } from './Ltr.tsx'

/** The time of day to the second, for what is counted in seconds. */
export const Seconds = ({ at }: { at: Date }) => (
  <Ltr>
    <FormattedTime value={at} hourCycle="h23" hour="2-digit" minute="2-digit" second="2-digit" />
  </Ltr>
)
