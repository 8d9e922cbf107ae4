import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateEscalation as contract } from '@carewatch/contracts/http/escalation'
import type { Db } from '@carewatch/migrations/client'
import { escalationChains } from '@carewatch/migrations/schema/escalation'
import { and, eq, isNull } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { type ChainPlace, findPlace } from './place.ts'
import { chainsOf } from './read.ts'

type Body = Input<typeof contract>['body']

async function save(
  db: Db,
  caller: Caller,
  { place, family, chain }: Pick<Body, 'family' | 'chain'> & { place: ChainPlace },
): Promise<void> {
  if (chain === null) {
    const { branchId } = place
    const isThere = and(
      eq(escalationChains.companyId, place.companyId),
      branchId === null ? isNull(escalationChains.branchId) : eq(escalationChains.branchId, branchId),
      eq(escalationChains.family, family),
    )
    await db.delete(escalationChains).where(isThere)
    return
  }
  const set = { chain, updatedById: caller.id, updatedAt: new Date() }
  const { companyId, branchId, family: ofFamily } = escalationChains
  await db
    .insert(escalationChains)
    .values({ ...place, family, ...set })
    .onConflictDoUpdate({ target: [companyId, branchId, ofFamily], set })
}

/** Sets or takes back one chain; alarms that are open keep the one they began with. */
export async function updateEscalation(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { companyUUID, branchUUID, family, chain } = body
  return db.transaction(async (tx) => {
    const place = await findPlace(tx, caller, { companyUuid: companyUUID, branchUuid: branchUUID })
    await save(tx, caller, { place, family, chain })
    const { companyId } = place
    const about = branchUUID
      ? ({ entity: 'branch', uuid: branchUUID } as const)
      : ({ entity: 'company', uuid: companyUUID } as const)
    await audit(tx, caller, {
      action: 'updated',
      ...about,
      companyId,
      detail: { fields: [`escalation.${family}`] },
    })
    return chainsOf(tx, place)
  })
}
