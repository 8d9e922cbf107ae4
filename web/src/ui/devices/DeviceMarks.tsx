import type { Device } from '@carewatch/contracts/http/devices'
import {
  IconAlertTriangleFilled,
  IconBattery1,
  IconBattery2,
  IconBattery3,
  IconBattery4,
} from '@tabler/icons-react'
import { useAtomValue } from 'jotai'
import { FormattedMessage } from 'react-intl'
import { latestReading } from '../../live/live-atoms.ts'
import { Measured } from '../figures/Measured.tsx'
import styles from './DeviceMarks.module.css'

const LOW_BATTERY = 20
const shapes = [IconBattery1, IconBattery2, IconBattery3, IconBattery4] as const

export function Battery({ percent }: { percent: number | null }) {
  if (percent === null) return <span>—</span>
  const Shape = shapes[Math.min(3, Math.floor(percent / 25))] ?? IconBattery4
  return (
    <span className={styles['battery']} data-low={percent <= LOW_BATTERY}>
      <Shape size={20} stroke={1.75} aria-hidden />
      <Measured name="battery" value={percent} />
    </span>
  )
}

export function OpenAlarms({ count }: { count: number }) {
  if (count === 0) return <span className={styles['calm']}>—</span>
  return (
    <span className={styles['alarms']}>
      <IconAlertTriangleFilled size={16} aria-hidden />
      <FormattedMessage id="devices.openAlarms" values={{ n: count }} />
    </span>
  )
}

/** As it is now, where it may be watched live; else as it was loaded. */
export function LiveBattery({ device: { uuid, battery } }: { device: Pick<Device, 'uuid' | 'battery'> }) {
  const live = useAtomValue(latestReading(`${uuid}/battery`))
  return <Battery percent={live?.value ?? battery} />
}

export function SoldMark({ isSold }: { isSold: boolean }) {
  return (
    <span className={isSold ? undefined : styles['calm']}>
      <FormattedMessage id={isSold ? 'devices.sold' : 'devices.unsold'} />
    </span>
  )
}
