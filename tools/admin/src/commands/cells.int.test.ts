import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { backUp } from '../backup/backup.ts'
import { contentsOf } from '../backup/contents.ts'
import { importCells, listCells, removeCells } from './cells.ts'

const HEADER = 'radio,mcc,net,area,cell,unit,lon,lat,range,samples,changeable,created,updated,averageSignal'
const UPDATED = 1_700_000_000
const line = (cell: number, more: Record<string, string | number> = {}): string => {
  const values = {
    radio: 'LTE',
    mcc: 425,
    net: 1,
    area: 9520,
    cell,
    unit: 0,
    lon: 34.78,
    lat: 32.08,
    range: 1_200,
    samples: 40,
    changeable: 1,
    created: 1_459_692_342,
    updated: UPDATED,
    averageSignal: 0,
    ...more,
  }
  return Object.values(values).join(',')
}

let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carewatch-cells-'))
  database = await testDatabase()
})
afterEach(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

function file(content: string | Buffer): string {
  const path = join(folder, 'cells.csv')
  writeFileSync(path, content)
  return path
}
const taken = (content: string | Buffer, countries?: ReadonlySet<number>) =>
  importCells(database.url, file(content), { countries, onProgress: () => {} })
async function stored(): Promise<unknown[]> {
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query('select * from mobile_cells order by mcc, radio, cid')
  await client.end()
  return rows
}
const cidsOf = async () => (await stored()).map((row) => Number(Object(row).cid))

it('takes a table over as it is written, packed or not, with a line that names the columns or without', async () => {
  expect(await taken(`${HEADER}\r\n${line(3_671)}\r\n`)).toMatchObject({ added: 1, bad: 0 })
  expect(await stored()).toEqual([
    {
      mcc: 425,
      mnc: 1,
      lac: 9520,
      cid: '3671',
      radio: 'LTE',
      lat: 32.08,
      lng: 34.78,
      range_m: 1_200,
      samples: 40,
      updated_at: new Date(UPDATED * 1_000),
    },
  ])
  expect(await taken(gzipSync([line(2), line(3, { radio: 'NR', cell: 2 ** 36 })].join('\n')))).toMatchObject({
    added: 2,
    bad: 0,
  })
  expect(await cidsOf()).toEqual([2, 3_671, 2 ** 36])
})

it('refuses what it cannot read, by its line, and takes the rest', async () => {
  const bad = [
    [line(1, { radio: 'WIMAX' }), 'its radio is none of GSM, UMTS, LTE and NR'],
    [line(1, { mcc: 0 }), 'its network, area or number is none'],
    [line(1, { net: 1_000 }), 'its network, area or number is none'],
    [line(1, { area: '' }), 'its network, area or number is none'],
    [line(1, { cell: 0 }), 'its network, area or number is none'],
    [line(1, { cell: '1e3' }), 'its network, area or number is none'],
    [line(1, { lat: 90.5 }), 'its place is nowhere on earth'],
    [line(1, { lat: 0, lon: 0 }), 'its place is nowhere on earth'],
    [line(1, { lon: 'NaN' }), 'its place is nowhere on earth'],
    [line(1, { range: 100_001 }), 'its range or samples are no number'],
    [line(1, { samples: -1 }), 'its range or samples are no number'],
    [line(1, { updated: 99_999_999_999 }), 'it was updated at no time there was'],
    ['LTE,425,1', 'has 3 columns, 13 are needed'],
    ['x'.repeat(300_000), 'has 1 columns, 13 are needed'],
  ] as const
  const lines = bad.map(([text]) => text)
  const { added, bad: count, faults } = await taken([line(1), ...lines, '', line(2)].join('\n'))
  expect({ added, count }).toEqual({ added: 2, count: bad.length })
  expect(faults).toEqual(bad.slice(0, 10).map(([, why], index) => `line ${index + 2}: ${why}`))
  for (const [text, why] of bad) await expect(taken(text)).rejects.toThrow(why)
})

it('takes of some countries alone, and no CDMA', async () => {
  const content = [line(1), line(2, { mcc: 247 }), line(3, { mcc: 262 }), line(4, { radio: 'CDMA' })]
  const wanted = new Set([425, 247])
  expect(await taken(content.join('\n'), wanted)).toMatchObject({ added: 2, others: 2, bad: 0 })
  expect(await cidsOf()).toEqual([2, 1])
  await expect(taken(line(3, { mcc: 262 }), wanted)).rejects.toThrow(
    'no cell of these countries (1 of others)',
  )
})

it('what is newer takes its place, what is older does not, and of two in a file the newer', async () => {
  await taken(line(1))
  const older = line(1, { updated: UPDATED - 1, range: 1 })
  expect(await taken(older)).toMatchObject({ added: 0, renewed: 0, unchanged: 1 })
  const newer = [2, 5, 3].map((later) => line(1, { updated: UPDATED + later, range: later }))
  expect(await taken(newer.join('\n'))).toMatchObject({ added: 0, renewed: 1, unchanged: 2 })
  expect(await stored()).toMatchObject([{ range_m: 5 }])
  // A cell of another radio is another.
  expect(await taken(line(1, { radio: 'GSM' }))).toMatchObject({ added: 1 })
})

it('takes nothing of a file that is cut off, or is none', async () => {
  const lines = Array.from({ length: 20_000 }, (_, n) => line(n + 1)).join('\n')
  const packed = gzipSync(lines)
  await expect(taken(packed.subarray(0, -200))).rejects.toThrow(/end of file/)
  expect(await stored()).toEqual([])
  await expect(taken('')).rejects.toThrow('The file holds no cell.')
  await expect(
    importCells(database.url, join(folder, 'none'), { countries: undefined, onProgress: () => {} }),
  ).rejects.toThrow('ENOENT')
  expect(await taken(packed)).toMatchObject({ added: 20_000 })
})

it('holds no transaction open, and lets nobody else change the cells meanwhile', async () => {
  const rows = Array.from({ length: 12_000 }, (_, n) => line(n + 1))
  const watching = new pg.Client(database.url)
  await watching.connect()
  // The last piece waits for this row.
  await taken(line(11_000, { updated: UPDATED - 1 }))
  await watching.query('begin; select from mobile_cells for update')
  const importing = taken(rows.join('\n'))
  const second = new pg.Client(database.url)
  await second.connect()
  const count = async () =>
    (await second.query('select count(*)::int as count from mobile_cells')).rows[0].count
  await expect.poll(count).toBe(10_001)
  await expect(taken(rows.join('\n'))).rejects.toThrow('already')
  await expect(removeCells(database.url)).rejects.toThrow('already')
  await watching.query('rollback')
  expect(await importing).toMatchObject({ added: 11_999, renewed: 1, unchanged: 0 })
  await Promise.all([watching.end(), second.end()])
  expect(await removeCells(database.url)).toBe(12_000)
})

it('waits for a table that is held longer than other statements may', async () => {
  const limited = new URL(database.url)
  // What comes before it waits is bound by this too, on a machine that has other things to do.
  limited.searchParams.set('options', '-c statement_timeout=2s')
  await taken([line(1), line(2)].join('\n'))
  const holding = new pg.Client(database.url)
  await holding.connect()
  await holding.query('begin; select from mobile_cells for update')
  const removing = removeCells(limited.href)
  const waits = async () =>
    (
      await database.db.execute(
        "select 1 from pg_stat_activity where application_name = 'cells' and wait_event_type = 'Lock' and now() - query_start > interval '2500 ms'",
      )
    ).rows.length
  await expect.poll(waits).toBe(1)
  await holding.query('rollback')
  await holding.end()
  expect(await removing).toBe(2)
})

it('says what there is, and lets go of it', async () => {
  const later = { updated: UPDATED + 86_400 }
  await taken([line(1), line(2, later), line(3, { mcc: 247, radio: 'GSM' })].join('\n'))
  expect(await listCells(database.url)).toEqual([
    { mcc: 247, radio: 'GSM', count: 1, newest: new Date(UPDATED * 1_000) },
    { mcc: 425, radio: 'LTE', count: 2, newest: new Date((UPDATED + 86_400) * 1_000) },
  ])
  expect(await removeCells(database.url, new Set([425]))).toBe(2)
  expect(await cidsOf()).toEqual([3])
  expect(await removeCells(database.url)).toBe(1)
  expect(await listCells(database.url)).toEqual([])
})

it('stands in no backup', async () => {
  await taken(line(1))
  const path = join(folder, 'backup')
  await backUp({ databaseUrl: database.url, file: path })
  const names = (await contentsOf(path)).tables.map(({ name }) => name)
  expect(names).toContain('devices')
  expect(names).not.toContain('mobile_cells')
})
