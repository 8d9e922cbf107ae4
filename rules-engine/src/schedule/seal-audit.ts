import { nameOf } from '@carewatch/platform/audit/chain'
import { sealAudit } from '@carewatch/platform/audit/seal'
import type pg from 'pg'
import type { Logger } from 'pino'
import { transaction } from '../transaction.ts'

const SAID_EVERY_MS = 3_600_000

/**
 * Seals the audit log, and says its end in the log of this process each hour: whoever can change all of the database cannot change what stood there.
 */
export function createAuditSealer(pool: pg.Pool, log: Pick<Logger, 'info'>): () => Promise<void> {
  let saidAt = 0
  return async () => {
    const client = await pool.connect()
    try {
      const end = await transaction(client, () => sealAudit(client))
      if (!end || Date.now() < saidAt + SAID_EVERY_MS) return
      saidAt = Date.now()
      log.info({ end: nameOf(end) }, 'audit log sealed')
    } finally {
      client.release()
    }
  }
}
