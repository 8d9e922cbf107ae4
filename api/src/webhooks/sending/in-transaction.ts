import type pg from 'pg'
import type { Facts } from '../../services.ts'

/** All of the work is committed, or nothing. */
export async function inTransaction<T>(pool: Facts, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    client.release()
  }
}
