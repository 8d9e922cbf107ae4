import type { SettingsState } from '@carewatch/contracts/http/device-settings'
import type { SettingState as State } from '@carewatch/contracts/setting-states'
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconClockHour4,
  IconDeviceWatch,
  IconMinus,
} from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import styles from './SettingState.module.css'
import { isOurs } from './shown.ts'

type Of = SettingsState['states'][number]

const icons = {
  WAITING: IconClockHour4,
  SENT: IconClockHour4,
  ACKNOWLEDGED: IconCircleCheck,
  READ_BACK: IconCircleCheck,
  DIFFERS: IconAlertTriangle,
  REFUSED: IconAlertTriangle,
  LEFT: IconDeviceWatch,
  NOT_SUPPORTED: IconMinus,
} as const satisfies Record<State, unknown>

function wordOf({ setting, state }: Of, confirms: boolean): MessageId {
  if (state === 'SENT' && !confirms) return 'settings.state.SENT_ONLY'
  if (state === 'NOT_SUPPORTED' && isOurs(setting)) return 'settings.keptHere'
  return `settings.state.${state}`
}

/** How far one setting has come on its way to the watch; never that it is there before the watch said so. */
export function SettingState({ of, confirms }: { of: Of; confirms: boolean }) {
  const { state, sentAt, answeredAt } = of
  const Icon = icons[state]
  const at = state === 'SENT' ? sentAt : answeredAt
  return (
    <span className={styles['state']} data-state={state}>
      <Icon size={16} aria-hidden />
      <span>
        <FormattedMessage id={wordOf(of, confirms)} values={{ at: at ? <Moment key="at" at={at} /> : '—' }} />
      </span>
    </span>
  )
}
