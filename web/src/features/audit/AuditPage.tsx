import { auditTrail, type Trace } from '@carewatch/contracts/http/audit'
import { IconHistory } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useIntl } from 'react-intl'
import { call } from '../../http/call.ts'
import type { Option } from '../../ui/form/fields.ts'
import { List } from '../../ui/list/List.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { columnsIn } from './columns.tsx'
import { asked, type AuditSearch } from './search.ts'

type Props = {
  traces: readonly Trace[]
  total: number
  /** The person the list is narrowed to, by name. */
  person: Option | undefined
  search: AuditSearch
  onSearch: (search: AuditSearch) => void
}

/** Who did what, newest first. */
export function AuditPage({ traces, total, person, search, onSearch }: Props) {
  const intl = useIntl()
  const columns = useMemo(() => columnsIn(intl), [intl])
  return (
    <Page title="menu.audit">
      <List
        name="audit"
        rows={traces}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        filters={<AuditFilters search={search} person={person} onSearch={onSearch} />}
        ask={async (place) => {
          const answer = await call(auditTrail, { query: { ...asked(search), ...place } })
          return { rows: answer.traces, total: answer.total }
        }}
        empty={{ title: 'audit.empty', why: 'audit.emptyWhy', icon: <IconHistory aria-hidden /> }}
      />
    </Page>
  )
}
