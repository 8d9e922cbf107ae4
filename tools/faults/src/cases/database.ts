import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { under } from '../case.ts'
import { cutSessions, type Disturbance } from '../disturbances.ts'

const FOR_MS = 10_000
const BATCHES_MS = 12_000

const SLOW_COMMITS = `
create function slow_commit() returns trigger language plpgsql as $$ begin perform pg_sleep(2); return null; end $$;
create constraint trigger slow_commit after insert on pending_evaluations deferrable initially deferred
  for each row execute function slow_commit()`

const slowCommits: Disturbance = async ({ postgres }) => {
  await postgres.ask(SLOW_COMMITS)
  await wait(BATCHES_MS)
  await postgres.ask('drop function slow_commit cascade')
}

const MOST = 200

/** Somebody else takes every connection there is, and ours are ended one after the other. */
const takeAllConnections: Disturbance = async ({ postgres }) => {
  const admin = new pg.Client(postgres.url)
  await admin.connect()
  const taken: pg.Client[] = []
  const until = performance.now() + FOR_MS
  const take = async (): Promise<void> => {
    for (let tries = 0; tries < MOST && performance.now() < until; tries++) {
      const client = new pg.Client({ connectionString: postgres.url, application_name: 'somebody-else' })
      client.on('error', () => {})
      try {
        await client.connect()
        taken.push(client)
      } catch {
        return
      }
    }
  }
  await take()
  while (performance.now() < until) {
    await admin.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and application_name <> 'somebody-else' and pid <> pg_backend_pid()",
    )
    await take()
    await wait(200)
  }
  await Promise.all(taken.map((client) => client.end()))
  await admin.end()
}

export const database = [
  under(['slow-commits', 'every commit of the broker takes 2 s, for 12 s'], slowCommits),
  under(['sessions-ended', 'every session with the database ended twice a second for 4 s'], cutSessions),
  under(
    ['no-connections', 'all connections of the database taken by somebody else for 10 s, ours ended'],
    takeAllConnections,
  ),
]
