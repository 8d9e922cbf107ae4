import { Link } from '@tanstack/react-router'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import type { TaskSearch } from './links.ts'
import styles from './FigureLinks.module.css'

export type Figure = { label: MessageId; n: number; search: TaskSearch | null; tone?: 'critical' | 'ok' }

function Face({ label, n }: Figure) {
  return (
    <>
      <span>
        <FormattedMessage id={label} />
      </span>
      <b>
        <FormattedNumber value={n} />
      </b>
    </>
  )
}

/** Figures that lead to the tasks they count. One that no filter can show leads nowhere. */
export function FigureLinks({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className={styles['figures']}>
      {figures.map((figure) => (
        <li key={figure.label} data-tone={figure.n > 0 ? figure.tone : undefined}>
          {figure.search ? (
            <Link to="/admin/task/list" search={figure.search}>
              <Face {...figure} />
            </Link>
          ) : (
            <div>
              <Face {...figure} />
            </div>
          )}
        </li>
      ))}
    </ul>
  )
}
