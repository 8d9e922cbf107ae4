import type { Gateway } from '@carewatch/contracts/http/blt-entities'
import { Age } from '../../ui/Age.tsx'
import { FormattedMessage } from 'react-intl'
import type { Column } from '../../ui/list/column.ts'
import { Mac } from '../../ui/Mac.tsx'
import { macText } from '../../ui/mac-text.ts'
import { OnlineMark } from '../../ui/OnlineMark.tsx'
import { StatusMark } from '../../ui/StatusMark.tsx'
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
  {
    id: 'branch',
    title: 'devices.branch',
    text: ({ branch }) => branch?.name,
    show: ({ branch }) => <bdi>{branch?.name ?? '—'}</bdi>,
  },
  {
    id: 'room',
    title: 'blt.room',
    text: ({ room }) => room?.name,
    show: ({ room }) => <bdi>{room?.name ?? '—'}</bdi>,
  },
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
  {
    id: 'isActive',
    title: 'list.status',
    text: ({ isActive }) => (isActive ? 1 : 0),
    show: ({ isActive }) => <StatusMark isActive={isActive} />,
    isExtra: true,
  },
]
