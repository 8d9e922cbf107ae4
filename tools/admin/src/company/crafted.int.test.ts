import { join } from 'node:path'
import { fillHouse } from '@carewatch/migrations/testing/fill-house'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { add, writeArchive } from '../backup/archive-file.ts'
import { entriesOf, type Entry } from '../backup/entries.ts'
import { ENDING, tableOfChunk } from '../backup/manifest.ts'
import { exportCompany } from './export.ts'
import { importCompany } from './import.ts'
import { lockOf, type Place, placeWith, sealAnew } from './testing.ts'

const SECRET = 'the secret of both installations, long'
const MOMENT = '2026-02-01T10:11:12.345Z'
/** It has more digits than PostgreSQL prints where it is told to print few. */
const LAT = 32.794_046_123_456_7

let source: Place
let target: Place
let file: string
beforeAll(async () => {
  source = await placeWith(SECRET)
  target = await placeWith(SECRET)
  file = join(source.folder, 'one.company')
  const moved = await fillHouse(source.client)
  await fillHouse(target.client)
  await source.client.query(`update companies set code = 'MOVED' where id = ${moved}`)
  await source.client.query(`update assignments set started_at = '2025-12-01Z'`)
  await source.client.query(
    'insert into positions (device_id, time, lat, lng) select id, $1, $2, 35 from devices',
    [MOMENT, LAT],
  )
  await sealAnew(source.client)
  await sealAnew(target.client)
  const { rows } = await source.client.query<{ name: string }>('select current_database() as name')
  const database = pg.escapeIdentifier(rows[0]?.name ?? '')
  for (const setting of [`datestyle = 'SQL, DMY'`, 'extra_float_digits = 0', `timezone = 'Asia/Kolkata'`])
    await source.client.query(`alter database ${database} set ${setting}`)
  await exportCompany(source, 'MOVED', lockOf(file))
})
afterAll(async () => {
  await source.end()
  await target.end()
})

/** The same pieces in another order, by somebody who has the passphrase. */
async function reordered(order: (entries: Entry[]) => Entry[]): Promise<string> {
  const entries: Entry[] = []
  for await (const entry of entriesOf(file, lockOf(file))) entries.push(entry)
  const other = join(source.folder, 'other.company')
  await writeArchive(other, lockOf(other), async (archive) => {
    for (const { name, content } of order(entries)) await add(archive, name, content)
    return {}
  })
  return other
}

it('refuses a file of which rows come where nobody looks for them', async () => {
  const isPicture = ({ name }: Entry): boolean => tableOfChunk(name) === 'uploads'
  const other = await reordered((entries) => {
    const ending = entries.filter(({ name }) => name === ENDING)
    const rest = entries.filter((entry) => !isPicture(entry) && entry.name !== ENDING)
    return [...rest, ...entries.filter(isPicture), ...ending]
  })
  await expect(importCompany(target, lockOf(other))).rejects.toThrow('damaged')
})

it('brings each moment and figure as it was, however the old database writes them', async () => {
  await importCompany(target, lockOf(file))
  const { rows } = await target.client.query(
    `select p.time, p.lat from positions p join devices d on d.id = p.device_id join companies c on c.id = d.company_id where c.code = 'MOVED' and p.lng = 35 and p.time < '2026-12-31' order by p.time limit 1`,
  )
  expect(rows).toEqual([{ time: new Date(MOMENT), lat: LAT }])
})
