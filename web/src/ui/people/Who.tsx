import type { WearerSummary } from '@carewatch/contracts/wearers'
import { FormattedMessage, useIntl } from 'react-intl'
import { bedsideOf, bedsideThenOf } from './place-name.ts'
import styles from './Who.module.css'

type Props = { wearer: WearerSummary | null | undefined; name: string }

/** Whom it is about and where they lie now: the person first, then room and bed. */
function Now({ wearer, name }: Props) {
  const lies = bedsideOf(useIntl(), wearer)
  const first = <bdi key="name">{name}</bdi>
  if (!lies) return first
  const second = (
    <span key="lies" className={styles['lies']}>
      {lies}
    </span>
  )
  return <FormattedMessage id="bedside.with" values={{ first, second }} />
}

/** Whom it is about; where they lay when it happened only where that was elsewhere, and never as loud as where they are. `name` is whom or what it is called. */
export function Who({ wearer, name }: Props) {
  const intl = useIntl()
  const place = bedsideThenOf(intl, wearer)
  const now = <Now wearer={wearer} name={name} />
  if (!place) return now
  // Every language says first where they are now.
  const then = intl.formatMessage({ id: 'bedside.then' }, { now: '', place }).trim()
  return (
    <>
      {now} <span className={styles['lies']}>{then}</span>
    </>
  )
}
