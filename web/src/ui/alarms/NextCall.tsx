import { type Incident, nextCallOf } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { FormattedList, FormattedMessage, useIntl } from 'react-intl'
import { Countdown, useHasCome } from '../figures/Countdown.tsx'
import styles from './NextCall.module.css'

type Next = NonNullable<ReturnType<typeof nextCallOf>>

function When({ at, who }: Next) {
  const intl = useIntl()
  const hasCome = useHasCome(at)
  const names = who.map((group) => intl.formatMessage({ id: `escalation.who.${group}` }))
  return (
    <FormattedMessage
      id={hasCome ? 'nextCall.now' : 'nextCall.in'}
      values={{ who: <FormattedList key="who" value={names} />, left: <Countdown key="left" at={at} /> }}
    />
  )
}

/** Whom the chains of what nobody answered call next, and how long that is away; or that there is nobody left. */
export function NextCall({ incident }: { incident: Incident<Notification> }) {
  const next = nextCallOf(incident)
  if (next === undefined) return null
  return (
    <span className={styles['next']} data-testid="next-call" data-nobody={next === null}>
      {next ? <When {...next} /> : <FormattedMessage id="nextCall.nobody" />}
    </span>
  )
}
