import { allWearers, newWearer, type Wearer } from '@carewatch/contracts/http/wearers'
import { wearerStatuses } from '@carewatch/contracts/wearers'
import { Select } from '@mantine/core'
import { IconUsersGroup } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useIsFamily } from '../../session/is-family.ts'
import { useMay } from '../../session/may.ts'
import { AddButton } from '../../ui/controls/AddButton.tsx'
import { List } from '../../ui/list/List.tsx'
import { turned } from '../../ui/list/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { bulk } from './checked.ts'
import { columns, ownColumns } from './columns.tsx'
import type { WearersSearch } from './search.ts'
import { WearerActions } from './WearerActions.tsx'

type Props = {
  wearers: readonly Wearer[]
  total: number
  search: WearersSearch
  onSearch: (search: WearersSearch) => void
}
type Narrowing = Pick<Props, 'search' | 'onSearch'>

const facets = {
  wearing: { label: 'wearers.anyWatch', yes: 'wearers.wearing', no: 'wearer.wearsNothing' },
  toCheck: { label: 'wearers.anyCheck', yes: 'wearers.toCheck', no: 'wearers.checked' },
} as const

function YesOrNo({ of, search, onSearch }: Narrowing & { of: keyof typeof facets }) {
  const intl = useIntl()
  const { label, yes, no } = facets[of]
  const text = intl.formatMessage({ id: label })
  const chosen = search[of]
  return (
    <Select
      aria-label={text}
      placeholder={text}
      data={[
        { value: 'yes', label: intl.formatMessage({ id: yes }) },
        { value: 'no', label: intl.formatMessage({ id: no }) },
      ]}
      value={chosen === undefined ? null : chosen ? 'yes' : 'no'}
      onChange={(value) => onSearch(turned(search, { [of]: value === null ? undefined : value === 'yes' }))}
      clearable
      w="11rem"
    />
  )
}

function Filters({ search, onSearch }: Narrowing) {
  const intl = useIntl()
  const may = useMay()
  const label = intl.formatMessage({ id: 'wearers.anyStatus' })
  const name = (value: (typeof wearerStatuses)[number]) => intl.formatMessage({ id: `wearerStatus.${value}` })
  return (
    <>
      <Select
        aria-label={label}
        placeholder={label}
        data={wearerStatuses.map((value) => ({ value, label: name(value) }))}
        value={search.status ?? null}
        onChange={(status) =>
          onSearch(turned(search, { status: wearerStatuses.find((each) => each === status) }))
        }
        clearable
        w="11rem"
      />
      <BranchFilter
        value={search.branchUuid}
        onPick={(branchUuid) => onSearch(turned(search, { branchUuid }))}
      />
      <YesOrNo of="wearing" search={search} onSearch={onSearch} />
      {may(newWearer) ? <YesOrNo of="toCheck" search={search} onSearch={onSearch} /> : null}
    </>
  )
}

/** The people under care, with a watch or without: a family's own, or the residents of a house. */
export function WearersPage({ wearers, total, search, onSearch }: Props) {
  const may = useMay()
  const isFamily = useIsFamily()
  const navigate = useNavigate()
  const add = may(newWearer) ? (
    <AddButton label="wearers.add" onClick={() => openDialog('newWearer')} />
  ) : null
  return (
    <Page title={isFamily ? 'page.people' : 'page.residents'} actions={add}>
      <List
        name={isFamily ? 'people' : 'residents'}
        rows={wearers}
        total={total}
        columns={isFamily ? ownColumns : columns}
        search={search}
        onSearch={onSearch}
        searchLabel="wearers.search"
        isDense={!isFamily}
        filters={isFamily ? null : <Filters search={search} onSearch={onSearch} />}
        ask={async (place) => {
          const answer = await call(allWearers, { query: { ...search, ...place } })
          return { rows: answer.wearers, total: answer.total }
        }}
        {...(may(newWearer) && search.toCheck && { bulk })}
        onOpen={({ uuid }) => void navigate({ to: '/people/$uuid', params: { uuid } })}
        actions={(wearer) => <WearerActions wearer={wearer} />}
        totalLabel={isFamily ? 'wearers.total' : 'wearers.totalResidents'}
        empty={{
          title: isFamily ? 'wearers.empty' : 'wearers.emptyResidents',
          why: isFamily ? 'wearers.emptyWhy' : 'wearers.emptyResidentsWhy',
          icon: <IconUsersGroup aria-hidden />,
          action: add,
        }}
      />
    </Page>
  )
}
