import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { apply, inOneGo, type Step } from './apply-step.ts'
import { helpOlderServer } from './older-servers.ts'
import { letFiguresBeRead } from './roles/figures.ts'
import { closeFormer, grantsToMake, isFormerOpen, makeRoles } from './roles/grant-roles.ts'
import { becomeHypertables } from './timescale.ts'

const FOLDER = join(import.meta.dirname, '../sql')
/** Any number, the same in every process: two starts at once take turns. */
export const LOCK = 20_260_101
/** Before it staff were asked for by another role. */
const STAFF_SINCE = '0052_staff.sql'

export type Applied = { name: string; hash: string }

/** The steps in the order they must run. */
export async function readSteps(folder = FOLDER): Promise<Step[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(folder, name), 'utf8')
      return { name, sql, hash: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** What is left to run; throws when the database and the code tell different histories. */
export function pendingSteps(steps: readonly Step[], applied: readonly Applied[]): Step[] {
  applied.forEach(({ name, hash }, index) => {
    const step = steps[index]
    if (!step)
      throw new Error(`The database is ahead of this version: it has migration ${name}, the code does not.`)
    if (step.name !== name) throw new Error(`A gap in the migrations: expected ${name}, found ${step.name}.`)
    if (step.hash !== hash) throw new Error(`Migration ${name} was changed after it ran on this database.`)
  })
  return steps.slice(applied.length)
}

const CAPITALS = `
select lower('Ж') = 'ж' as known, current_setting('server_encoding') as encoding, datctype as locale
from pg_database where datname = current_database()`

/** People are found by their names in any script; a new database that cannot is refused before anything is in it. */
async function needCapitals(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ known: boolean; encoding: string; locale: string }>(CAPITALS)
  const [row] = rows
  if (row && !row.known)
    throw new Error(
      `This database knows no capitals but those of English (encoding ${row.encoding}, locale ${row.locale}): make it with the encoding UTF8 and the locale C.UTF-8.`,
    )
}

type Options = {
  folder?: string
  /** The name of the last step to run; all of them where it is left out. */ until?: string | undefined
  /** Nothing of the version before runs beside it, and nothing is left to it. */ isAlone?: boolean
  /** After so long a step that did not come by the tables it needs is given up. */ giveUpMs?: number
}

/** Brings the database to this version's shape. Answers the names of the steps it ran. */
export async function migrate(
  databaseUrl: string,
  { folder = FOLDER, until, isAlone = false, giveUpMs }: Options = {},
): Promise<string[]> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [LOCK])
    await client.query(
      'create table if not exists migrations (name text primary key, hash text not null, applied_at timestamptz not null default now())',
    )
    const { rows } = await client.query<Applied>('select name, hash from migrations order by name')
    if (rows.length === 0) await needCapitals(client)
    const steps = await readSteps(folder)
    const wanted = until === undefined ? steps : steps.filter(({ name }) => name <= until)
    const pending = pendingSteps(wanted, rows)
    await helpOlderServer(client)
    for (const step of pending) await apply(client, step, giveUpMs)
    await becomeHypertables(client)
    // A new database has nothing of the version before; on another it may go on for a day, and until the steps run once more.
    const isFormerBeside = !isAlone && rows.length > 0 && (await mayFormerRun(client))
    if (until === undefined) await grantAll(client, { giveUpMs, isFormerBeside })
    return pending.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

const SINCE = `select applied_at > now() - interval '1 day' as "isRecent" from migrations where name = $1`

/**
 * Whether interfaces of the version before may be running still: a run that was cut off is done again, and each of several machines does its own, within
 * minutes of the first.
 */
async function mayFormerRun(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ isRecent: boolean }>(SINCE, [STAFF_SINCE])
  return rows[0]?.isRecent === true && (await isFormerOpen(client))
}

type Granting = { giveUpMs: number | undefined; isFormerBeside: boolean }

/** Each service may do what is declared for it; table by table, so that none is held up for long. */
async function grantAll(client: pg.Client, { giveUpMs, isFormerBeside }: Granting): Promise<void> {
  await makeRoles(client)
  await letFiguresBeRead(client)
  if (!isFormerBeside) await closeFormer(client)
  for (const [table, statements] of await grantsToMake(client, isFormerBeside)) {
    const work = async (): Promise<void> => {
      for (const statement of statements) await client.query(statement)
    }
    await inOneGo(client, { name: `of rights on ${table}`, work }, giveUpMs)
  }
}
