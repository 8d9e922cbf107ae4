import type { ReactNode } from 'react'
import styles from './Scroll.module.css'

/** A table that is wider than a phone moves inside its own region, by finger and by keys. */
export const Scroll = ({ label, children }: { label: string; children: ReactNode }) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by the keyboard.
  <section aria-label={label} tabIndex={0} className={styles['scroll']}>
    {children}
  </section>
)
