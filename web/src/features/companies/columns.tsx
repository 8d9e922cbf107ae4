import type { Company } from '@carewatch/contracts/http/companies'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import type { Column } from '../../ui/list/column.ts'
import { createdAtColumn, isActiveColumn, namedColumn } from '../../ui/list/common-columns.tsx'

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
  namedColumn('manager', 'companies.manager'),
  {
    id: 'address',
    title: 'companies.address',
    text: ({ address }) => address,
    show: ({ address }) => <bdi>{address || '—'}</bdi>,
    isExtra: true,
  },
  isActiveColumn,
  createdAtColumn,
]
