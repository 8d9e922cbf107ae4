import { freshness } from '@carewatch/contracts/freshness'
import type { Device } from '@carewatch/contracts/http/devices'
import { FormattedMessage } from 'react-intl'
import { useLastWord } from '../../live/last-word.ts'
import { Age } from '../figures/Age.tsx'
import { useNow } from '../figures/now.ts'
import styles from './DeviceMarks.module.css'

/** When a device was last seen, and what that means for how often it should report. */
export function LastSeen({ device }: { device: Device }) {
  const now = useNow()
  const at = useLastWord(device)
  if (!at) return <FormattedMessage id="devices.never" />
  const state = freshness(now.getTime() - at.getTime(), device.expectedIntervalMs)
  return (
    <span className={styles['seen']} data-freshness={state}>
      <FormattedMessage id={`freshness.${state}`} />
      <Age at={at} />
    </span>
  )
}
