import { createHash, type Hash } from 'node:crypto'
import pg from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { migrate, readSteps } from '@carewatch/migrations/migrate'
import type { Key } from './encryption.ts'
import { type Entries, entriesOf, readManifest } from './entries.ts'
import { ENDING, Ending, type Manifest, SECRETS, type Table, tableOfChunk } from './manifest.ts'
import { putBack, setAside } from './set-aside.ts'

export type Restored = {
  madeAt: string
  tables: number
  rows: number
  /** As the backup held them; nothing where it held none. */
  secrets: unknown
}

/**
 * Brings a backup into an empty database: all of it, checked against what the backup says of itself, or nothing.
 * The database is first brought to the backup's own shape and afterwards to this version's.
 */
export async function restore(databaseUrl: string, file: string, key?: Key): Promise<Restored> {
  const entries = entriesOf(file, key)
  const manifest = await readManifest(entries)
  await prepare(databaseUrl, manifest)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'restore' })
  // Its end is heard by whoever waits for an answer.
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('begin')
    const aside = await setAside(client)
    const read = await readRest(client, entries, manifest)
    await putBack(client, aside)
    await client.query('commit')
    await migrate(databaseUrl, { isAlone: true })
    await client.query('analyze')
    const rows = Object.values(read.ending.tables).reduce((sum, table) => sum + table.rows, 0)
    return { madeAt: manifest.madeAt, tables: manifest.tables.length, rows, secrets: read.secrets }
  } finally {
    await client.end()
  }
}

/** An empty database in the shape that the backup was made of. */
async function prepare(databaseUrl: string, { migrations }: Manifest): Promise<void> {
  const steps = await readSteps()
  const strange = migrations.find(
    ({ name, hash }, index) => steps[index]?.name !== name || steps[index].hash !== hash,
  )
  if (strange)
    throw new Error(
      `This backup was made by another version: this one does not know its migration ${strange.name}.`,
    )
  const client = new pg.Client(databaseUrl)
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') limit 1`,
    )
    if (rows.length > 0)
      throw new Error('The database is not empty, and a backup is only brought into an empty one.')
  } finally {
    await client.end()
  }
  await migrate(databaseUrl, { until: migrations.at(-1)?.name })
}

async function readRest(client: pg.Client, entries: Entries, { tables }: Manifest) {
  const known = new Map(tables.map((table) => [table.name, table]))
  const counted: Ending['tables'] = {}
  let secrets: unknown
  let ending: Ending | undefined
  let filling: Filling | undefined
  const finish = async (): Promise<void> => {
    if (filling) counted[filling.table.name] = await filling.end()
    filling = undefined
  }
  for (let next = await entries.next(); !next.done; next = await entries.next()) {
    const { name, content } = next.value
    const table = known.get(tableOfChunk(name) ?? '')
    if (filling && table !== filling.table) await finish()
    if (table) {
      filling ??= fill(client, table)
      await filling.add(content)
    } else if (name === SECRETS) secrets = JSON.parse(content.toString())
    else if (name === ENDING) ending = Ending.parse(JSON.parse(content.toString()))
  }
  if (!ending) throw new Error('This backup is not whole: its end is missing.')
  compare(ending, counted)
  await continueSequences(client, ending)
  return { ending, secrets }
}

type Filling = ReturnType<typeof fill>

function fill(client: pg.Client, table: Table) {
  const list = table.columns.map((column) => pg.escapeIdentifier(column)).join(', ')
  const stream: CopyStreamQuery = client.query(
    copyFrom(`copy ${pg.escapeIdentifier(table.name)} (${list}) from stdin`),
  )
  const hash: Hash = createHash('sha256')
  const failed = new Promise<never>((_resolve, reject) => stream.once('error', reject))
  failed.catch(() => {})
  return {
    table,
    async add(content: Buffer): Promise<void> {
      hash.update(content)
      const taken = stream.write(content) || new Promise<void>((drained) => stream.once('drain', drained))
      await Promise.race([taken, failed])
    },
    async end(): Promise<Ending['tables'][string]> {
      const finished = new Promise<void>((resolve) => stream.once('finish', resolve))
      stream.end()
      await Promise.race([finished, failed])
      return { rows: stream.rowCount, sha256: hash.digest('hex') }
    },
  }
}

const NOTHING: Ending['tables'][string] = { rows: 0, sha256: createHash('sha256').digest('hex') }

function compare({ tables }: Ending, counted: Ending['tables']): void {
  for (const [name, stated] of Object.entries(tables)) {
    const { rows, sha256 } = counted[name] ?? NOTHING
    if (rows !== stated.rows || sha256 !== stated.sha256)
      throw new Error(
        `This backup is damaged: table ${name} has ${rows} rows and should have ${stated.rows}.`,
      )
  }
}

async function continueSequences(client: pg.Client, { sequences }: Ending): Promise<void> {
  for (const [name, next] of Object.entries(sequences))
    await client.query('select setval($1::text::regclass, $2::int8, false)', [
      `public.${pg.escapeIdentifier(name)}`,
      next,
    ])
}
