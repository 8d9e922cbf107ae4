import { WardCell } from './WardCell.tsx'
import styles from './Ward.module.css'
import type { WardCell as Cell } from './ward-order.ts'

/** One cell by itself, as the board draws it: for the guide. */
export const WardExample = ({ cell }: { cell: Cell }) => (
  <ul className={styles['cells']}>
    <WardCell cell={cell} search={{}} isShown={false} />
  </ul>
)
