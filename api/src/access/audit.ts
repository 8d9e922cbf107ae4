import type { AuditAction, AuditEntity } from '@carewatch/contracts/audit'
import type { Db } from '@carewatch/platform/database/client'
import { auditLog } from '@carewatch/migrations/schema/people'
import type { Caller } from './viewer.ts'

export type Trace = {
  action: AuditAction
  entity: AuditEntity
  uuid?: string | null | undefined
  /** Whose audit log shows it. */
  companyId?: number | null | undefined
  /** Names of changed fields, counts, kinds: never a value of a person, a password or a reading. */
  detail?: Record<string, unknown>
}

/** `null`: nobody who is signed in. */
export type Who = Pick<Caller, 'companyId' | 'address'> & { id: number | null }

/** Leaves who did what to which row from where, in the transaction that does it. */
export async function audit(
  tx: Db,
  who: Who,
  { action, entity, uuid, companyId, detail }: Trace,
): Promise<void> {
  await tx.insert(auditLog).values({
    userId: who.id,
    companyId: companyId === undefined ? who.companyId : companyId,
    address: who.address,
    action,
    entity,
    entityUuid: uuid ?? null,
    ...(detail && { detail }),
  })
}
