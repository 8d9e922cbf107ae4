import pg from 'pg'
import { expect, it } from 'vitest'
import { cutWhenSilent } from './silent-connections.ts'
import { testDatabase } from './testing.ts'
import { forgetfulLine } from './testing-line.ts'

it('a statement on a connection that a router forgot fails, and an idle connection is left alone', async () => {
  const database = await testDatabase()
  const line = await forgetfulLine(database.url)
  const client = new pg.Client(line.url)
  client.on('error', () => {})
  await client.connect()
  cutWhenSilent(client, 1_500)
  await new Promise((resolve) => setTimeout(resolve, 2_000))
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  line.forget()
  await expect(client.query('select 1')).rejects.toThrow(/terminated/)
  line.close()
  await database.drop()
})
