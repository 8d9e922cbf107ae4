import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import styles from './StatusMark.module.css'

/** On the line or not, by shape and word. */
export function OnlineMark({ isOnline }: { isOnline: boolean }) {
  const Icon = isOnline ? IconPlugConnected : IconPlugConnectedX
  return (
    <span className={styles['mark']} data-active={isOnline}>
      <Icon size={16} aria-hidden />
      <FormattedMessage id={isOnline ? 'status.online' : 'status.offline'} />
    </span>
  )
}
