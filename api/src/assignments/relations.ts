import { wearerRelations } from '@carewatch/migrations/schema/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'

/** Whoever comes back begins anew; whoever is related now keeps what they see. */
export const sinceAgain = sql`case when ${wearerRelations.until} is null then ${wearerRelations.since} else excluded.since end`

type Kin = { wearerId: number; userId: number; maySeeLocation: boolean; since: SQL | null }

/** An account follows a wearer from now on; whoever is responsible for them stays it. */
export async function relateRelative(
  tx: Db,
  { wearerId, userId, maySeeLocation, since }: Kin,
): Promise<void> {
  await tx
    .insert(wearerRelations)
    .values({ wearerId, userId, kind: 'RELATIVE', maySeeLocation, since })
    .onConflictDoUpdate({
      target: [wearerRelations.wearerId, wearerRelations.userId],
      set: { kind: 'RELATIVE', until: null, maySeeLocation, since: sinceAgain, updatedAt: sql`now()` },
      setWhere: sql`${wearerRelations.kind} = 'RELATIVE' or ${wearerRelations.until} is not null`,
    })
}

/** They follow them no longer. */
export async function unrelateRelative(
  tx: Db,
  { wearerId, userId }: Pick<Kin, 'wearerId' | 'userId'>,
): Promise<void> {
  const isTheirs = and(eq(wearerRelations.wearerId, wearerId), eq(wearerRelations.userId, userId))
  await tx
    .update(wearerRelations)
    .set({ until: sql`now()`, updatedAt: sql`now()` })
    .where(and(isTheirs, eq(wearerRelations.kind, 'RELATIVE'), isNull(wearerRelations.until)))
}
