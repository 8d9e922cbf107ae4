import { type ArchiveState, LATE_SECONDS, readArchiveState } from '@carewatch/platform/archive-state'
import pg from 'pg'
import { type Finding, fine, look, wrong } from './finding.ts'

/** Whether the database could be brought back as it was a moment ago. `folder`: where the archive's keeper writes how it is. */
export async function examineArchive(folder: string | undefined, url: string): Promise<Finding[]> {
  if (!folder)
    return [
      look('Archive', 'none: what came after the last backup cannot be brought back (docs/operations.md)'),
    ]
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  try {
    await client.connect()
    return archiveFindings(await readArchiveState(folder, client))
  } catch (error) {
    return [wrong('Archive', error instanceof Error ? error.message : 'does not answer')]
  } finally {
    await client.end().catch(() => {})
  }
}

export function archiveFindings(state: ArchiveState, now = Date.now()): Finding[] {
  const old = (seconds: number): number => now / 1_000 - seconds
  const ago = (seconds: number): string => (seconds === 0 ? 'never' : `${spanOf(old(seconds))} ago`)
  const { archivedSeconds: archived, backupSeconds: backup, drillSeconds: drill } = state
  const timely = (what: string, seconds: number, late: number): Finding =>
    old(seconds) < late
      ? fine(what, ago(seconds))
      : wrong(what, `${ago(seconds)}: see the log of the archive`)
  return [
    timely('Archived', archived, LATE_SECONDS.archived),
    timely('Backup', backup, LATE_SECONDS.backup),
    drill === 0 || !state.isDrillFine
      ? wrong('Restore drill', state.drill || 'none yet')
      : old(drill) < LATE_SECONDS.drill
        ? fine('Restore drill', state.drill)
        : wrong('Restore drill', `the last one was ${ago(drill)}`),
  ]
}

function spanOf(seconds: number): string {
  if (seconds < 120) return `${Math.round(seconds)} s`
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`
}
