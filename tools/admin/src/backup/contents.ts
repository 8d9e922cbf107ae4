import { createHash } from 'node:crypto'
import { SecretsOfData } from '@carewatch/launcher/secrets'
import type { Key } from './encryption.ts'
import { entriesOf, readManifest } from './entries.ts'
import { ENDING, Ending, SECRETS, tableOfChunk } from './manifest.ts'

export type Contents = {
  madeAt: string
  /** The step of migrations that the database was at. */
  lastStep: string | undefined
  hasSecrets: boolean
  tables: { name: string; rows: number; bytes: number }[]
}

/** The secrets in a backup, which stand at its beginning; nothing where it holds none. */
export async function secretsOf(file: string, key?: Key): Promise<SecretsOfData | undefined> {
  const entries = entriesOf(file, key)
  try {
    await readManifest(entries)
    const { value } = await entries.next()
    return value?.name === SECRETS ? SecretsOfData.parse(JSON.parse(value.content.toString())) : undefined
  } finally {
    await entries.return()
  }
}

/** Lists what a backup holds, having read all of it: throws where it is damaged, cut short, or not what its end says. */
export async function contentsOf(file: string, key?: Key): Promise<Contents> {
  const entries = entriesOf(file, key)
  const { madeAt, migrations, tables } = await readManifest(entries)
  const read = new Map(tables.map(({ name }) => [name, { bytes: 0, hash: createHash('sha256') }]))
  let hasSecrets = false
  let ending: Ending | undefined
  for (let next = await entries.next(); !next.done; next = await entries.next()) {
    const { name, content } = next.value
    const table = read.get(tableOfChunk(name) ?? '')
    table?.hash.update(content)
    if (table) table.bytes += content.length
    else if (name === SECRETS) hasSecrets = true
    else if (name === ENDING) ending = Ending.parse(JSON.parse(content.toString()))
  }
  if (!ending) throw new Error('This backup is not whole: its end is missing.')
  const stated = ending.tables
  return {
    madeAt,
    lastStep: migrations.at(-1)?.name,
    hasSecrets,
    tables: [...read].map(([name, { bytes, hash }]) => {
      const { rows, sha256 } = stated[name] ?? { rows: 0, sha256: undefined }
      if (sha256 !== hash.digest('hex'))
        throw new Error(`This backup is damaged: table ${name} is not as it was written.`)
      return { name, rows, bytes }
    }),
  }
}
