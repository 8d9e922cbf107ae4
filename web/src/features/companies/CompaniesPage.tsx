import {
  allCompanies,
  type Company,
  companyStatusChange,
  deleteCompany,
  newCompany,
} from '@carewatch/contracts/http/companies'
import { IconBuilding } from '@tabler/icons-react'
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
  companies: readonly Company[]
  total: number
  search: ListSearch
  onSearch: (search: ListSearch) => void
}

function Actions({ company }: { company: Company }) {
  const may = useMay()
  const { uuid, name, isActive } = company
  return (
    <RowMenu
      of={name}
      actions={[
        may(newCompany) && { label: 'action.edit', run: () => openDialog('addCompanyPopover', { uuid }) },
        may(companyStatusChange) &&
          activation(isActive, (to) => call(companyStatusChange, { body: { uuid, isActive: to } })),
        may(deleteCompany) && deletion(() => call(deleteCompany, { params: { uuid } })),
      ]}
    />
  )
}

export function CompaniesPage({ companies, total, search, onSearch }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const add = may(newCompany) ? (
    <AddButton label="companies.add" onClick={() => openDialog('addCompanyPopover', {})} />
  ) : null
  return (
    <Page title="page.companies" actions={add}>
      <List
        name="companies"
        rows={companies}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        searchLabel="companies.search"
        ask={async (place) => {
          const answer = await call(allCompanies, { query: { ...search, ...place } })
          return { rows: answer.companies, total: answer.total }
        }}
        onOpen={({ uuid }) => void navigate({ to: '/admin/company/$uuid', params: { uuid } })}
        actions={(company) => <Actions company={company} />}
        empty={{
          title: 'companies.empty',
          why: 'companies.emptyWhy',
          icon: <IconBuilding aria-hidden />,
          action: add,
        }}
      />
    </Page>
  )
}
