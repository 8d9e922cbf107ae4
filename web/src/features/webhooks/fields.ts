import { allApiKeys } from '@carewatch/contracts/http/api-keys'
import { WEBHOOK_URL_MAX } from '@carewatch/contracts/http/webhooks'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import { webhookTopics } from '@carewatch/contracts/webhooks'
import type { IntlShape } from 'react-intl'
import { call } from '../../http/call.ts'
import type { Field, Option } from '../../ui/form/fields.ts'

export type LoadedKeys = { keys: readonly Option[] }

/** What a webhook is made of, and what of it can be changed. */
export const webhookFields = ({ formatMessage }: IntlShape, { keys }: LoadedKeys): readonly Field[] => [
  {
    kind: 'text',
    name: 'url',
    label: 'webhooks.url',
    hint: 'webhooks.urlHint',
    required: true,
    maxLength: WEBHOOK_URL_MAX,
    ltr: true,
  },
  {
    kind: 'multiSelect',
    name: 'topics',
    label: 'webhooks.topics',
    required: true,
    options: webhookTopics.map((value) => ({
      value,
      label: formatMessage({ id: `webhooks.topic.${value}` }),
    })),
  },
  {
    kind: 'select',
    name: 'apiKeyUUID',
    label: 'webhooks.key',
    hint: 'webhooks.keyHint',
    required: true,
    options: keys,
  },
  { kind: 'password', name: 'password', label: 'password.old', required: true },
]

/** All keys of a company, or of one's own. */
export async function loadKeys(companyUuid: string | undefined): Promise<LoadedKeys> {
  const keys: Option[] = []
  for (let page = 1; ; page += 1) {
    const { apiKeys, total } = await call(allApiKeys, { query: { page, size: PAGE_SIZE_MAX, companyUuid } })
    keys.push(...apiKeys.map(({ uuid, name }) => ({ value: uuid, label: name })))
    if (apiKeys.length < PAGE_SIZE_MAX || keys.length >= total) return { keys }
  }
}
