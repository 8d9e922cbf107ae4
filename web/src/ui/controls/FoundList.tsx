import type { ReactNode } from 'react'
import styles from './FoundList.module.css'

type Fact = { id: string; shown: ReactNode }
export type Found = { key: string; title: ReactNode; facts: readonly Fact[]; action: ReactNode }

/** Things that were found, each with what is known of it and the one thing to do: in a line where there is room, else one under the other. */
export const FoundList = ({ found, label }: { found: readonly Found[]; label: string }) => (
  <ul className={styles['list']} aria-label={label}>
    {found.map(({ key, title, facts, action }) => (
      <li key={key} className={styles['item']}>
        <div>
          <b>{title}</b>
          <div className={styles['facts']}>
            {facts.map(({ id, shown }) => (
              <span key={id}>{shown}</span>
            ))}
          </div>
        </div>
        {action}
      </li>
    ))}
  </ul>
)
