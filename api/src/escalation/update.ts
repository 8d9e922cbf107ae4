import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { updateEscalation as contract } from '@carewatch/contracts/http/escalation'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { escalationChains } from '@carewatch/migrations/schema/escalation'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import type { Tx } from '../alarms/steps.ts'
import { changedAfter } from '../http/changed.ts'
import { type ChainPlace, findPlace } from './place.ts'
import { chainsOf } from './read.ts'

type Body = Input<typeof contract>['body']
type Saving = Pick<Body, 'family' | 'chain' | 'updatedAt'> & { place: ChainPlace }

const isThere = ({ place: { companyId, branchId }, family }: Saving) =>
  and(
    eq(escalationChains.companyId, companyId),
    branchId === null ? isNull(escalationChains.branchId) : eq(escalationChains.branchId, branchId),
    eq(escalationChains.family, family),
  )

/** Whoever looked at an older state hears of it, and nothing is lost. */
async function refuseOverwriting(tx: Tx, saving: Saving): Promise<void> {
  const { updatedAt: seenAt } = saving
  if (seenAt === undefined) return
  const [own] = await tx.select().from(escalationChains).where(isThere(saving)).for('update')
  if ((own?.updatedAt.getTime() ?? null) !== (seenAt?.getTime() ?? null)) throw new Refusal('conflict')
}

async function save(tx: Tx, caller: Caller, saving: Saving): Promise<void> {
  await refuseOverwriting(tx, saving)
  const { place, family, chain, updatedAt: seenAt } = saving
  if (chain === null) {
    await tx.delete(escalationChains).where(isThere(saving))
    return
  }
  const set = { chain, updatedById: caller.id, updatedAt: changedAfter(escalationChains.updatedAt) }
  const { companyId, branchId, family: ofFamily } = escalationChains
  const saved = await tx
    .insert(escalationChains)
    .values({ ...place, family, chain, updatedById: caller.id })
    .onConflictDoUpdate({
      target: [companyId, branchId, ofFamily],
      set,
      ...(seenAt === null && { setWhere: sql`false` }),
    })
    .returning({ id: escalationChains.id })
  // Somebody set the first one in the same moment.
  if (saved.length === 0) throw new Refusal('conflict')
}

/** Sets or takes back one chain; alarms that are open keep the one they began with. */
export async function updateEscalation(
  db: Db,
  caller: Caller,
  { body }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { companyUUID, branchUUID, ...rest } = body
  return db.transaction(async (tx) => {
    const place = await findPlace(tx, caller, { companyUuid: companyUUID, branchUuid: branchUUID })
    await save(tx, caller, { place, ...rest })
    const { companyId } = place
    const about = branchUUID
      ? ({ entity: 'branch', uuid: branchUUID } as const)
      : ({ entity: 'company', uuid: companyUUID } as const)
    await audit(tx, caller, {
      action: 'updated',
      ...about,
      companyId,
      detail: { fields: [`escalation.${rest.family}`] },
    })
    return chainsOf(tx, place)
  })
}
