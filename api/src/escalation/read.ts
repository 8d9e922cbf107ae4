import { chainFamilies, defaultChains } from '@carewatch/contracts/escalation'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { escalation as contract } from '@carewatch/contracts/http/escalation'
import type { Db } from '@carewatch/platform/database/client'
import { escalationChains } from '@carewatch/migrations/schema/escalation'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { type ChainPlace, findPlace } from './place.ts'

/** The chain of each family: the branch's own stands over the company's, that over the default. */
export async function chainsOf(
  db: Db,
  { companyId, branchId }: Pick<ChainPlace, 'branchId'> & { companyId: number | null },
): Promise<Reply<typeof contract>> {
  const place = and(
    companyId === null ? sql`false` : eq(escalationChains.companyId, companyId),
    or(
      isNull(escalationChains.branchId),
      branchId === null ? undefined : eq(escalationChains.branchId, branchId),
    ),
  )
  const rows = await db.select().from(escalationChains).where(place)
  const chains = chainFamilies.map((family) => {
    const ofFamily = rows.filter((row) => row.family === family)
    const row = ofFamily.find((each) => each.branchId !== null) ?? ofFamily[0]
    if (!row) return { family, chain: defaultChains[family], setBy: 'DEFAULT' as const, updatedAt: null }
    const setBy = row.branchId === null ? ('COMPANY' as const) : ('BRANCH' as const)
    return { family, chain: row.chain, setBy, updatedAt: row.updatedAt }
  })
  return { chains }
}

export async function readEscalation(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  return chainsOf(db, await findPlace(db, viewer, { companyUuid: query.company, branchUuid: query.branch }))
}
