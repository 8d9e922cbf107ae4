import type { Device } from '@carewatch/contracts/http/devices'
import { LiveBattery, OpenAlarms, SoldMark } from '../../ui/devices/DeviceMarks.tsx'
import { LastSeen } from '../../ui/devices/LastSeen.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import type { Column } from '../../ui/list/column.ts'
import { createdAtColumn, isActiveColumn, namedColumn } from '../../ui/list/common-columns.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Phone } from '../../ui/people/Phone.tsx'
import styles from './columns.module.css'

const who: readonly Column<Device>[] = [
  {
    id: 'name',
    title: 'devices.name',
    sort: 'name',
    text: ({ name }) => name,
    show: ({ uuid, name }) => (
      <LinkText to="/user/device/$uuid" params={{ uuid }}>
        <span className={styles['name']}>
          <bdi>{name}</bdi>
        </span>
      </LinkText>
    ),
  },
  {
    id: 'wearer',
    title: 'devices.wornBy',
    text: ({ wearer }) => wearer?.name,
    show: ({ wearer }) =>
      wearer ? (
        <LinkText to="/people/$uuid" params={{ uuid: wearer.uuid }}>
          <bdi>{wearer.name}</bdi>
        </LinkText>
      ) : (
        '—'
      ),
  },
]

const whose: readonly Column<Device>[] = [
  {
    id: 'ownerName',
    title: 'devices.owner',
    sort: 'ownerName',
    text: ({ ownerName }) => ownerName,
    show: ({ ownerName }) => <bdi>{ownerName ?? '—'}</bdi>,
  },
  {
    id: 'imei',
    title: 'devices.imei',
    sort: 'imei',
    text: ({ imei }) => imei,
    show: ({ imei }) => (
      <span className={styles['figure']}>
        <Ltr>{imei}</Ltr>
      </span>
    ),
  },
]

const state: readonly Column<Device>[] = [
  {
    id: 'lastSeenAt',
    title: 'devices.lastSeen',
    sort: 'lastSeenAt',
    text: ({ lastSeenAt }) => lastSeenAt?.toISOString(),
    show: (device) => <LastSeen device={device} />,
  },
  {
    id: 'battery',
    title: 'devices.battery',
    sort: 'battery',
    text: ({ battery }) => battery,
    show: (device) => <LiveBattery device={device} />,
  },
  {
    id: 'openAlarms',
    title: 'devices.alarms',
    text: ({ openAlarms }) => openAlarms,
    show: ({ openAlarms }) => <OpenAlarms count={openAlarms} />,
  },
]

const place: readonly Column<Device>[] = [
  { ...namedColumn('branch', 'devices.branch'), isExtra: true },
  { ...namedColumn('company', 'devices.company'), isExtra: true },
  {
    id: 'deviceModel',
    title: 'devices.model',
    sort: 'deviceModel',
    text: ({ deviceModel }) => deviceModel,
    show: ({ deviceModel }) => <bdi>{deviceModel}</bdi>,
    isExtra: true,
  },
  {
    id: 'mobileNumber',
    title: 'devices.mobileNumber',
    text: ({ mobileNumber }) => mobileNumber,
    show: ({ mobileNumber }) => <Phone number={mobileNumber} />,
    isExtra: true,
  },
  {
    id: 'isSold',
    title: 'devices.sale',
    sort: 'isSold',
    text: ({ isSold }) => (isSold ? 1 : 0),
    show: ({ isSold }) => <SoldMark isSold={isSold} />,
    isExtra: true,
  },
  { ...isActiveColumn, sort: 'isActive' },
  createdAtColumn,
]

/** First who needs somebody to look after a device: whose it is comes after. */
export const columns: readonly Column<Device>[] = [...who, ...state, ...whose, ...place]

/** For an owner or a relative: whom they look after and how it is, nothing of the trade. */
export const ownColumns = columns
  .filter(({ id }) => id !== 'isSold')
  .map((column) => (['imei', 'isActive'].includes(column.id) ? { ...column, isExtra: true } : column))
