import { newCompany } from '@carewatch/contracts/http/companies'
import {
  allWebhooks,
  deleteWebhook,
  newWebhook,
  pauseWebhook,
  replayWebhook,
  resumeWebhook,
  testWebhook,
  type Webhook,
} from '@carewatch/contracts/http/webhooks'
import { Text } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
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
import { Notice } from '../../ui/page/Notice.tsx'
import { Page } from '../../ui/page/Page.tsx'
import { LookupFilter } from '../../ui/people/LookupFilter.tsx'
import { findCompanies } from '../../ui/people/lookups.ts'
import { columnsIn } from './columns.tsx'
import { asked, type WebhooksSearch } from './search.ts'

type Props = {
  webhooks: readonly Webhook[]
  total: number
  search: WebhooksSearch
  onSearch: (search: WebhooksSearch) => void
}

/** What is kept of messages. */
const KEPT_MS = 30 * 86_400_000

async function end({ uuid }: Webhook): Promise<void> {
  const isSure = await confirmed({
    title: 'webhooks.deleteTitle',
    body: <FormattedMessage id="webhooks.deleteWhy" />,
    confirm: 'webhooks.delete',
    isDangerous: true,
  })
  if (isSure) await doAndShow('webhooks.deleted', () => call(deleteWebhook, { params: { uuid }, body: {} }))
}

function replayFailed({ uuid }: Webhook): void {
  const failedSince = new Date(Date.now() - KEPT_MS)
  void doAndShow('webhooks.queued', () => call(replayWebhook, { params: { uuid }, body: { failedSince } }))
}

function Actions({ webhook }: { webhook: Webhook }) {
  const { uuid, url, pause, failed, isSubscription } = webhook
  const at = { params: { uuid }, body: {} }
  const isPaused = pause !== null
  return (
    <RowMenu
      of={url}
      actions={[
        { label: 'webhooks.deliveries', run: () => openDialog('webhookDeliveries', { uuid }) },
        !isPaused && {
          label: 'webhooks.test',
          run: () => void doAndShow('webhooks.queued', () => call(testWebhook, at)),
        },
        !isSubscription && { label: 'webhooks.edit', run: () => openDialog('editWebhook', { webhook }) },
        { label: 'webhooks.replayFrom', run: () => openDialog('replayWebhook', { uuid }) },
        failed > 0 && { label: 'webhooks.replayFailed', run: () => replayFailed(webhook) },
        !isSubscription && { label: 'apiKeys.rotate', run: () => openDialog('rotateWebhook', { uuid }) },
        isPaused
          ? {
              label: 'webhooks.resume',
              run: () => void doAndShow('webhooks.resumed', () => call(resumeWebhook, at)),
            }
          : {
              label: 'webhooks.pauseNow',
              run: () => void doAndShow('webhooks.paused', () => call(pauseWebhook, at)),
            },
        { label: 'webhooks.delete', run: () => void end(webhook), isDangerous: true },
      ]}
    />
  )
}

/** Of those that paused by themselves: nobody is told meanwhile. */
function Paused({ webhooks }: Pick<Props, 'webhooks'>) {
  const paused = webhooks.filter(({ pause }) => pause !== null && pause !== 'byPerson')
  if (paused.length === 0) return null
  return (
    <Notice tone="caution">
      <FormattedMessage id="webhooks.pausedNow" values={{ n: paused.length }} />
    </Notice>
  )
}

/** Which programs are told of what happens in the company, and whether it comes. */
export function WebhooksPage({ webhooks, total, search, onSearch }: Props) {
  const intl = useIntl()
  const may = useMay()
  const hasCompanies = may(newCompany)
  const columns = useMemo(() => columnsIn(intl, hasCompanies), [intl, hasCompanies])
  const { companyUuid } = search
  const isCompanyOpen = hasCompanies && companyUuid === undefined
  const add =
    may(newWebhook) && !isCompanyOpen ? (
      <AddButton
        label="webhooks.add"
        onClick={() => openDialog('newWebhook', { ...(companyUuid && { companyUuid }) })}
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
    <Page title="menu.webhooks" actions={add}>
      <Text c="dimmed" maw="46rem">
        <FormattedMessage id="webhooks.intro" />{' '}
        {isCompanyOpen ? <FormattedMessage id="webhooks.chooseCompany" /> : null}
      </Text>
      <Paused webhooks={webhooks} />
      <List
        name="webhooks"
        rows={webhooks}
        total={total}
        columns={columns}
        search={search}
        onSearch={onSearch}
        filters={filters}
        ask={async (place) => {
          const answer = await call(allWebhooks, { query: { ...asked(search), ...place } })
          return { rows: answer.webhooks, total: answer.total }
        }}
        actions={(webhook) => <Actions webhook={webhook} />}
        empty={{
          title: 'webhooks.empty',
          why: 'webhooks.emptyWhy',
          icon: <IconWebhook aria-hidden />,
          action: add,
        }}
      />
    </Page>
  )
}
