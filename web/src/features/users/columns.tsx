import type { User } from '@carewatch/contracts/http/user-forms'
import { FormattedDate, FormattedMessage } from 'react-intl'
import { LinkText } from '../../ui/LinkText.tsx'
import { Ltr } from '../../ui/Ltr.tsx'
import type { Column } from '../../ui/list/column.ts'
import { Phone } from '../../ui/Phone.tsx'
import { StatusMark } from '../../ui/StatusMark.tsx'

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
  {
    id: 'branch',
    title: 'users.branch',
    text: ({ branch }) => branch?.name,
    show: ({ branch }) => <bdi>{branch?.name ?? '—'}</bdi>,
    isExtra: true,
  },
  {
    id: 'supervisor',
    title: 'users.supervisor',
    text: ({ supervisor }) => supervisor?.name,
    show: ({ supervisor }) => <bdi>{supervisor?.name ?? '—'}</bdi>,
    isExtra: true,
  },
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
  {
    id: 'isActive',
    title: 'list.status',
    sort: 'isActive',
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
