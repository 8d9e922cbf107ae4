import { newCompany } from '@carewatch/contracts/http/companies'
import { useMay } from '../../session/may.ts'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { LookupFilter } from '../../ui/people/LookupFilter.tsx'
import { findCompanies } from '../../ui/people/lookups.ts'
import { Page } from '../../ui/page/Page.tsx'
import { Figures, type Sales } from './Figures.tsx'
import type { SalesSearch } from './search.ts'

type Props = { sales: Sales; search: SalesSearch; onSearch: (search: SalesSearch) => void }

export function SalesPage({ sales, search, onSearch }: Props) {
  const may = useMay()
  const filters = (
    <>
      {may(newCompany) ? (
        <LookupFilter
          label="filter.anyCompany"
          find={findCompanies}
          value={search.companyUuid}
          onPick={(companyUuid) => onSearch({ companyUuid })}
        />
      ) : null}
      <BranchFilter value={search.branchUuid} onPick={(branchUuid) => onSearch({ ...search, branchUuid })} />
    </>
  )
  return (
    <Page title="menu.sales" actions={filters}>
      <Figures {...sales} />
    </Page>
  )
}
