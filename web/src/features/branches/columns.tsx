import type { Branch } from '@carewatch/contracts/http/branches'
import { FormattedNumber } from 'react-intl'
import { NobodyMark } from './NobodyMark.tsx'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import type { Column } from '../../ui/list/column.ts'
import { createdAtColumn, isActiveColumn } from '../../ui/list/common-columns.tsx'

export const columns: readonly Column<Branch>[] = [
  {
    id: 'name',
    title: 'branches.name',
    sort: 'name',
    text: ({ name }) => name,
    show: ({ uuid, name }) => (
      <LinkText to="/admin/branch/$uuid" params={{ uuid }}>
        <bdi>{name}</bdi>
      </LinkText>
    ),
  },
  {
    id: 'code',
    title: 'branches.code',
    sort: 'code',
    text: ({ code }) => code,
    show: ({ code }) => <bdi>{code}</bdi>,
  },
  {
    id: 'company',
    title: 'branches.company',
    text: ({ company }) => company.name,
    show: ({ company }) => (
      <LinkText to="/admin/company/$uuid" params={{ uuid: company.uuid }} fw={450}>
        <bdi>{company.name}</bdi>
      </LinkText>
    ),
  },
  {
    id: 'nurses',
    title: 'branches.nurses',
    text: ({ nurses }) => nurses.map(({ name }) => name).join(', '),
    show: ({ nurses }) => <FormattedNumber value={nurses.length} />,
  },
  {
    id: 'timeZone',
    title: 'branches.timeZone',
    text: ({ timeZone }) => timeZone,
    show: ({ timeZone }) => <bdi dir="ltr">{timeZone}</bdi>,
    isExtra: true,
  },
  {
    id: 'duty',
    title: 'duty.title',
    show: ({ isUnattended }) => (isUnattended ? <NobodyMark /> : null),
  },
  isActiveColumn,
  createdAtColumn,
]
