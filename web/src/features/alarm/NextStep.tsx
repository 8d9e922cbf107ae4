import type { IncidentDetail } from '@carewatch/contracts/http/incidents'
import { useEffect, useState } from 'react'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { countdown } from './countdown.ts'

const SECOND_MS = 1_000

/** The time, moving on with every second. */
function useSeconds(): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const tick = setInterval(() => setNow(new Date()), SECOND_MS)
    return () => clearInterval(tick)
  }, [])
  return now
}

/** Whom the chain calls next if nobody resolves it, and how long that is away. */
export function NextStep({ at, who }: NonNullable<IncidentDetail['nextStep']>) {
  const intl = useIntl()
  const left = countdown(at, useSeconds())
  const names = who.map((group) => intl.formatMessage({ id: `escalation.who.${group}` }))
  return (
    <span data-testid="next-step">
      <FormattedMessage
        id={left === null ? 'alarms.nextStepNow' : 'alarms.nextStepIn'}
        values={{
          who: <FormattedList key="who" value={names} />,
          left: (
            <Ltr key="left">
              <b>{left}</b>
            </Ltr>
          ),
        }}
      />
    </span>
  )
}
