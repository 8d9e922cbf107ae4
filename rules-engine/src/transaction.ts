import type pg from 'pg'

/** Everything or nothing. */
export async function transaction<T>(db: pg.ClientBase, work: () => Promise<T>): Promise<T> {
  await db.query('begin')
  try {
    const result = await work()
    await db.query('commit')
    return result
  } catch (error) {
    // The connection may be gone; the error that matters is the first one.
    await db.query('rollback').catch(() => {})
    throw error
  }
}
