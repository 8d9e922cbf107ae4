import { IconPlus } from '@tabler/icons-react'
import styles from '../../tracks/Stage.module.css'

/** Marks the middle of the map, which "Centre here" means. */
export const Cross = () => (
  <div className={styles['cross']}>
    <IconPlus size={28} aria-hidden />
  </div>
)
