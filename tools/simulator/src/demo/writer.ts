import type { Db } from '@carewatch/platform/database/client'
import type pg from 'pg'

/** One connection inside one transaction, used in two ways. */
export type Writer = { db: Db; client: pg.Client }
