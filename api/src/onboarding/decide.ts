import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { and, eq } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { getVisibleRequest, toRequest } from './request-rows.ts'

type Decision = { status: 'APPROVED' } | { status: 'REJECTED'; reason: string }

/** The first decision holds: of two who decide at once, the second hears of it. */
export async function decide(
  tx: Db,
  { id: decidedById }: Caller,
  { requestId, ...decision }: Decision & { requestId: number },
): Promise<void> {
  const now = new Date()
  const decided = await tx
    .update(onboardingRequests)
    .set({ ...decision, decidedById, decidedAt: now, updatedAt: now })
    .where(and(eq(onboardingRequests.id, requestId), eq(onboardingRequests.status, 'SUBMITTED')))
    .returning({ id: onboardingRequests.id })
  if (decided.length === 0) throw new Refusal('conflict', 'alreadyDecided')
}

export async function rejectOnboarding(
  db: Db,
  caller: Caller,
  { uuid, reason }: { uuid: string; reason: string },
) {
  await db.transaction(async (tx) => {
    const { request, device } = await getVisibleRequest(tx, caller, uuid)
    await decide(tx, caller, { requestId: request.id, status: 'REJECTED', reason })
    const { companyId } = device
    await audit(tx, caller, { action: 'rejected', entity: 'onboarding', uuid, companyId })
  })
  return { request: toRequest(await getVisibleRequest(db, caller, uuid)) }
}
