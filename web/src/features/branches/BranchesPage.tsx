import {
  allBranches,
  type Branch,
  branchStatusChange,
  deleteBranch,
  newBranch,
} from '@carewatch/contracts/http/branches'
import { IconBuildingCommunity } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { AddButton } from '../../ui/controls/AddButton.tsx'
import { List } from '../../ui/list/List.tsx'
import type { ListSearch } from '../../ui/list/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { activation, deletion } from '../../ui/controls/row-actions.ts'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { columns } from './columns.tsx'

type Props = {
  branches: readonly Branch[]
  total: number
  search: ListSearch
  onSearch: (search: ListSearch) => void
}

function Actions({ branch }: { branch: Branch }) {
  const may = useMay()
  const { uuid, name, isActive } = branch
  return (
    <RowMenu
      of={name}
      actions={[
        may(newBranch) && { label: 'action.edit', run: () => openDialog('addBranchPopover', { uuid }) },
        may(branchStatusChange) &&
          activation(isActive, (to) => call(branchStatusChange, { body: { uuid, isActive: to } })),
        may(deleteBranch) && deletion(() => call(deleteBranch, { params: { uuid } })),
      ]}
    />
  )
}

export function BranchesPage({ branches, total, search, onSearch }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const add = may(newBranch) ? (
    <AddButton label="branches.add" onClick={() => openDialog('addBranchPopover', {})} />
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
