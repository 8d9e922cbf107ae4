import type { ApiKey } from '@carewatch/contracts/http/api-keys'
import { Badge, Group, Stack, Text } from '@mantine/core'
import { FormattedDate, FormattedMessage, type IntlShape, useIntl } from 'react-intl'
import { Ltr } from '../../ui/figures/Ltr.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import type { Column } from '../../ui/list/column.ts'
import { scopeName } from './scope-name.ts'

function Name({ apiKey: { name, prefix, publicKeys } }: { apiKey: ApiKey }) {
  const intl = useIntl()
  return (
    <Stack gap={0}>
      <Text fw={600}>
        <bdi>{name}</bdi>
      </Text>
      <Text size="sm" c="dimmed">
        <Ltr>{prefix}…</Ltr>
      </Text>
      {publicKeys.length > 0 ? (
        <Text size="sm" c="dimmed">
          <FormattedMessage
            id="apiKeys.publicKeysOf"
            values={{ names: intl.formatList(publicKeys.map(({ kid }) => <Ltr key={kid}>{kid}</Ltr>)) }}
          />
        </Text>
      ) : null}
    </Stack>
  )
}

function Scopes({ apiKey: { scopes } }: { apiKey: ApiKey }) {
  const intl = useIntl()
  return (
    <Group gap={4} maw="26rem">
      {scopes.map((scope) => (
        <Badge key={scope} variant="default" tt="none" fw={450} title={scope}>
          {scopeName(intl, scope)}
        </Badge>
      ))}
    </Group>
  )
}

function Branches({ apiKey: { branches } }: { apiKey: ApiKey }) {
  const intl = useIntl()
  if (branches === null) return <FormattedMessage id="apiKeys.everyBranch" />
  if (branches.length === 0) return <FormattedMessage id="apiKeys.noBranch" />
  return intl.formatList(branches.map(({ uuid, name }) => <bdi key={uuid}>{name}</bdi>))
}

function LastUsed({ apiKey: { lastUsedAt, lastUsedFrom } }: { apiKey: ApiKey }) {
  if (!lastUsedAt) return <FormattedMessage id="apiKeys.notUsed" />
  return (
    <Stack gap={0}>
      <Moment at={lastUsedAt} />
      <Text size="sm" c="dimmed">
        <Ltr>{lastUsedFrom}</Ltr>
      </Text>
    </Stack>
  )
}

const isOver = ({ expiresAt }: ApiKey): boolean => expiresAt !== null && expiresAt.getTime() <= Date.now()

function Ends({ apiKey }: { apiKey: ApiKey }) {
  const { expiresAt, formerUntil } = apiKey
  return (
    <Stack gap={0}>
      <span>
        {expiresAt ? (
          <FormattedDate value={expiresAt} dateStyle="medium" />
        ) : (
          <FormattedMessage id="apiKeys.never" />
        )}
      </span>
      {isOver(apiKey) ? (
        <Text size="sm" c="var(--mantine-color-error)">
          <FormattedMessage id="apiKeys.expired" />
        </Text>
      ) : null}
      {formerUntil ? (
        <Text size="sm" c="dimmed">
          <FormattedMessage id="apiKeys.formerUntil" values={{ at: <Moment at={formerUntil} /> }} />
        </Text>
      ) : null}
    </Stack>
  )
}

/** The file has scopes as the interface calls them, the screen in words. */
export const columnsIn = (intl: IntlShape, hasCompanies: boolean): readonly Column<ApiKey>[] => [
  {
    id: 'name',
    title: 'apiKeys.name',
    text: ({ name }) => name,
    show: (apiKey) => <Name apiKey={apiKey} />,
  },
  ...(hasCompanies
    ? [
        {
          id: 'company',
          title: 'branches.company',
          text: ({ company }: ApiKey) => company.name,
          show: ({ company }: ApiKey) => <bdi>{company.name}</bdi>,
        } as const,
      ]
    : []),
  {
    id: 'scopes',
    title: 'apiKeys.scopes',
    text: ({ scopes }) => scopes.join(' '),
    show: (apiKey) => <Scopes apiKey={apiKey} />,
  },
  {
    id: 'branches',
    title: 'page.branches',
    text: ({ branches }) =>
      branches?.map(({ name }) => name).join(', ') ?? intl.formatMessage({ id: 'apiKeys.everyBranch' }),
    show: (apiKey) => <Branches apiKey={apiKey} />,
  },
  {
    id: 'createdAt',
    title: 'list.createdAt',
    text: ({ createdAt }) => createdAt.toISOString(),
    show: ({ createdAt, createdBy }) => (
      <Stack gap={0}>
        <FormattedDate value={createdAt} dateStyle="medium" />
        <Text size="sm" c="dimmed">
          <bdi>{createdBy?.name}</bdi>
        </Text>
      </Stack>
    ),
  },
  {
    id: 'lastUsedAt',
    title: 'apiKeys.lastUsed',
    text: ({ lastUsedAt }) => lastUsedAt?.toISOString(),
    show: (apiKey) => <LastUsed apiKey={apiKey} />,
  },
  {
    id: 'expiresAt',
    title: 'apiKeys.expiresAt',
    text: ({ expiresAt }) => expiresAt?.toISOString(),
    show: (apiKey) => <Ends apiKey={apiKey} />,
  },
]
