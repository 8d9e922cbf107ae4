import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

export type ConnectionDb = NodePgDatabase

/** Drizzle on a pg connection of the caller's: rows with names and bulk statements in one transaction. */
export const onConnection = (client: pg.Client): ConnectionDb => drizzle(client)
