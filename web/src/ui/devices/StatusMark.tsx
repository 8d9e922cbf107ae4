import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import styles from './StatusMark.module.css'

/** Active or not, by shape and word. */
export function StatusMark({ isActive }: { isActive: boolean }) {
  const Icon = isActive ? IconCircleCheckFilled : IconCircleDashed
  return (
    <span className={styles['mark']} data-active={isActive}>
      <Icon size={16} aria-hidden />
      <FormattedMessage id={isActive ? 'status.active' : 'status.inactive'} />
    </span>
  )
}
