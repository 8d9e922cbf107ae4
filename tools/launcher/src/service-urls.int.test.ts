import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { asService, TEST_PASSWORDS, testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { describeParts } from './parts.ts'
import { readSecrets } from './secrets.ts'
import { letPartsIn } from './service-urls.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-service-urls-'))
let database: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const secrets = () => ({ ...readSecrets(folder), database: TEST_PASSWORDS })
const whoIs = async (url: string): Promise<unknown> => {
  const client = new pg.Client(url)
  await client.connect()
  try {
    return (await client.query('select current_user as name')).rows[0]?.name
  } finally {
    await client.end()
  }
}

describe('where each part finds the database', () => {
  it('is as itself, in the database beside the data', async () => {
    const urls = await letPartsIn(readEnv({}), secrets(), database.url)
    for (const part of ['broker', 'rules', 'api'] as const)
      expect(await whoIs(urls[part])).toBe(`carewatch_${part}`)
    const parts = describeParts({ env: readEnv({ DEMO: 'false' }), secrets: secrets(), serviceUrls: urls })
    expect(Object.fromEntries(parts.map(({ name, env }) => [name, env['DATABASE_URL']]))).toEqual({
      broker: urls.broker,
      'rules-engine': urls.rules,
      api: urls.api,
    })
  })

  it('is as whoever was named, in a database that is not ours, until an address names the part', async () => {
    const { url } = database
    const before = await letPartsIn(readEnv({ DATABASE_URL: url }), secrets(), url)
    expect(before).toEqual({ broker: url, rules: url, api: url })
    const own = asService(url, 'api')
    const after = await letPartsIn(readEnv({ DATABASE_URL: url, API_DATABASE_URL: own }), secrets(), url)
    expect(after).toEqual({ broker: url, rules: url, api: own })
    expect(await whoIs(after.api)).toBe('carewatch_api')
  })

  it('is not as somebody else by such an address', async () => {
    const env = readEnv({ DATABASE_URL: database.url, API_DATABASE_URL: database.url })
    await expect(letPartsIn(env, secrets(), database.url)).rejects.toThrow(
      'API_DATABASE_URL takes postgres://carewatch_api:password@host:port/name',
    )
  })
})

it('an installation of before is given passwords of the parts, once, and keeps its secrets', () => {
  const before = { jwt: 'j', service: 's', push: { publicKey: 'p', privateKey: 'k' }, postgres: 'o' }
  const file = join(folder, 'secrets.json')
  writeFileSync(file, JSON.stringify(before), { mode: 0o600 })
  const made = readSecrets(folder)
  expect(made).toMatchObject(before)
  expect(new Set(Object.values(made.database)).size).toBe(4)
  expect(readSecrets(folder)).toEqual(made)
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(made)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})
