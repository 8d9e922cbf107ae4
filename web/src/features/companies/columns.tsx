import type { Company } from '@carewatch/contracts/http/companies'
import { LinkText } from '../../ui/LinkText.tsx'
import type { Column } from '../../ui/list/column.ts'
import { StatusMark } from '../../ui/StatusMark.tsx'
import { FormattedDate } from 'react-intl'

export const columns: readonly Column<Company>[] = [
  {
    id: 'name',
    title: 'companies.name',
    sort: 'name',
    text: ({ name }) => name,
    show: ({ uuid, name }) => (
      <LinkText to="/admin/company/$uuid" params={{ uuid }}>
        <bdi>{name}</bdi>
      </LinkText>
    ),
  },
  {
    id: 'code',
    title: 'companies.code',
    sort: 'code',
    text: ({ code }) => code,
    show: ({ code }) => <bdi>{code}</bdi>,
  },
  {
    id: 'manager',
    title: 'companies.manager',
    text: ({ manager }) => manager?.name,
    show: ({ manager }) => <bdi>{manager?.name ?? '—'}</bdi>,
  },
  {
    id: 'address',
    title: 'companies.address',
    text: ({ address }) => address,
    show: ({ address }) => <bdi>{address || '—'}</bdi>,
    isExtra: true,
  },
  {
    id: 'isActive',
    title: 'list.status',
    text: ({ isActive }) => (isActive ? 1 : 0),
    show: ({ isActive }) => <StatusMark isActive={isActive} />,
  },
  {
    id: 'createdAt',
    title: 'list.createdAt',
    sort: 'createdAt',
    text: ({ createdAt }) => createdAt.toISOString(),
    show: ({ createdAt }) => <FormattedDate value={createdAt} dateStyle="medium" />,
    isExtra: true,
  },
]
