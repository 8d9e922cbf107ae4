import {
  allCompanies,
  type Company,
  companyStatusChange,
  deleteCompany,
  newCompany,
} from '@carewatch/contracts/http/companies'
import { Button } from '@mantine/core'
import { IconBuilding, IconPlus } from '@tabler/icons-react'
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
  companies: readonly Company[]
  total: number
  search: ListSearch
  onSearch: (search: ListSearch) => void
}

const setActive = ({ uuid }: Company, isActive: boolean) =>
  doAndTell('done.statusChanged', () => call(companyStatusChange, { body: { uuid, isActive } }))

function Actions({ company }: { company: Company }) {
  const may = useMay()
  const { uuid, name, isActive } = company
  return (
    <RowMenu
      of={name}
      actions={[
        may(newCompany) && { label: 'action.edit', run: () => openDialog('addCompanyPopover', { uuid }) },
        may(companyStatusChange) && {
          label: isActive ? 'action.deactivate' : 'action.activate',
          run: () => void setActive(company, !isActive),
        },
        may(deleteCompany) && {
          label: 'action.delete',
          isDangerous: true,
          run: () => void deleteAndTell(() => call(deleteCompany, { params: { uuid } })),
        },
      ]}
    />
  )
}

export function CompaniesPage({ companies, total, search, onSearch }: Props) {
  const may = useMay()
  const navigate = useNavigate()
  const add = may(newCompany) ? (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      onClick={() => openDialog('addCompanyPopover', {})}
    >
      <FormattedMessage id="companies.add" />
    </Button>
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
