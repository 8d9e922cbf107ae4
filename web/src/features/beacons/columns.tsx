import type { Beacon } from '@carewatch/contracts/http/gateways-and-beacons'
import { FormattedMessage, FormattedNumber } from 'react-intl'
import { Age } from '../../ui/figures/Age.tsx'
import type { Column } from '../../ui/list/column.ts'
import { isActiveColumn, namedColumn } from '../../ui/list/common-columns.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Mac } from '../../ui/devices/Mac.tsx'
import { macText } from '../../ui/devices/mac-text.ts'

export const columns: readonly Column<Beacon>[] = [
  {
    id: 'name',
    title: 'blt.name',
    sort: 'name',
    text: ({ name }) => name,
    show: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'deviceType',
    title: 'blt.type',
    text: ({ deviceType }) => deviceType,
    show: ({ deviceType }) => <FormattedMessage id={`beaconType.${deviceType}`} />,
  },
  {
    id: 'macAddress',
    title: 'blt.mac',
    text: ({ macAddress }) => macText(macAddress),
    show: ({ macAddress }) => <Mac mac={macAddress} />,
  },
  namedColumn('room', 'blt.room'),
  namedColumn('device', 'beacons.device'),
  {
    id: 'staff',
    title: 'beacons.staff',
    text: ({ staff }) => staff?.name,
    show: ({ staff }) => <bdi>{staff?.name ?? '—'}</bdi>,
  },
  {
    id: 'lastSeenAt',
    title: 'blt.lastMessage',
    text: ({ lastSeenAt }) => lastSeenAt?.toISOString(),
    show: ({ lastSeenAt, staff }) => {
      if (lastSeenAt) return <Age at={lastSeenAt} />
      return staff ? '—' : <FormattedMessage id="devices.never" />
    },
  },
  {
    id: 'battery',
    title: 'devices.battery',
    text: ({ battery }) => battery,
    show: ({ battery }) =>
      battery === null ? '—' : <FormattedNumber value={battery / 100} style="percent" />,
  },
  {
    id: 'rssi',
    title: 'blt.rssi',
    text: ({ rssi }) => rssi,
    show: ({ rssi }) => (rssi === null ? '—' : <Ltr>{rssi} dBm</Ltr>),
    isExtra: true,
  },
  { ...namedColumn('branch', 'devices.branch'), isExtra: true },
  { ...isActiveColumn, isExtra: true },
]
