import { Link } from '@tanstack/react-router'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import styles from './Count.module.css'

type Props = {
  id: MessageId
  value: number | undefined
  of?: number | undefined
  to: '/admin/notifications' | '/admin/devices/{-$filterKey}' | '/admin/task/list'
  alert?: boolean
}

export function Count({ id, value, of, to, alert = false }: Props) {
  return (
    <Link to={to} className={styles['count']} data-alert={alert}>
      <span>
        <FormattedMessage id={id} />
      </span>
      <b>
        {value === undefined ? '—' : <FormattedNumber value={value} />}
        {of === undefined ? null : (
          <small>
            {' '}
            <FormattedMessage id="dashboard.ofTotal" values={{ total: of }} />
          </small>
        )}
      </b>
    </Link>
  )
}
