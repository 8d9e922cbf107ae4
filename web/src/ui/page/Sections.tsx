import type { ReactNode } from 'react'
import styles from './Sections.module.css'

export const Sections = ({ children }: { children: ReactNode }) => (
  <div className={styles['sections']}>{children}</div>
)
