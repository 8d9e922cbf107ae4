import { Link } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { linkTab, LinkTabs } from '../../ui/LinkTabs.tsx'
import { deviceTabs } from './search.ts'

export function DeviceTabs() {
  const intl = useIntl()
  return (
    <LinkTabs label={intl.formatMessage({ id: 'page.devices' })}>
      {deviceTabs.map((filterKey) => (
        <Link
          key={filterKey}
          to="/admin/devices/{-$filterKey}"
          params={{ filterKey: filterKey === 'all' ? undefined : filterKey }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkTab}
        >
          <FormattedMessage id={`devices.filter.${filterKey}`} />
        </Link>
      ))}
    </LinkTabs>
  )
}
