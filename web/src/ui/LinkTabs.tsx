import type { ReactNode } from 'react'
import styles from './LinkTabs.module.css'

/** Tabs that are links, so that each has an address; give them `className={linkTab}`. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav aria-label={label} className={styles['tabs']}>
      {children}
    </nav>
  )
}

export const linkTab = styles['tab'] ?? ''
