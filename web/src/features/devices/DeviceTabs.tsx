import { Link } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import styles from './DeviceTabs.module.css'
import { deviceTabs } from './search.ts'

export function DeviceTabs() {
  return (
    <div className={styles['tabs']}>
      {deviceTabs.map((filterKey) => (
        <Link
          key={filterKey}
          to="/admin/devices/{-$filterKey}"
          params={{ filterKey: filterKey === 'all' ? undefined : filterKey }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={styles['tab']}
        >
          <FormattedMessage id={`devices.filter.${filterKey}`} />
        </Link>
      ))}
    </div>
  )
}
