import type { Device } from '@carewatch/contracts/http/devices'
import { freshness } from '@carewatch/contracts/freshness'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { presence } from '../../live/live-atoms.ts'
import { Age } from '../../ui/Age.tsx'
import { useNow } from '../../ui/now.ts'
import styles from './DeviceFacts.module.css'

/** When a device was last heard, and what that means for how often it should speak. */
export function LastSeen({ device }: { device: Device }) {
  const now = useNow()
  const live = useAtomValue(presence(device.uuid))
  const at =
    live && (!device.lastSeenAt || live.lastSeenAt > device.lastSeenAt) ? live.lastSeenAt : device.lastSeenAt
  if (!at) return <FormattedMessage id="devices.never" />
  const state = freshness(now.getTime() - at.getTime(), device.expectedIntervalMs)
  return (
    <span className={styles['seen']} data-freshness={state}>
      <FormattedMessage id={`freshness.${state}`} />
      <Age at={at} />
    </span>
  )
}
