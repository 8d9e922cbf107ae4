import {
  allBranches,
  type Branch,
  branchStatusChange,
  deleteBranch,
  newBranch,
} from '@carewatch/contracts/http/branches'
import { Button } from '@mantine/core'
import { IconBuildingCommunity, IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { FormattedMessage } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { deleteAndTell, doAndTell } from '../../ui/done.ts'
import { List } from '../../ui/list/List.tsx'
import type { ListSearch } from '../../ui/list/search.ts'
import { Page } from '../../ui/Page.tsx'
import { RowMenu } from '../../ui/RowMenu.tsx'
import { columns } from './columns.tsx'

type Props = {
  branches: readonly Branch[]
  total: number
  search: ListSearch
  onSearch: (search: ListSearch) => void
}

const setActive = ({ uuid }: Branch, isActive: boolean) =>
  doAndTell('done.statusChanged', () => call(branchStatusChange, { body: { uuid, isActive } }))

function Actions({ branch }: { branch: Branch }) {
  const may = useMay()
  const { uuid, name, isActive } = branch
  return (
    <RowMenu
      of={name}
      actions={[
        may(newBranch) && { label: 'action.edit', run: () => openDialog('addBranchPopover', { uuid }) },
        may(branchStatusChange) && {
          label: isActive ? 'action.deactivate' : 'action.activate',
          run: () => void setActive(branch, !isActive),
        },
        may(deleteBranch) && {
          label: 'action.delete',
          isDangerous: true,
          run: () => void deleteAndTell(() => call(deleteBranch, { params: { uuid } })),
        },
      ]}
    />
  )
}

export function BranchesPage({ branches, total, search, onSearch }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const add = may(newBranch) ? (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => openDialog('addBranchPopover', {})}
    >
      <FormattedMessage id="branches.add" />
    </Button>
  ) : null
  return (
    <Page title="page.branches" actions={add}>
      <List
        name="branches"
        rows={branches}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        searchLabel="branches.search"
        ask={async (place) => {
          const answer = await call(allBranches, { query: { ...search, ...place } })
          return { rows: answer.branches, total: answer.total }
        }}
        onOpen={({ uuid }) => void navigate({ to: '/admin/branch/$uuid', params: { uuid } })}
        actions={(branch) => <Actions branch={branch} />}
        empty={{
          title: 'branches.empty',
          why: 'branches.emptyWhy',
          icon: <IconBuildingCommunity aria-hidden />,
          action: add,
        }}
      />
    </Page>
  )
}
