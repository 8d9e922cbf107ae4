import type { ConnectionDb } from '@carewatch/platform/database/one-connection'
import type pg from 'pg'

/** One connection inside one transaction, spoken to in two ways. */
export type Writer = { db: ConnectionDb; client: pg.Client }
