import { type ReactNode, useEffect, useRef } from 'react'
import styles from './LinkTabs.module.css'

/** Tabs that are links, so that each has an address; give them `className={linkTab}`. On a phone the one shown is never out of sight. */
export function LinkTabs({ label, children }: { label: string; children: ReactNode }) {
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  return (
    <nav ref={nav} aria-label={label} className={styles['tabs']}>
      {children}
    </nav>
  )
}

export const linkTab = styles['tab'] ?? ''
