import type { Gateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { IconCircleCheckFilled, IconCircleDashed, IconClock, IconSend } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Age } from '../../ui/figures/Age.tsx'
import { configState } from './config-state.ts'

const icons = { never: IconCircleDashed, waiting: IconClock, sent: IconSend, applied: IconCircleCheckFilled }

/** Where the configuration of a gateway stands: asked for, or confirmed by the gateway itself. */
export function ConfigMark({ gateway }: { gateway: Gateway }) {
  const state = configState(gateway)
  const Icon = icons[state]
  const { requestedAt, sentAt, reportedAt } = gateway.configState
  const at = { never: null, waiting: requestedAt, sent: sentAt, applied: reportedAt }[state]
  return (
    <span>
      <Icon size={16} aria-hidden style={{ verticalAlign: '-0.2em' }} />{' '}
      <FormattedMessage
        id={`gateways.config.${state}`}
        values={{ age: at ? <Age key="age" at={at} /> : '' }}
      />
    </span>
  )
}
