import { onboardingStates } from '@carewatch/contracts/onboarding'
import { allOnboarding, onboardingEmail, type OnboardingRequest } from '@carewatch/contracts/http/onboarding'
import { Button, Select } from '@mantine/core'
import { IconMailForward, IconUserPlus } from '@tabler/icons-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { List } from '../../ui/list/List.tsx'
import { turned } from '../../ui/list/search.ts'
import { Page } from '../../ui/page/Page.tsx'
import { columns } from './request-columns.tsx'
import type { RequestsSearch } from './requests-search.ts'

type Props = {
  requests: readonly OnboardingRequest[]
  total: number
  search: RequestsSearch
  onSearch: (search: RequestsSearch) => void
}

function StatusFilter({ search, onSearch }: Pick<Props, 'search' | 'onSearch'>) {
  const intl = useIntl()
  const label = intl.formatMessage({ id: 'requests.anyStatus' })
  return (
    <Select
      aria-label={label}
      placeholder={label}
      data={onboardingStates.map((value) => ({
        value,
        label: intl.formatMessage({ id: `requests.status.${value}` }),
      }))}
      value={search.status ?? null}
      onChange={(status) =>
        onSearch(turned(search, { status: onboardingStates.find((each) => each === status) }))
      }
      clearable
      w="11rem"
    />
  )
}

function SendLink() {
  const may = useMay()
  if (!may(onboardingEmail)) return null
  return (
    <Button
      leftSection={<IconMailForward size={18} aria-hidden />}
      onClick={() => openDialog('sendSetupLink', {})}
    >
      <FormattedMessage id="setupLink.title" />
    </Button>
  )
}

/** The staff's side: who asked for which device, and what was decided. */
export function RequestsPage({ requests, total, search, onSearch }: Props) {
  return (
    <Page title="menu.onboarding" actions={<SendLink />}>
      <List
        name="onboarding"
        rows={requests}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        searchLabel="requests.search"
        filters={<StatusFilter search={search} onSearch={onSearch} />}
        ask={async (place) => {
          const answer = await call(allOnboarding, { query: { ...search, ...place } })
          return { rows: answer.requests, total: answer.total }
        }}
        onOpen={({ uuid }) => openDialog('onboardingRequest', { uuid })}
        empty={{
          title: 'requests.empty',
          why: 'requests.emptyWhy',
          icon: <IconUserPlus aria-hidden />,
          action: <SendLink />,
        }}
      />
    </Page>
  )
}
