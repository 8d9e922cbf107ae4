import type { IncidentDetail } from '@carewatch/contracts/http/incidents'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import { Countdown, useHasCome } from '../../ui/figures/Countdown.tsx'

/** Whom the chain calls next if nobody resolves it, and how long that is away. */
export function NextStep({ at, who }: NonNullable<IncidentDetail['nextStep']>) {
  const intl = useIntl()
  const hasCome = useHasCome(at)
  const names = who.map((group) => intl.formatMessage({ id: `escalation.who.${group}` }))
  return (
    <span data-testid="next-step">
      <FormattedMessage
        id={hasCome ? 'alarms.nextStepNow' : 'alarms.nextStepIn'}
        values={{ who: <FormattedList key="who" value={names} />, left: <Countdown key="left" at={at} /> }}
      />
    </span>
  )
}
