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

/** Whom it is about; where they lay when it happened only where that was elsewhere. `name` is whom or what it is called. */
export function Who({ wearer, name }: Props) {
  const lay = bedsideThenOf(useIntl(), wearer)
  const now = <Now key="now" wearer={wearer} name={name} />
  if (!lay) return now
  const place = (
    <span key="place" className={styles['lies']}>
      {lay}
    </span>
  )
  return <FormattedMessage id="bedside.then" values={{ now, place }} />
}
