import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { webhooks } from '@carewatch/migrations/schema/webhooks'
import { and, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import type { Who } from './reach.ts'
import type { Viewer } from './viewer.ts'
import { equals } from './visible.ts'

/** A condition on `webhooks`: those that are not ended, all for an administrator, for managers of their company. */
export const visibleWebhooks = (viewer: Who): SQL =>
  and(
    isNull(webhooks.deletedAt),
    viewer.role === 'ADMIN' ? sql`true` : equals(webhooks.companyId, viewer.companyId),
  ) ?? sql`false`

/** A condition on `webhooks`: the Subscriptions of FHIR that a program made by its key; for managers those of their company. */
export function visibleSubscriptions(viewer: Viewer): SQL {
  const { role, key, id, companyId } = viewer
  const ofKey = sql`${webhooks.apiKeyId} in (select ${apiKeys.id} from ${apiKeys} where ${apiKeys.userId} = ${id})`
  const isTheirs = key ? ofKey : role === 'MANAGER' ? sql`true` : sql`false`
  return (
    and(
      isNull(webhooks.deletedAt),
      isNotNull(webhooks.subscription),
      equals(webhooks.companyId, companyId),
      isTheirs,
    ) ?? sql`false`
  )
}
