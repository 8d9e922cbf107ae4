import { expect, it } from 'vitest'
import { archiveFindings } from './archive.ts'

const NOW = Date.UTC(2026, 10, 27, 3)
const ago = (hours: number): number => NOW / 1_000 - hours * 3_600
const GOOD = {
  archivedSeconds: ago(0.01),
  backupSeconds: ago(1),
  drillSeconds: ago(0.9),
  isDrillFine: true,
  drill: 'a restore has 12 people',
}
const found = (changed: Partial<typeof GOOD>): string[] =>
  archiveFindings({ ...GOOD, ...changed }, NOW).map(({ state, what, why }) => `${state} ${what}: ${why}`)

it('an archive is fine while all of it is timely', () => {
  expect(found({})).toEqual([
    'fine Archived: 36 s ago',
    'fine Backup: 60 min ago',
    'fine Restore drill: a restore has 12 people',
  ])
})

it.each([
  [{ archivedSeconds: ago(0.3) }, 'wrong Archived: 18 min ago: see the log of the archive'],
  [{ archivedSeconds: 0 }, 'wrong Archived: never: see the log of the archive'],
  [{ backupSeconds: ago(27) }, 'wrong Backup: 27 h ago: see the log of the archive'],
  [{ drillSeconds: ago(31) }, 'wrong Restore drill: the last one was 31 h ago'],
  [{ isDrillFine: false, drill: 'it differs' }, 'wrong Restore drill: it differs'],
  [{ drillSeconds: 0, isDrillFine: false, drill: '' }, 'wrong Restore drill: none yet'],
])('an archive of which %j is said to be wrong', (changed, words) => {
  expect(found(changed)).toContain(words)
})
