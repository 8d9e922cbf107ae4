import {
  IconAlertOctagonFilled,
  IconAlertTriangleFilled,
  IconCircleCheck,
  IconPlugConnectedX,
  IconWifiOff,
} from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import type { RoomState } from './room-state.ts'
import styles from './RoomTile.module.css'

const shapes = {
  critical: IconAlertOctagonFilled,
  warning: IconAlertTriangleFilled,
  technical: IconPlugConnectedX,
  noData: IconWifiOff,
  ok: IconCircleCheck,
}

/** The state of a room by shape, colour and word. */
export function StateMark({ state }: { state: RoomState }) {
  const Shape = shapes[state]
  return (
    <span className={styles['state']}>
      <Shape size="1.25em" aria-hidden />
      <FormattedMessage id={`rooms.state.${state}`} />
    </span>
  )
}
