import type { Reply } from '@carewatch/contracts/http/endpoint'
import { issueMonthlyPack, type monthlyPack } from '@carewatch/contracts/http/monthly-packs'
import { NativeSelect, Switch } from '@mantine/core'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { call } from '../../http/call.ts'
import { Page } from '../../ui/page/Page.tsx'
import '../../ui/page/print.css'
import { IssueButton } from '../../ui/paper/IssueButton.tsx'
import { IssuedBefore } from '../../ui/paper/IssuedBefore.tsx'
import { BranchFilter } from '../../ui/people/BranchFilter.tsx'
import { monthsUntil } from './load.ts'
import type { PackSearch } from './search.ts'
import { PackSheet } from './PackSheet.tsx'

type Loaded = Reply<typeof monthlyPack>
type Shown = { pack: Loaded['pack']; issued: Loaded['issued'][number] | null }
type Props = { loaded: Loaded | null; onSearch: (search: PackSearch) => void }

function Choice({ pack, onSearch }: { pack: Loaded['pack']; onSearch: Props['onSearch'] }) {
  const intl = useIntl()
  const search = { branch: pack.branch.uuid, month: pack.month, ...(pack.names && { names: true as const }) }
  const months = [...new Set([...monthsUntil(pack.madeAt), pack.month])]
  const nameOf = (month: string) =>
    intl.formatDate(`${month}-01T00:00Z`, { timeZone: 'UTC', year: 'numeric', month: 'long' })
  return (
    <>
      <BranchFilter
        value={pack.branch.uuid}
        onPick={(branch) => onSearch({ ...search, branch })}
        label="devices.branch"
      />
      <NativeSelect
        aria-label={intl.formatMessage({ id: 'pack.month' })}
        data={months.map((value) => ({ value, label: nameOf(value) }))}
        value={pack.month}
        onChange={({ currentTarget: { value } }) => onSearch({ ...search, month: value })}
      />
      <Switch
        label={intl.formatMessage({ id: 'pack.names' })}
        description={intl.formatMessage({ id: 'pack.namesWhy' })}
        checked={pack.names}
        onChange={({ currentTarget: { checked } }) =>
          onSearch({ ...search, names: checked ? true : undefined })
        }
      />
    </>
  )
}

function Pack({ loaded: { pack, issued: before }, onSearch }: Props & { loaded: Loaded }) {
  const [shown, setShown] = useState<Shown>({ pack, issued: null })
  const { branch, month, names } = pack
  const issue = () => call(issueMonthlyPack, { body: { branch: branch.uuid, month, names } })
  return (
    <Page
      title="pack.title"
      actions={
        <>
          <Choice pack={pack} onSearch={onSearch} />
          <IssueButton isIssued={shown.issued !== null} issue={issue} onIssued={setShown} />
        </>
      }
    >
      <PackSheet {...shown} />
      <IssuedBefore issued={before} />
    </Page>
  )
}

/** What a branch shows an inspector of one month, as it is now; once it is issued, as it was then. */
export const PackPage = ({ loaded, onSearch }: Props) =>
  loaded ? (
    // Keyed, so that nothing of one month or branch stays on the page of the next.
    <Pack
      key={`${loaded.pack.branch.uuid} ${loaded.pack.month} ${loaded.pack.names}`}
      loaded={loaded}
      onSearch={onSearch}
    />
  ) : (
    <Page title="pack.title">
      <FormattedMessage id="sheet.noBranch" />
    </Page>
  )
