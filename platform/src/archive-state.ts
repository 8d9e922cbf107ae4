import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

/** When something was last done, in seconds since 1970, 0: never; and what came of the last drill. */
export type ArchiveState = {
  archivedSeconds: number
  backupSeconds: number
  drillSeconds: number
  isDrillFine: boolean
  /** What the last drill found, in a sentence. */
  drill: string
}

/** After which each is late. A drill follows the backup of each night, and both take their time. */
export const LATE_SECONDS = { archived: 900, backup: 26 * 3_600, drill: 30 * 3_600 } as const

type Asked = { query: (text: string) => Promise<{ rows: unknown[] }> }

/** Of the archive of the database: what the folder says that its keeper writes (deploy/archive/archive.sh), and what PostgreSQL says of its log. */
export async function readArchiveState(folder: string, db: Asked | pg.Pool): Promise<ArchiveState> {
  const text = async (name: string): Promise<string> => readFile(join(folder, name), 'utf8').catch(() => '')
  const figures = new Map(
    `${await text('backup.prom')}\n${await text('drill.prom')}`
      .split('\n')
      .map((line) => [line.split(' ')[0] ?? '', Number(line.split(' ')[1])]),
  )
  const { rows } = await db.query(
    'select coalesce(extract(epoch from last_archived_time), 0)::float8 as seconds from pg_stat_archiver',
  )
  // Safe: one row of the statement above.
  const [{ seconds }] = rows as [{ seconds: number }]
  return {
    archivedSeconds: Math.floor(seconds),
    backupSeconds: figures.get('carewatch_backup_seconds') ?? 0,
    drillSeconds: figures.get('carewatch_restore_drill_seconds') ?? 0,
    isDrillFine: figures.get('carewatch_restore_drill_success') === 1,
    drill: (await text('drill.txt')).trim(),
  }
}
