import type { FileFinding } from '@carewatch/contracts/http/issued'
import { auditLog } from '@carewatch/migrations/schema/people'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, sql } from 'drizzle-orm'
import { hashOf } from './seal.ts'

type Sealed = { number: string; hash: Buffer }

/** Whether the audit log, which is chained, has this number with this hash. */
export async function isTraced(
  db: Db,
  about: { entity: string; uuid: string },
  { number, hash }: Sealed,
): Promise<boolean> {
  const { detail } = auditLog
  // unscoped: of a paper that was found, and nothing of the trace is shown but that it is there
  const count = await asItself(db, () =>
    db.$count(
      auditLog,
      and(
        eq(auditLog.entity, about.entity),
        eq(auditLog.entityUuid, about.uuid),
        eq(auditLog.action, 'exported'),
        sql`${detail} ->> 'number' = ${number} and ${detail} ->> 'hash' = ${hash.toString('hex')}`,
      ),
    ),
  )
  return count > 0
}

type Kept = Sealed & { content: string | null; redactedAt: Date | null }

/** What is kept, beside what the audit log has of it and what is printed on the paper. */
export function findingOf(
  { hash, content, redactedAt }: Kept,
  isWritten: boolean,
  printed: string | undefined,
): FileFinding {
  if (!isWritten || (printed !== undefined && printed !== hash.toString('hex'))) return 'NOT_AS_ISSUED'
  if (content === null || redactedAt !== null) return 'REDACTED'
  return hashOf(content).equals(hash) ? 'UNCHANGED' : 'NOT_AS_ISSUED'
}
