import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { Registry } from 'prom-client'
import { expect, it } from 'vitest'
import { measureArchive } from './archive-metrics.ts'

it('the figures of the archive are what its keeper wrote last, at the first reading too', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'carewatch-archive-'))
  const { url, drop } = await testDatabase()
  const pool = new pg.Pool({ connectionString: url })
  const registry = new Registry()
  measureArchive(registry, pool, folder)
  const figures = async () =>
    (await registry.metrics()).split('\n').filter((line) => line.startsWith('carewatch'))
  // A server of tests archives nothing.
  expect(await figures()).toEqual([
    'carewatch_wal_archived_seconds 0',
    'carewatch_backup_seconds 0',
    'carewatch_restore_drill_seconds 0',
    'carewatch_restore_drill_success 0',
  ])
  writeFileSync(join(folder, 'backup.prom'), 'carewatch_backup_seconds 1795788156\n')
  writeFileSync(
    join(folder, 'drill.prom'),
    'carewatch_restore_drill_success 1\ncarewatch_restore_drill_seconds 1795788172\n',
  )
  expect(await figures()).toEqual([
    'carewatch_wal_archived_seconds 0',
    'carewatch_backup_seconds 1795788156',
    'carewatch_restore_drill_seconds 1795788172',
    'carewatch_restore_drill_success 1',
  ])
  await pool.end()
  await drop()
  rmSync(folder, { recursive: true })
})
