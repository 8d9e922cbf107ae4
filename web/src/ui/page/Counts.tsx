import type { ReactNode } from 'react'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './Counts.module.css'

export type CountFact = {
  label: MessageId
  n: number
  note?: ReactNode
  tone?: 'critical' | 'caution' | 'ok'
}

/** A row of figures that are read at a glance. */
export function Counts({ counts }: { counts: readonly CountFact[] }) {
  return (
    <dl className={styles['counts']}>
      {counts.map(({ label, n, note, tone }) => (
        <div key={label} data-tone={n > 0 ? tone : undefined}>
          <dt>
            <FormattedMessage id={label} />
          </dt>
          <dd>
            <FormattedNumber value={n} />
            {note ? <small>{note}</small> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
