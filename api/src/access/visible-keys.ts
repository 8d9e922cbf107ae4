import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { and, isNull, type SQL, sql } from 'drizzle-orm'
import type { Who } from './reach.ts'
import { equals } from './visible.ts'

/** A condition on `api_keys`: those that are not revoked, all for an administrator, for managers of their company. */
export const visibleKeys = (viewer: Who): SQL =>
  and(
    isNull(apiKeys.revokedAt),
    viewer.role === 'ADMIN' ? sql`true` : equals(apiKeys.companyId, viewer.companyId),
  ) ?? sql`false`
