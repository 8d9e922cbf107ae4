import type { User } from '@carewatch/contracts/http/user-forms'
import { FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/controls/LinkText.tsx'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import type { Column } from '../../ui/list/column.ts'
import { createdAtColumn, isActiveColumn, namedColumn } from '../../ui/list/common-columns.tsx'
import { Phone } from '../../ui/people/Phone.tsx'

export const nameOf = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`.trim()

export const columns: readonly Column<User>[] = [
  {
    id: 'name',
    title: 'users.name',
    sort: 'name',
    text: nameOf,
    show: (user) => (
      <LinkText to="/user/detail/$uuid" params={{ uuid: user.uuid }}>
        <bdi>{nameOf(user)}</bdi>
      </LinkText>
    ),
  },
  {
    id: 'email',
    title: 'users.email',
    sort: 'email',
    text: ({ email }) => email,
    show: ({ email }) => <Ltr>{email ?? '—'}</Ltr>,
  },
  {
    id: 'role',
    title: 'users.role',
    sort: 'role',
    text: ({ role }) => role,
    show: ({ role }) => <FormattedMessage id={`role.${role}`} />,
  },
  {
    id: 'contactNumber',
    title: 'users.contactNumber',
    text: ({ contactNumber }) => contactNumber,
    show: ({ contactNumber }) => <Phone number={contactNumber} />,
  },
  {
    id: 'company',
    title: 'users.company',
    sort: 'company',
    text: ({ company }) => company?.name,
    show: ({ company }) => <bdi>{company?.name ?? '—'}</bdi>,
  },
  { ...namedColumn('branch', 'users.branch'), isExtra: true },
  { ...namedColumn('supervisor', 'users.supervisor'), isExtra: true },
  {
    id: 'userName',
    title: 'users.userName',
    sort: 'userName',
    text: ({ userName }) => userName,
    show: ({ userName }) => <Ltr>{userName}</Ltr>,
    isExtra: true,
  },
  {
    id: 'userType',
    title: 'users.userType',
    sort: 'userType',
    text: ({ userType }) => userType,
    show: ({ userType }) => <FormattedMessage id={`userType.${userType}`} />,
    isExtra: true,
  },
  { ...isActiveColumn, sort: 'isActive' },
  createdAtColumn,
]
