import type { Webhook } from '@carewatch/contracts/http/webhooks'
import { Stack, Text } from '@mantine/core'
import { FormattedMessage, type IntlShape } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import type { Column } from '../../ui/list/column.ts'

const topicsOf = ({ formatMessage, formatList }: IntlShape, { topics }: Webhook): string =>
  formatList(topics.map((topic) => formatMessage({ id: `webhooks.topic.${topic}` })))

function Standing({ webhook: { pause, pausedAt, failures } }: { webhook: Webhook }) {
  if (pause === null && failures === 0) return <FormattedMessage id="webhooks.active" />
  return (
    <Stack gap={0}>
      <Text c={pause === 'byPerson' ? 'dimmed' : 'var(--mantine-color-error)'}>
        <FormattedMessage id={pause === null ? 'webhooks.notTaken' : `webhooks.pause.${pause}`} />
      </Text>
      {pausedAt ? (
        <Text size="sm" c="dimmed" component="div">
          <Moment at={pausedAt} />
        </Text>
      ) : null}
    </Stack>
  )
}

function Waiting({ webhook: { waiting, waitingSince, failed } }: { webhook: Webhook }) {
  return (
    <Stack gap={0}>
      <FormattedMessage id="webhooks.waitingCount" values={{ n: waiting }} />
      {waitingSince ? (
        <Text size="sm" c="dimmed" component="div">
          <FormattedMessage id="webhooks.waitingSince" values={{ at: <Moment at={waitingSince} /> }} />
        </Text>
      ) : null}
      {failed > 0 ? (
        <Text size="sm" c="var(--mantine-color-error)">
          <FormattedMessage id="webhooks.failedCount" values={{ n: failed }} />
        </Text>
      ) : null}
    </Stack>
  )
}

/** What the list of webhooks shows; with whose they are, to whom several companies are in sight. */
export const columnsIn = (intl: IntlShape, hasCompanies: boolean): readonly Column<Webhook>[] => [
  {
    id: 'url',
    title: 'webhooks.url',
    text: ({ url }) => url,
    show: ({ url }) => (
      <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
        <Ltr>{url}</Ltr>
      </Text>
    ),
  },
  ...(hasCompanies
    ? [
        {
          id: 'company',
          title: 'branches.company',
          text: ({ company }: Webhook) => company.name,
          show: ({ company }: Webhook) => <bdi>{company.name}</bdi>,
        } as const,
      ]
    : []),
  {
    id: 'topics',
    title: 'webhooks.topics',
    text: (webhook) => topicsOf(intl, webhook),
    show: (webhook) => topicsOf(intl, webhook),
  },
  {
    id: 'key',
    title: 'webhooks.key',
    text: ({ apiKey }) => apiKey.name,
    show: ({ apiKey }) => <bdi>{apiKey.name}</bdi>,
  },
  {
    id: 'standing',
    title: 'webhooks.standing',
    text: ({ pause }) => pause ?? '',
    show: (webhook) => <Standing webhook={webhook} />,
  },
  {
    id: 'waiting',
    title: 'webhooks.waiting',
    text: ({ waiting }) => String(waiting),
    show: (webhook) => <Waiting webhook={webhook} />,
  },
  {
    id: 'lastSentAt',
    title: 'webhooks.lastSent',
    text: ({ lastSentAt }) => lastSentAt?.toISOString(),
    show: ({ lastSentAt }) => (lastSentAt ? <Moment at={lastSentAt} /> : null),
  },
]
