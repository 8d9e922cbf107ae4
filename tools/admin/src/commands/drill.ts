import pg from 'pg'
import type { Key } from '../backup/encryption.ts'
import { restore } from '../backup/restore.ts'
import { examineDatabase } from '../doctor/database.ts'
import type { Finding } from '../doctor/finding.ts'
import type { Installation } from '../open.ts'

export type Drilled = { madeAt: string; tables: number; rows: number; seconds: number; findings: Finding[] }

/**
 * Brings a backup back beside the database that runs, looks at it, and throws it away: whether a restore would work, and how long it takes. Needs
 * room for a second database and touches nothing of the first.
 */
export async function drill({ url }: Pick<Installation, 'url'>, file: string, key?: Key): Promise<Drilled> {
  const name = `${decodeURIComponent(new URL(url).pathname.slice(1))}_drill`
  const at = (database: string): string => Object.assign(new URL(url), { pathname: `/${database}` }).href
  const server = new pg.Client({ connectionString: at('postgres'), application_name: 'drill' })
  await server.connect()
  const drop = (): Promise<unknown> =>
    server.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
  try {
    await drop()
    await server.query(`create database ${pg.escapeIdentifier(name)}`)
    const began = performance.now()
    const { madeAt, tables, rows } = await restore(at(name), file, key)
    const seconds = (performance.now() - began) / 1_000
    const findings = await examineDatabase(at(name))
    return { madeAt, tables, rows, seconds, findings: findings.filter(({ what }) => isOfRows(what)) }
  } finally {
    await drop()
    await server.end()
  }
}

/** What is about the rows that came back; the server and its clock are those that run anyway, and what waits waited when the backup was made. */
const isOfRows = (what: string): boolean => ['Database', 'Tables', 'Administrators'].includes(what)
