import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { freePort } from '@carewatch/launcher/ports'
import pg from 'pg'
import { pino } from 'pino'
import { readEnv } from './env.ts'
import { startBrokerNode } from './node.ts'

/** A machine with a hundred other things to do needs that long. */
export const SOON = { timeout: 15_000, interval: 20 }

const SERVICE_SECRET = 'a-secret-between-our-services'

/** A broker node on ports of its own, at a database that others may share. */
export async function openNode(databaseUrl: string, own: Record<string, string> = {}, now = Date.now) {
  const [port, watchPort] = [await freePort(), await freePort()]
  const env = readEnv({
    DATABASE_URL: asService(databaseUrl, 'broker'),
    SERVICE_SECRET,
    MQTT_PORT: String(port),
    WATCH_PORT: String(watchPort),
    MQTT_DEVICE_RATE: '0',
    ...own,
  })
  const { close } = await startBrokerNode(env, pino({ level: 'silent' }), now)
  return { port, watchPort, close }
}

const HELD_UP = `
select from pg_locks where relation = 'readings'::regclass and not granted
  and database = (select oid from pg_database where datname = current_database())`

/** Readings cannot be committed before the work is over; it is given a way to ask whether one waits for that. */
export async function whileNothingIsStored<T>(
  sql: pg.Client,
  work: (isHeldUp: () => Promise<boolean>) => Promise<T>,
): Promise<T> {
  await sql.query('begin')
  try {
    await sql.query('lock table readings in share mode')
    return await work(async () => (await sql.query(HELD_UP)).rowCount === 1)
  } finally {
    await sql.query('commit')
  }
}

/** A broker node on ports and a database of its own. */
export async function startBrokerHarness(own: Record<string, string> = {}, now = Date.now) {
  const database = await testDatabase()
  const { port, watchPort, close } = await openNode(database.url, own, now)
  const sql = new pg.Client(database.url)
  await sql.connect()
  return {
    port,
    watchPort,
    db: database.db,
    sql,
    databaseUrl: database.url,
    /** The first row that a query answers. */
    one: async <Row extends pg.QueryResultRow>(
      text: string,
      values: unknown[] = [],
    ): Promise<Row | undefined> => (await sql.query<Row>(text, values)).rows[0],
    close: async (): Promise<void> => {
      await close()
      await sql.end()
      await database.drop()
    },
  }
}

export type BrokerHarness = Awaited<ReturnType<typeof startBrokerHarness>>
