import type { UnreadGroup } from '@carewatch/contracts/http/unread-messages'
import { FormattedNumber, type IntlShape } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import type { Column } from '../../ui/list/column.ts'
import { kindOf, Reason, reasonText } from './Kind.tsx'

export type UnreadRow = UnreadGroup & { uuid: string }
export const rowOf = (group: UnreadGroup): UnreadRow => ({ ...group, uuid: String(group.id) })

/** Of what it is, why, how often and when. */
export const columnsIn = (intl: IntlShape): readonly Column<UnreadRow>[] => [
  {
    id: 'model',
    title: 'unread.model',
    text: ({ model }) => model,
    show: ({ model }) => <bdi>{model}</bdi>,
  },
  {
    id: 'kind',
    title: 'unread.kind',
    text: kindOf,
    show: (group) => <Ltr>{kindOf(group)}</Ltr>,
  },
  {
    id: 'reason',
    title: 'unread.why',
    text: (group) => reasonText(intl, group),
    show: (group) => <Reason {...group} />,
  },
  {
    id: 'messages',
    title: 'unread.count',
    text: ({ messages }) => messages,
    show: ({ messages }) => <FormattedNumber value={messages} />,
  },
  {
    id: 'devices',
    title: 'unread.senders',
    text: ({ devices }) => devices,
    show: ({ devices }) => <FormattedNumber value={devices} />,
  },
  {
    id: 'lastAt',
    title: 'unread.last',
    text: ({ lastAt }) => lastAt.toISOString(),
    show: ({ lastAt }) => <Moment at={lastAt} />,
  },
  {
    id: 'firstAt',
    title: 'unread.first',
    text: ({ firstAt }) => firstAt.toISOString(),
    show: ({ firstAt }) => <Moment at={firstAt} />,
    isExtra: true,
  },
]
