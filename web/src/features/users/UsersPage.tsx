import type { User } from '@carewatch/contracts/http/user-forms'
import { listUsers, newUser, userStatusChange } from '@carewatch/contracts/http/users'
import { roles, userTypes } from '@carewatch/contracts/roles'
import { Select } from '@mantine/core'
import { IconUsers } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { linkTab, LinkTabs } from '../../ui/page/LinkTabs.tsx'
import { AddButton } from '../../ui/controls/AddButton.tsx'
import { List } from '../../ui/list/List.tsx'
import { turned } from '../../ui/list/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { columns } from './columns.tsx'
import { type UsersSearch, type UserTab, userTabs } from './search.ts'
import { bulk, UserActions } from './UserActions.tsx'

type Props = {
  users: readonly User[]
  total: number
  tab: UserTab
  search: UsersSearch
  onSearch: (search: UsersSearch) => void
}

function Tabs() {
  const intl = useIntl()
  return (
    <LinkTabs label={intl.formatMessage({ id: 'page.users' })}>
      {userTabs.map((filterKey) => (
        <Link
          key={filterKey}
          to="/admin/users/{-$filterKey}"
          params={{ filterKey: filterKey === 'all' ? undefined : filterKey }}
          activeOptions={{ exact: true, includeSearch: false }}
          className={linkTab}
        >
          <FormattedMessage id={`users.filter.${filterKey}`} />
        </Link>
      ))}
    </LinkTabs>
  )
}

function Filters({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  const intl = useIntl()
  const label = (id: 'users.anyRole' | 'users.anyType') => intl.formatMessage({ id })
  return (
    <>
      <Select
        aria-label={label('users.anyRole')}
        placeholder={label('users.anyRole')}
        data={roles.map((value) => ({ value, label: intl.formatMessage({ id: `role.${value}` }) }))}
        value={search.role ?? null}
        onChange={(role) => onSearch(turned(search, { role: roles.find((each) => each === role) }))}
        clearable
        w="11rem"
      />
      <Select
        aria-label={label('users.anyType')}
        placeholder={label('users.anyType')}
        data={userTypes.map((value) => ({ value, label: intl.formatMessage({ id: `userType.${value}` }) }))}
        value={search.userType ?? null}
        onChange={(type) => onSearch(turned(search, { userType: userTypes.find((each) => each === type) }))}
        clearable
        w="10rem"
      />
    </>
  )
}

export function UsersPage({ users, total, tab, search, onSearch }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const add = may(newUser) ? <AddButton label="users.add" onClick={() => openDialog('addUser')} /> : null
  return (
    <Page title="page.users" actions={add}>
      <Tabs />
      <List
        name="users"
        rows={users}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        searchLabel="users.search"
        filters={<Filters search={search} onSearch={onSearch} />}
        ask={async (place) => {
          const answer = await call(listUsers, { query: { ...search, filterKey: tab, ...place } })
          return { rows: answer.users, total: answer.total }
        }}
        {...(may(userStatusChange) && { bulk })}
        onOpen={({ uuid }) => void navigate({ to: '/user/detail/$uuid', params: { uuid } })}
        actions={(user) => <UserActions user={user} />}
        totalLabel="users.total"
        empty={{ title: 'users.empty', why: 'users.emptyWhy', icon: <IconUsers aria-hidden />, action: add }}
      />
    </Page>
  )
}
