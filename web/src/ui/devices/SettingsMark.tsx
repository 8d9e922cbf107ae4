import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import { IconCircleCheckFilled, IconClockHour4 } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Age } from '../figures/Age.tsx'
import styles from './SettingsMark.module.css'

/** Has the watch taken its settings? It is never claimed before it said so. */
export function SettingsMark({ state }: { state: SettingsState }) {
  const { waiting, confirms, lastSeenAt, reportedAt, sentAt, supported } = state
  if (supported.length === 0)
    return (
      <p className={styles['mark']} data-testid="settings-mark">
        <FormattedMessage id="settings.notSettable" />
      </p>
    )
  const Icon = waiting ? IconClockHour4 : IconCircleCheckFilled
  const at = waiting ? lastSeenAt : confirms ? reportedAt : sentAt
  return (
    <p className={styles['mark']} data-waiting={waiting} data-testid="settings-mark">
      <Icon size={20} aria-hidden />
      <span>
        <FormattedMessage
          id={waiting ? 'settings.waiting' : confirms ? 'settings.taken' : 'settings.sentOnly'}
          values={{
            age: at ? <Age key="age" at={at} /> : <FormattedMessage key="age" id="settings.never" />,
          }}
        />
      </span>
    </p>
  )
}
