import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatNames, formatOf } from '@carewatch/contracts/formats'
import { protocols } from '@carewatch/devices/registry/protocols'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'

const RECORDED = join(import.meta.dirname, '../../../devices/recorded')
type Case = { encoding: string; message: unknown }

let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

const context = { receivedAt: Date.UTC(2026, 10, 21), utcOffsetMinutes: 0 }

/** How long the names are that watches of a format sign in by, in what was recorded of them. */
async function namesOf(format: string): Promise<number[]> {
  // Safe: recorded files are of this shape.
  const { cases } = JSON.parse(await readFile(join(RECORDED, `${format}.json`), 'utf8')) as { cases: Case[] }
  const protocol = Object.entries(protocols).find(([name]) => name === format)?.[1]
  return cases.flatMap(({ encoding, message }) => {
    const text = typeof message === 'string' ? message : JSON.stringify(message)
    const bytes = Buffer.from(text, encoding === 'hex' ? 'hex' : 'latin1')
    const cut = protocol?.cut(bytes)
    if (!protocol || typeof cut !== 'object') return []
    return protocol.read(bytes.subarray(cut.start, cut.end), context).identity?.length ?? []
  })
}

it('the database keeps apart the digits of just those formats whose watches say less than their IMEI', async () => {
  const formats = formatNames.filter((name) => formatOf(name).transport === 'TCP')
  const short = []
  for (const format of formats) if ((await namesOf(format)).some((length) => length < 15)) short.push(format)
  const client = new pg.Client(database.url)
  await client.connect()
  const { rows } = await client.query<{ format: string }>(
    `select format from unnest($1::text[]) as f (format) where short_identity_of('123456789012345', format) is not null`,
    [formats],
  )
  await client.end()
  expect(rows.map(({ format }) => format)).toEqual(short)
  expect(short).toEqual(['watch-3g'])
})
