import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openRelational } from '@carewatch/platform/database/client'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { migrate } from '@carewatch/migrations/migrate'
import { untilPrimary } from '@carewatch/migrations/primary'
import { makeReady } from '@carewatch/launcher/testing/ready-database'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { examineArchive } from '../doctor/archive.ts'
import { findArchivePrograms, openArchived } from './testing.ts'

const programs = findArchivePrograms()
/** Of a busy machine. */
const WITHIN = { timeout: 120_000, interval: 200 }

describe.skipIf(!programs)('the archive of the database', { timeout: 300_000 }, () => {
  let database: Awaited<ReturnType<typeof openArchived>>
  let customer: { id: number }

  async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(database.url)
    await client.connect()
    try {
      return (await client.query<Row>(text, values)).rows
    } finally {
      await client.end()
    }
  }
  const countOf = async (text: string): Promise<number> =>
    (await ask<{ count: number }>(`select count(*)::int as count from ${text}`))[0]?.count ?? -1
  const moment = async (): Promise<string> =>
    (await ask<{ now: string }>("select clock_timestamp() at time zone 'UTC' || '+00' as now"))[0]?.now ?? ''
  /** What was committed until now is in the archive. */
  async function untilArchived(): Promise<void> {
    const [segment] = await ask<{ name: string }>(
      'select pg_walfile_name(pg_current_wal_lsn()) as name, pg_switch_wal()',
    )
    const archived = async () =>
      (await ask<{ last: string }>('select last_archived_wal as last from pg_stat_archiver'))[0]?.last ?? ''
    await expect.poll(async () => (await archived()) >= (segment?.name ?? '~'), WITHIN).toBe(true)
  }

  /** It has come to its moment, and takes changes again. */
  const isPrimary = async () => (await ask<{ is: boolean }>('select not pg_is_in_recovery() as is'))[0]?.is
  beforeAll(async () => {
    if (!programs) return
    database = await openArchived(programs)
    await makeReady(database.url)
    const { db, close } = openRelational(database.url, 2)
    customer = await createCompany(db, { name: 'Golden Age' })
    const branch = await createBranch(db, customer.id)
    const device = await createDevice(db, { companyId: customer.id, branchId: branch.id })
    await createUser(db, { companyId: customer.id, branchId: branch.id, role: 'SUPERVISOR' })
    await close()
    await ask("update users set created_at = now() - interval '1 hour'")
    await ask("update devices set created_at = now() - interval '1 hour'")
    await ask(
      'insert into readings (time, device_id, value, metric) select now() - make_interval(secs => 600 + 10 * n), $1, 72, 1 from generate_series(1, 100) n',
      [device.id],
    )
  }, 300_000)
  afterAll(() => database?.close(), 60_000)

  it('is begun with a backup, and with a drill that finds what the database has', async () => {
    const archive = database.keep()
    await expect.poll(() => database.state('drill.prom'), WITHIN).toContain('success 1')
    await archive.end()
    const [people, devices] = [await countOf('users'), await countOf('devices')]
    expect([people > 0, devices > 0]).toEqual([true, true])
    expect(database.state('drill.txt')).toContain(
      `has ${people} people, ${devices} devices, 100 readings of an hour, as the database has`,
    )
    const [, newest] = /^carewatch_backup_seconds (\d+)$/m.exec(database.state('backup.prom')) ?? []
    expect(Date.now() / 1_000 - Number(newest)).toBeLessThan(300)
    expect(readdirSync(database.drillFolder)).toEqual([])
  })

  it('is encrypted, and its backups are full ones and what changed since', async () => {
    await database.archive(['backup', 'incr'])
    const [stanza] = JSON.parse(await database.info())
    expect(stanza.cipher).toBe('aes-256-cbc')
    expect(stanza.backup.map(({ type }: { type: string }) => type)).toEqual(['full', 'incr'])
  })

  it('says of a drill that fails that it failed, and leaves nothing of it', async () => {
    const isLost = { PGBACKREST_REPO1_CIPHER_PASS: 'another one' }
    await expect(database.archive(['drill'], isLost)).rejects.toThrow('drill: a restore failed')
    expect(database.state('drill.prom')).toContain('success 0')
    expect(readdirSync(database.drillFolder)).toEqual([])
    await database.archive(['drill'])
    expect(database.state('drill.prom')).toContain('success 1')
  })

  it('is drilled again where the last drill failed or is older than the newest backup', async () => {
    const backups = async (): Promise<number> => JSON.parse(await database.info())[0].backup.length
    const before = await backups()
    for (const [isFine, at] of [
      [0, Math.floor(Date.now() / 1_000)],
      [1, 1],
    ]) {
      database.setState(
        'drill.prom',
        `carewatch_restore_drill_success ${isFine}\ncarewatch_restore_drill_seconds ${at}\n`,
      )
      const archive = database.keep()
      await expect.poll(() => database.state('drill.prom'), WITHIN).toMatch(/success 1\n.*seconds \d{10}\n/)
      await archive.end()
    }
    expect(await backups()).toBe(before)
  })

  it('is found whole by a drill while late readings go on coming', async () => {
    const client = new pg.Client(database.url)
    await client.connect()
    let [isOver, written] = [false, 0]
    const write = async (): Promise<void> => {
      while (!isOver) {
        await client.query(
          "insert into readings (time, device_id, value, metric) values (now() - interval '15 minutes', 800000 + $1::int, 71, 1)",
          [written],
        )
        written += 1
      }
    }
    const writing = write()
    try {
      await database.archive(['drill'])
    } finally {
      isOver = true
      await writing
      await client.query('delete from readings where device_id between 800000 and 899999')
      await client.end()
    }
    expect(written).toBeGreaterThan(0)
    expect(database.state('drill.prom')).toContain('success 1')
  })

  it.each(['yesterday', '2026-11-27', '2026-11-27 03:10:00', "2026-11-27 03:10:00+00'; true"])(
    'is not gone back to by %j, which is no moment with its zone',
    async (words) => {
      await expect(database.archive(['restore', words])).rejects.toThrow('takes a moment with its zone')
    },
  )

  it('is not gone back to while the database runs', async () => {
    await expect(database.archive(['restore', await moment()])).rejects.toThrow('PostgreSQL runs')
    expect(await countOf('companies')).toBeGreaterThan(0)
  })

  it('is not put in the place of a database that was started meanwhile', async () => {
    await database.stop()
    await expect(database.restoreWhileStarted()).rejects.toThrow('was started meanwhile')
    expect(await countOf('companies')).toBeGreaterThan(0)
    expect(existsSync(`${database.data}.restoring`)).toBe(true)
  })

  it('brings a customer back who was deleted, as they were a moment before', async () => {
    const before = await Promise.all(['companies', 'users', 'devices', 'readings'].map(countOf))
    const at = await moment()
    await ask('delete from readings')
    await ask('update companies set deleted_at = now(), name = $2 where id = $1', [customer.id, 'gone'])
    await untilArchived()
    await database.stop()
    expect(await database.archive(['restore', at])).toContain('What there was lies in')
    expect(readFileSync(join(database.data, 'postgresql.auto.conf'), 'utf8')).toContain(
      `--pg1-path="${database.data}" archive-get`,
    )
    await database.start()
    await expect.poll(isPrimary, WITHIN).toBe(true)
    expect(await Promise.all(['companies', 'users', 'devices', 'readings'].map(countOf))).toEqual(before)
    const [company] = await ask('select name, deleted_at from companies where id = $1', [customer.id])
    expect(company).toEqual({ name: 'Golden Age', deleted_at: null })
  })

  it('is looked at by the doctor', async () => {
    await untilArchived()
    const findings = await examineArchive(database.stateFolder, database.url)
    expect(findings.map(({ state, what }) => `${state} ${what}`)).toEqual([
      'fine Archived',
      'fine Backup',
      'fine Restore drill',
    ])
  })

  it('goes on from there: backed up, archived and drilled as before', async () => {
    await ask(
      "insert into readings (time, device_id, value, metric) values (now() - interval '20 minutes', 999999, 70, 1)",
    )
    await untilArchived()
    await database.archive(['backup', 'incr'])
    await database.archive(['drill'])
    expect(database.state('drill.txt')).toContain('101 readings of an hour, as the database has')
  })

  it('comes back as far as it reaches where all else is lost', async () => {
    await ask("insert into companies (name, code) values ('The last', 'TL')")
    await untilArchived()
    await database.stop()
    rmSync(database.data, { recursive: true })
    await database.archive(['restore', 'latest'])
    await database.start()
    await expect.poll(isPrimary, WITHIN).toBe(true)
    expect(await countOf("companies where code = 'TL'")).toBe(1)
  })

  it('is waited for by the migrations until it takes changes', async () => {
    await database.stop()
    writeFileSync(join(database.data, 'standby.signal'), '')
    await database.start()
    expect(await isPrimary()).toBe(false)
    const log: string[] = []
    const waiting = untilPrimary(database.url, (why) => log.push(why))
    await expect.poll(() => log, WITHIN).toEqual([expect.stringContaining('waiting until it takes changes')])
    await ask('select pg_promote()')
    await waiting
    expect(await isPrimary()).toBe(true)
    expect(await migrate(database.url)).toEqual([])
  })
})
