import type { Device } from '@carewatch/contracts/http/devices'
import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { Pagination } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Ltr } from '../../ui/Ltr.tsx'
import styles from './DeviceCards.module.css'
import { Battery, OpenAlarms } from './DeviceFacts.tsx'
import { LastSeen } from './LastSeen.tsx'

type Props = { devices: Device[]; total: number; page: number; onPage: (page: number) => void }

/** The same list for one hand. */
export function DeviceCards({ devices, total, page, onPage }: Props) {
  const pages = Math.ceil(total / PAGE_SIZE)
  return (
    <>
      <ul className={styles['cards']}>
        {devices.map((device) => (
          <li key={device.uuid}>
            <Link to="/user/overview" search={{ device: device.uuid }} className={styles['card']}>
              <span className={styles['who']}>
                <b>{device.name}</b>
                <small>
                  {device.ownerName ? (
                    <>
                      <bdi>{device.ownerName}</bdi> ·{' '}
                    </>
                  ) : null}
                  <Ltr>{device.imei}</Ltr>
                </small>
              </span>
              <span className={styles['facts']}>
                <LastSeen device={device} />
                <Battery percent={device.battery} />
                {device.openAlarms > 0 ? <OpenAlarms count={device.openAlarms} /> : null}
              </span>
            </Link>
          </li>
        ))}
      </ul>
      {pages > 1 ? <Pagination size="lg" total={pages} value={page} onChange={onPage} /> : null}
    </>
  )
}
