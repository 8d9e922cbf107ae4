import type { WearerSummary } from '@carewatch/contracts/wearers'
import { FormattedMessage, useIntl } from 'react-intl'
import { bedsideOf } from './place-name.ts'
import styles from './Who.module.css'

type Props = { wearer: WearerSummary | null | undefined; name: string }

/** Whom it is about: the person first, then room and bed. `name` is whom or what it is called. */
export function Who({ wearer, name }: Props) {
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
