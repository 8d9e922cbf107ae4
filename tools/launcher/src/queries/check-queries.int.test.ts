import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { expect, it } from 'vitest'
import { ROOT } from '../env.ts'
import { checkQueries } from './check-queries.ts'
import { dropFormerNames } from './former-names.ts'

const FILE = join(import.meta.dirname, 'testing/wrong-queries.ts')

it('finds what a statement says and the schema does not, and nothing else', async () => {
  const database = await testDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('create view things as select * from devices')
  await dropFormerNames(client)
  const { faults } = await checkQueries(client, {
    root: ROOT,
    config: 'tsconfig.json',
    isLookedAt: (file) => file === FILE,
  })
  await client.end()
  await database.drop()
  const lines = readFileSync(FILE, 'utf8').split('\n')
  const found = faults.map(({ line, fault }) => {
    const name = /export const (\w+)/.exec(
      lines
        .slice(0, line)
        .reverse()
        .find((text) => text.startsWith('export')) ?? '',
    )?.[1]
    return `${name}: ${fault}`
  })
  expect(found.sort()).toEqual(
    [
      'renamed: column "codename" does not exist',
      'former: relation "things" does not exist',
      'missing: gives no imei',
      'other: gives id as number, is taken for string',
      'other: gives name as string, is taken for number',
      'chosen: relation "gadgets" does not exist',
      'picked: relation "gadgets" does not exist',
      'tooFew: takes 2 values, is given 1',
      'inPlaces: gives 1 as string, is taken for number',
      'unread: its text cannot be read: name it at the top of its module',
      'tableInWords: names the table devices in words',
      'columnInWords: names the column company_id in words',
      "calledInWords: calls a table other in words: ${table} ${alias(table, 'other')}",
      'unknownColumn: there is no column codename',
    ].sort(),
  )
})
