import type { ReactNode } from 'react'
import styles from './Mark.module.css'

/** Before what is not so: a test, an example. */
export const Mark = ({ children }: { children: ReactNode }) => (
  <span className={styles['mark']}>{children}</span>
)
