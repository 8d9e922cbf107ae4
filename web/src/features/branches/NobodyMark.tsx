import { IconAlertTriangleFilled } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import styles from './NobodyMark.module.css'

/** Nobody is on duty, though somebody should be. */
export const NobodyMark = () => (
  <span className={styles['mark']}>
    <IconAlertTriangleFilled size={16} aria-hidden />
    <FormattedMessage id="duty.nobodyMark" />
  </span>
)
