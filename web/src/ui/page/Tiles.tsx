import type { ReactNode } from 'react'
import styles from './Tiles.module.css'

export const Tiles = ({ children }: { children: ReactNode }) => (
  <ul className={styles['tiles']}>{children}</ul>
)

type Props = { art: ReactNode; corner?: ReactNode; foot?: ReactNode; children: ReactNode }

/** One of many to look at: a picture, its words, and at the foot what one can do. */
export const Tile = ({ art, corner, foot, children }: Props) => (
  <li className={styles['tile']}>
    {art}
    {corner ? <div className={styles['corner']}>{corner}</div> : null}
    <div className={styles['body']}>
      {children}
      {foot ? <div className={styles['foot']}>{foot}</div> : null}
    </div>
  </li>
)
