import type { Gateway } from '@carewatch/contracts/http/gateways-and-beacons'
import { Age } from '../../ui/figures/Age.tsx'
import { FormattedMessage } from 'react-intl'
import type { Column } from '../../ui/list/column.ts'
import { isActiveColumn, namedColumn } from '../../ui/list/common-columns.tsx'
import { Mac } from '../../ui/devices/Mac.tsx'
import { macText } from '../../ui/devices/mac-text.ts'
import { OnlineMark } from '../../ui/devices/OnlineMark.tsx'
import { ConfigMark } from './ConfigMark.tsx'

export const columns: readonly Column<Gateway>[] = [
  {
    id: 'name',
    title: 'blt.name',
    sort: 'name',
    text: ({ name }) => name,
    show: ({ name }) => <bdi>{name}</bdi>,
  },
  {
    id: 'macAddress',
    title: 'blt.mac',
    text: ({ macAddress }) => macText(macAddress),
    show: ({ macAddress }) => <Mac mac={macAddress} />,
  },
  namedColumn('branch', 'devices.branch'),
  namedColumn('room', 'blt.room'),
  {
    id: 'online',
    title: 'blt.line',
    text: ({ online }) => (online ? 1 : 0),
    show: ({ online }) => <OnlineMark isOnline={online} />,
  },
  {
    id: 'lastMessageAt',
    title: 'blt.lastMessage',
    text: ({ lastMessageAt }) => lastMessageAt?.toISOString(),
    show: ({ lastMessageAt }) =>
      lastMessageAt ? <Age at={lastMessageAt} /> : <FormattedMessage id="devices.never" />,
  },
  {
    id: 'config',
    title: 'gateways.config',
    text: ({ configState }) => configState.reportedAt?.toISOString(),
    show: (gateway) => <ConfigMark gateway={gateway} />,
    isExtra: true,
  },
  {
    id: 'model',
    title: 'blt.model',
    text: ({ model }) => model,
    show: ({ model }) => <bdi>{model}</bdi>,
    isExtra: true,
  },
  { ...isActiveColumn, isExtra: true },
]
