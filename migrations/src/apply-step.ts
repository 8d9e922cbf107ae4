import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

export type Step = { name: string; sql: string; hash: string }

/** So long a step waits for a table that somebody uses: whoever comes after it waits behind it, a call for help too. Less than PostgreSQL takes to look for deadlocks, so that a step is always the one that gives way. */
const LOCK_WAIT_MS = 500
/** Between two attempts everybody goes on. */
const PAUSE_MS = 2_000
const GIVE_UP_MS = 600_000

/** Another transaction kept what the step needs: lock_not_available, deadlock_detected. */
const IN_THE_WAY = ['55P03', '40P01']

const OLDEST = `
select pid, application_name as program, round(extract(epoch from clock_timestamp() - xact_start))::int as seconds
from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null
order by xact_start limit 1`

/** Runs a step: all of it or nothing. */
export const apply = (client: pg.Client, { name, sql, hash }: Step, giveUpMs?: number): Promise<void> =>
  inOneGo(
    client,
    {
      name,
      work: async () => {
        await client.query(sql.replaceAll('--> statement-breakpoint', ''))
        await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash])
      },
    },
    giveUpMs,
  )

type Work = { name: string; work: () => Promise<void> }

/** All of it or nothing. What finds a table in use gives way and tries again, so that nobody waits behind it for long. */
export async function inOneGo(client: pg.Client, { name, work }: Work, giveUpMs = GIVE_UP_MS): Promise<void> {
  const end = performance.now() + giveUpMs
  for (;;) {
    const error = await attempt(client, work)
    if (error === undefined) return
    if (!isInTheWay(error)) throw new Error(`Migration ${name} failed`, { cause: error })
    if (performance.now() + PAUSE_MS > end)
      throw new Error(await whatIsInTheWay(client, name, giveUpMs), { cause: error })
    await wait(PAUSE_MS)
  }
}

const isInTheWay = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && IN_THE_WAY.includes(String(error.code))

/** Answers why it failed, where it did. */
async function attempt(client: pg.Client, work: () => Promise<void>): Promise<unknown> {
  await client.query('begin')
  try {
    await client.query(`set local lock_timeout = ${LOCK_WAIT_MS}`)
    await work()
    await client.query('commit')
    return undefined
  } catch (error) {
    await client.query('rollback')
    return error
  }
}

async function whatIsInTheWay(client: pg.Client, name: string, giveUpMs: number): Promise<string> {
  const { rows } = await client.query<{ pid: number; program: string; seconds: number }>(OLDEST)
  const oldest = rows.map(
    ({ pid, program, seconds }) =>
      ` The oldest transaction is of process ${pid}, "${program}", and runs for ${seconds} s.`,
  )
  return `Migration ${name} did not come by the tables it needs within ${giveUpMs / 1_000} s, and changed nothing: start it again when whoever uses them is done.${oldest.join('')}`
}
