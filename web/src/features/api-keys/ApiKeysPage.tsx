import {
  allApiKeys,
  type ApiKey,
  newApiKey,
  revokeApiKey,
  rotateApiKey,
  setPublicKeys,
} from '@carewatch/contracts/http/api-keys'
import { newCompany } from '@carewatch/contracts/http/companies'
import { Anchor, Stack, Text } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { useMemo } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { openDialog } from '../../dialogs/open.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { AddButton } from '../../ui/controls/AddButton.tsx'
import { RowMenu } from '../../ui/controls/RowMenu.tsx'
import { confirmed } from '../../ui/form/confirm.tsx'
import { List } from '../../ui/list/List.tsx'
import { turned } from '../../ui/list/search.ts'
import { doAndShow } from '../../ui/page/done.ts'
import { Page } from '../../ui/page/Page.tsx'
import { LookupFilter } from '../../ui/people/LookupFilter.tsx'
import { findCompanies } from '../../ui/people/lookups.ts'
import { columnsIn } from './columns.tsx'
import { type ApiKeysSearch, asked } from './search.ts'

type Props = {
  apiKeys: readonly ApiKey[]
  total: number
  search: ApiKeysSearch
  onSearch: (search: ApiKeysSearch) => void
}

async function revoke({ uuid, name }: ApiKey): Promise<void> {
  const isSure = await confirmed({
    title: 'apiKeys.revokeTitle',
    body: <FormattedMessage id="apiKeys.revokeWhy" values={{ name: <bdi>{name}</bdi> }} />,
    confirm: 'apiKeys.revoke',
    isDangerous: true,
  })
  if (isSure) await doAndShow('apiKeys.revoked', () => call(revokeApiKey, { params: { uuid } }))
}

function Actions({ apiKey }: { apiKey: ApiKey }) {
  const may = useMay()
  const { uuid, name, prefix, company, scopes } = apiKey
  const connecting = {
    uuid,
    name,
    prefix,
    companyUuid: company.uuid,
    isLive: scopes.includes('live:read'),
  }
  return (
    <RowMenu
      of={name}
      actions={[
        {
          label: 'apiKeys.connect',
          run: () => openDialog('connectKey', { apiKey: connecting }),
        },
        may(rotateApiKey) && {
          label: 'apiKeys.rotate',
          run: () => openDialog('rotateApiKey', { apiKey: { uuid, name } }),
        },
        may(setPublicKeys) && {
          label: 'apiKeys.publicKeys',
          run: () => openDialog('setPublicKeys', { apiKey: { uuid, name, prefix } }),
        },
        may(revokeApiKey) && { label: 'apiKeys.revoke', run: () => void revoke(apiKey), isDangerous: true },
      ]}
    />
  )
}

function Intro({ isCompanyOpen }: { isCompanyOpen: boolean }) {
  return (
    <Stack gap={4} align="flex-start">
      <Text c="dimmed" maw="46rem">
        <FormattedMessage id="apiKeys.intro" />{' '}
        {isCompanyOpen ? <FormattedMessage id="apiKeys.chooseCompany" /> : null}
      </Text>
      <Anchor href="/api/docs" target="_blank" rel="noreferrer">
        <FormattedMessage id="apiKeys.docs" />
      </Anchor>
    </Stack>
  )
}

/** Which programs come in, in the name of the company, and what each may. */
export function ApiKeysPage({ apiKeys, total, search, onSearch }: Props) {
  const intl = useIntl()
  const may = useMay()
  const hasCompanies = may(newCompany)
  const columns = useMemo(() => columnsIn(intl, hasCompanies), [intl, hasCompanies])
  const { companyUuid } = search
  const isCompanyOpen = hasCompanies && companyUuid === undefined
  const add =
    may(newApiKey) && !isCompanyOpen ? (
      <AddButton
        label="apiKeys.add"
        onClick={() => openDialog('newApiKey', { ...(companyUuid && { companyUuid }) })}
      />
    ) : null
  const filters = hasCompanies ? (
    <LookupFilter
      label="filter.anyCompany"
      find={findCompanies}
      value={companyUuid}
      onPick={(picked) => onSearch(turned(search, { companyUuid: picked }))}
    />
  ) : null
  return (
    <Page title="menu.apiKeys" actions={add}>
      <Intro isCompanyOpen={isCompanyOpen} />
      <List
        name="api-keys"
        rows={apiKeys}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        filters={filters}
        ask={async (place) => {
          const answer = await call(allApiKeys, { query: { ...asked(search), ...place } })
          return { rows: answer.apiKeys, total: answer.total }
        }}
        actions={(apiKey) => <Actions apiKey={apiKey} />}
        empty={{
          title: 'apiKeys.empty',
          why: 'apiKeys.emptyWhy',
          icon: <IconKey aria-hidden />,
          action: add,
        }}
      />
    </Page>
  )
}
