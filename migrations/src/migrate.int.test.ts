import { mkdtemp, readdir, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
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

  it('refuses a new one in which nobody is found whose name has other letters than English', async () => {
    const made = "template template0 encoding 'SQL_ASCII' locale_provider libc locale 'C'"
    const ascii = await emptyDatabase(undefined, made)
    await expect(migrate(ascii.url)).rejects.toThrow('encoding SQL_ASCII, locale C')
    await ascii.drop()
  })
})
