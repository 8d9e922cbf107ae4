import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { migrate, pendingSteps, readSteps } from './migrate.ts'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'

const step = (name: string, hash = name) => ({ name, hash, sql: '' })

describe('which migrations are still to run', () => {
  it('answers the rest when the beginning has run', () => {
    expect(pendingSteps([step('0000'), step('0001')], [step('0000')])).toEqual([step('0001')])
  })

  it.each([
    ['a gap', [step('0000'), step('0001')], [step('0001')], 'gap'],
    ['a step that was changed after it ran', [step('0000')], [step('0000', 'other')], 'changed'],
    ['a database from a newer version', [step('0000')], [step('0000'), step('0001')], 'ahead'],
  ])('refuses %s', (_, steps, applied, reason) => {
    expect(() => pendingSteps(steps, applied)).toThrow(reason)
  })
})

describe('migrating a database', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  it('runs nothing a second time', async () => {
    expect(await migrate(database.url)).toEqual([])
  })

  it('leaves nothing behind of a step that fails', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'steps-'))
    for (const { name, sql } of await readSteps()) await writeFile(join(folder, name), sql)
    await writeFile(join(folder, '9999_broken.sql'), 'create table half (id int); select no_such_function();')

    await expect(migrate(database.url, { folder })).rejects.toThrow('9999_broken')

    const client = new pg.Client(database.url)
    await client.connect()
    const { rows } = await client.query(
      "select to_regclass('half') as half, (select count(*)::int from migrations) as ran",
    )
    await client.end()
    expect(rows).toEqual([{ half: null, ran: (await readdir(folder)).length - 1 }])
  })

  describe('while somebody uses a table that it needs', () => {
    const NEEDS = 'alter table device_models add column if not exists more text'
    let folder: string
    let reader: pg.Client
    let writer: pg.Client
    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), 'steps-'))
      for (const { name, sql } of await readSteps()) await writeFile(join(folder, name), sql)
      await writeFile(join(folder, '9999_wants_it.sql'), NEEDS)
    })
    beforeEach(async () => {
      ;[reader, writer] = [new pg.Client(database.url), new pg.Client(database.url)]
      await Promise.all([reader.connect(), writer.connect()])
      await reader.query('begin; select from device_models')
    })
    afterEach(() => Promise.all([reader.end(), writer.end()]))

    const somebodyWaits = async () =>
      (await writer.query("select from pg_locks where relation = 'device_models'::regclass and not granted"))
        .rowCount

    it('gives way to whoever comes after it, and is done when the table is free', async () => {
      const migrating = migrate(database.url, { folder })
      await expect.poll(somebodyWaits, { interval: 5, timeout: 30_000 }).toBe(1)
      // Behind the step, which waits for the reader, who goes on.
      await writer.query('select from device_models')
      await reader.query('commit')
      expect(await migrating).toEqual(['9999_wants_it.sql'])
      await writer.query("delete from migrations where name = '9999_wants_it.sql'")
    })

    it('gives up after a while, says for whom it waited, and leaves all as it was', async () => {
      await reader.query("set application_name = 'a long look'")
      await expect(migrate(database.url, { folder, giveUpMs: 0 })).rejects.toThrow('"a long look"')
      const { rows } = await writer.query("select from migrations where name = '9999_wants_it.sql'")
      expect(rows).toEqual([])
    })
  })

  it('refuses a new one in which nobody is found whose name has other letters than English', async () => {
    const made = "template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'"
    const ascii = await emptyDatabase(undefined, made)
    await expect(migrate(ascii.url)).rejects.toThrow('encoding SQL_ASCII, locale C')
    await ascii.drop()
  })
})
