import { type ArchiveState, readArchiveState } from '@carewatch/platform/archive-state'
import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

const NOTHING: ArchiveState = {
  archivedSeconds: 0,
  backupSeconds: 0,
  drillSeconds: 0,
  isDrillFine: false,
  drill: '',
}

/** Of the archive of the database; each engine says the same. A database that does not answer has archived nothing, as far as anybody can say. */
export function measureArchive(registry: Registry, db: pg.Pool, folder: string): void {
  const gauge = (name: string, help: string, read: (state: ArchiveState) => number): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      registers: [registry],
      // Each asks for itself: a gauge is read while the collecting of another one goes on.
      collect: async () => made.set(read(await readArchiveState(folder, db).catch(() => NOTHING))),
    })
  }
  gauge(
    'carewatch_wal_archived_seconds',
    'When the newest piece of PostgreSQL’s log was archived, in seconds since 1970',
    ({ archivedSeconds }) => archivedSeconds,
  )
  gauge(
    'carewatch_backup_seconds',
    'When the newest backup of the database ended',
    ({ backupSeconds }) => backupSeconds,
  )
  gauge(
    'carewatch_restore_drill_seconds',
    'When a restore was last tried',
    ({ drillSeconds }) => drillSeconds,
  )
  gauge('carewatch_restore_drill_success', 'Whether that one brought back what it should', (state) =>
    Number(state.isDrillFine),
  )
}
