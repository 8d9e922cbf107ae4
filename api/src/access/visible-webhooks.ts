import { webhooks } from '@carewatch/migrations/schema/webhooks'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { Who } from './reach.ts'
import { equals } from './visible.ts'

/** A condition on `webhooks`: those that are not ended, all for an administrator, for managers of their company. */
export const visibleWebhooks = (viewer: Who): SQL =>
  and(
    isNull(webhooks.deletedAt),
    viewer.role === 'ADMIN' ? sql`true` : equals(webhooks.companyId, viewer.companyId),
  ) ?? sql`false`
