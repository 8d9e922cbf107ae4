import { FormattedDate } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'
import { StatusMark } from '../devices/StatusMark.tsx'
import type { Column } from './column.ts'

export const isActiveColumn: Column<{ isActive: boolean }> = {
  id: 'isActive',
  title: 'list.status',
  text: ({ isActive }) => (isActive ? 1 : 0),
  show: ({ isActive }) => <StatusMark isActive={isActive} />,
}

export const createdAtColumn: Column<{ createdAt: Date }> = {
  id: 'createdAt',
  title: 'list.createdAt',
  sort: 'createdAt',
  text: ({ createdAt }) => createdAt.toISOString(),
  show: ({ createdAt }) => <FormattedDate value={createdAt} dateStyle="medium" />,
  isExtra: true,
}

/** What a row belongs to or has, by its name. */
export const namedColumn = <Name extends string>(
  id: Name,
  title: MessageId,
): Column<Record<Name, { name: string } | null>> => ({
  id,
  title,
  text: (row) => row[id]?.name,
  show: (row) => <bdi>{row[id]?.name ?? '—'}</bdi>,
})
