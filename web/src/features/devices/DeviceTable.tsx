import 'mantine-datatable/styles.css'
import type { Device } from '@carewatch/contracts/http/devices'
import { useNavigate } from '@tanstack/react-router'
import { DataTable, type DataTableColumn } from 'mantine-datatable'
import { FormattedMessage } from 'react-intl'
import { PAGE_SIZE } from '@carewatch/contracts/numbers'
import { LinkText } from '../../ui/LinkText.tsx'
import { Ltr } from '../../ui/Ltr.tsx'
import { Battery, OpenAlarms } from './DeviceFacts.tsx'
import styles from './DeviceTable.module.css'
import { LastSeen } from './LastSeen.tsx'

const columns: DataTableColumn<Device>[] = [
  {
    accessor: 'name',
    title: <FormattedMessage id="devices.name" />,
    render: (device) => (
      <LinkText to="/user/overview" search={{ device: device.uuid }}>
        {device.name}
      </LinkText>
    ),
  },
  {
    accessor: 'ownerName',
    title: <FormattedMessage id="devices.owner" />,
    render: ({ ownerName }) => ownerName ?? '—',
  },
  {
    accessor: 'imei',
    title: <FormattedMessage id="devices.imei" />,
    render: ({ imei }) => <Ltr>{imei}</Ltr>,
  },
  {
    accessor: 'branch',
    title: <FormattedMessage id="devices.branch" />,
    render: ({ branch }) => branch?.name ?? '—',
  },
  {
    accessor: 'battery',
    title: <FormattedMessage id="devices.battery" />,
    render: ({ battery }) => <Battery percent={battery} />,
  },
  {
    accessor: 'lastSeenAt',
    title: <FormattedMessage id="devices.lastSeen" />,
    render: (device) => <LastSeen device={device} />,
  },
  {
    accessor: 'openAlarms',
    title: <FormattedMessage id="devices.alarms" />,
    render: ({ openAlarms }) => <OpenAlarms count={openAlarms} />,
  },
]

type Props = { devices: Device[]; total: number; page: number; onPage: (page: number) => void }

export function DeviceTable({ devices, total, page, onPage }: Props) {
  const navigate = useNavigate()
  return (
    <DataTable
      className={styles['table'] ?? ''}
      idAccessor="uuid"
      records={devices}
      columns={columns}
      totalRecords={total}
      recordsPerPage={PAGE_SIZE}
      page={page}
      onPageChange={onPage}
      paginationText={() => <FormattedMessage id="devices.total" values={{ n: total }} />}
      onRowClick={({ record }) => void navigate({ to: '/user/overview', search: { device: record.uuid } })}
      highlightOnHover
      verticalSpacing="sm"
      horizontalSpacing="md"
      borderRadius="lg"
      withTableBorder={false}
      backgroundColor="var(--cw-surface)"
      borderColor="var(--cw-line)"
      rowBorderColor="var(--cw-line)"
    />
  )
}
