import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const ASKED_EVERY_MS = 1_000
const LOGGED_EVERY_MS = 60_000
/** PostgreSQL is there and takes nobody yet: it begins, or reads its log again. */
const BEGINS = '57P03'

/** Until the database takes changes: after a restore it goes on to its moment first, and lets read meanwhile. `log` is given why it waits, once a minute. */
export async function untilPrimary(databaseUrl: string, log: (why: string) => void): Promise<void> {
  let loggedAt = -Infinity
  while (!(await isPrimary(databaseUrl))) {
    if (performance.now() - loggedAt >= LOGGED_EVERY_MS) {
      log(
        'the database goes on to the moment of a restore, or follows another one: waiting until it takes changes',
      )
      loggedAt = performance.now()
    }
    await wait(ASKED_EVERY_MS)
  }
}

async function isPrimary(databaseUrl: string): Promise<boolean> {
  const client = new pg.Client(databaseUrl)
  try {
    await client.connect()
    const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is')
    return rows[0]?.is === true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === BEGINS) return false
    throw error
  } finally {
    await client.end().catch(() => {})
  }
}
