import { wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

/** Of `wearerRelations`: they are responsible for the person now. */
export const isResponsible = and(eq(wearerRelations.kind, 'OWNER'), isNull(wearerRelations.until))

/** Of `wearers`: somebody else than whose account the person is, is responsible for them too. */
export const isAnothersToo: SQL = sql`exists (select from ${wearerRelations}
  where ${wearerRelations.wearerId} = ${wearers.id} and ${isResponsible} and ${wearerRelations.userId} <> ${wearers.userId})`
