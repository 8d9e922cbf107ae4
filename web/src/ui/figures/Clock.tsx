import { FormattedTime } from 'react-intl'
import { Ltr } from './Ltr.tsx'

/** The time of day as wards write it. */
export const Clock = ({ at }: { at: Date }) => (
  <Ltr>
    <FormattedTime value={at} hourCycle="h23" hour="2-digit" minute="2-digit" />
  </Ltr>
)
