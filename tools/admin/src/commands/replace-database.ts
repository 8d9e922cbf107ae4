import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'

const named = (url: string, name: string): string =>
  Object.assign(new URL(url), { pathname: `/${name}` }).href

/**
 * Fills a new database beside this one, which takes its name once it is whole: what fails, or is cut off, leaves the old one as it was.
 * Nobody may be connected who would notice.
 */
export async function replaceDatabase<Result>(
  url: string,
  fill: (url: string) => Promise<Result>,
): Promise<Result> {
  const name = decodeURIComponent(new URL(url).pathname.slice(1))
  const fresh = `${name}_restored`
  const server = new pg.Client({
    connectionString: named(url, 'postgres'),
    application_name: 'restore',
  })
  await server.connect()
  try {
    await refuseWhileUsed(server, name)
    await drop(server, fresh)
    await server.query(`create database ${pg.escapeIdentifier(fresh)}`)
    try {
      const filled = await fill(named(url, fresh))
      await refuseWhileUsed(server, name)
      await exchange(server, name, fresh)
      return filled
    } catch (error) {
      await drop(server, fresh)
      throw error
    }
  } finally {
    await server.end()
  }
}

const drop = (server: pg.Client, name: string): Promise<unknown> =>
  server.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)

const OTHERS = `
select count(*)::int as others from pg_stat_activity where datname = $1 and backend_type = 'client backend'`
/** Who has just gone is still seen for a moment. */
const LOOKS = 20
const LOOK_AGAIN_MS = 100

async function refuseWhileUsed(server: pg.Client, name: string): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const { rows } = await server.query<{ others: number }>(OTHERS, [name])
    if (!rows[0]?.others) return
    await wait(LOOK_AGAIN_MS)
  }
  throw new Error('Somebody is connected to the database: stop every part of Carewatch first.')
}

/** Both names change in one moment, or neither. */
async function exchange(server: pg.Client, name: string, fresh: string): Promise<void> {
  const before = `${name}_before`
  await drop(server, before)
  const { rows } = await server.query('select from pg_database where datname = $1', [name])
  const renamed = rows.length > 0 ? [[name, before] as const] : []
  for (const each of [...renamed.map(([old]) => old), fresh]) await keepOut(server, each)
  try {
    await server.query('begin')
    for (const [from, to] of [...renamed, [fresh, name] as const])
      await server.query(`alter database ${pg.escapeIdentifier(from)} rename to ${pg.escapeIdentifier(to)}`)
    await server.query('commit')
  } catch (error) {
    await server.query('rollback')
    throw error
  } finally {
    await letIn(server, name)
  }
  await drop(server, before)
}

/** TimescaleDB's own scheduler sits in each database, and one where somebody sits keeps its name. */
async function keepOut(server: pg.Client, name: string): Promise<void> {
  await server.query(`alter database ${pg.escapeIdentifier(name)} allow_connections false`)
  await server.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [
    name,
  ])
}

const letIn = (server: pg.Client, name: string): Promise<unknown> =>
  server.query(`alter database ${pg.escapeIdentifier(name)} allow_connections true`)
