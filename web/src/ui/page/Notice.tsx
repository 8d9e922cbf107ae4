import type { ReactNode } from 'react'
import styles from './Notice.module.css'

type Props = { tone: 'critical' | 'caution'; title?: ReactNode; children: ReactNode }

/** Something to read before going on. */
export function Notice({ tone, title, children }: Props) {
  return (
    <div role="alert" className={styles['notice']} data-tone={tone}>
      {title ? <b>{title}</b> : null}
      {children}
    </div>
  )
}
