import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readEnv } from '@carewatch/launcher/env'
import { createCompany } from '@carewatch/migrations/factories'
import { newPushKeys } from '@carewatch/platform/credentials/push-keys'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { bringBack, makeBackup } from '../commands/backup.ts'
import { secretsOf } from './contents.ts'
import { linesOf } from './secrets-in-use.ts'

const tmp = mkdtempSync(join(tmpdir(), 'carewatch-from-environment-'))
const file = join(tmp, 'all.backup')
/** An image holds no data folder, and can make none. */
const folder = join(tmp, 'none')
const push = newPushKeys()
const SECRETS = {
  JWT_SECRET: 'what locks the second factors of this house',
  SERVICE_SECRET: 'of the parts of this house',
  VAPID_PUBLIC_KEY: push.publicKey,
  VAPID_PRIVATE_KEY: push.privateKey,
}
let source: Awaited<ReturnType<typeof testDatabase>>
let target: Awaited<ReturnType<typeof emptyDatabase>>

/** The installation as `admin` finds it in a container that is given these. */
function containerOf(url: string, secrets: Partial<typeof SECRETS>) {
  for (const name of Object.keys(SECRETS)) vi.stubEnv(name, undefined)
  for (const [name, value] of Object.entries(secrets)) vi.stubEnv(name, value)
  return { env: readEnv({ ...secrets, DATABASE_URL: url, DATA_DIR: folder }), folder, url }
}
const backUpWith = (secrets: Partial<typeof SECRETS>, isWithSecrets = true) =>
  makeBackup(containerOf(source.url, secrets), file, { secrets: isWithSecrets, lock: undefined })
const bringBackWith = (secrets: Partial<typeof SECRETS>) =>
  bringBack(containerOf(target.url, secrets), file, { replace: false })

async function tablesIn(url: string): Promise<number> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query<{ tables: number }>(
      `select count(*)::int as tables from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    return rows[0]?.tables ?? 0
  } finally {
    await client.end()
  }
}

beforeAll(async () => {
  source = await testDatabase()
  await createCompany(source.db, { name: 'Golden Age Care' })
})
beforeEach(async () => void (target = await emptyDatabase()))
afterEach(async () => {
  vi.unstubAllEnvs()
  rmSync(file, { force: true })
  await target.drop()
})
afterAll(async () => {
  await source.drop()
  rmSync(tmp, { recursive: true })
})

describe('a backup of an installation whose secrets come from the environment', () => {
  it('holds those, as lines for the .env of the next', async () => {
    await backUpWith(SECRETS)
    expect(existsSync(folder)).toBe(false)
    const kept = await secretsOf(file)
    expect(kept).toEqual({ jwt: SECRETS.JWT_SECRET, service: SECRETS.SERVICE_SECRET, push })
    expect(kept && linesOf(kept)).toEqual(Object.entries(SECRETS).map(([name, value]) => `${name}=${value}`))
  })

  it('holds no keys of push where it has none', async () => {
    const { JWT_SECRET, SERVICE_SECRET } = SECRETS
    await backUpWith({ JWT_SECRET, SERVICE_SECRET })
    expect(await secretsOf(file)).toEqual({ jwt: JWT_SECRET, service: SERVICE_SECRET })
  })

  // Safe: the record's own keys.
  it.each(Object.keys(SECRETS) as (keyof typeof SECRETS)[])(
    'is not made where %s is missing',
    async (name) => {
      const { [name]: _, ...others } = SECRETS
      expect(() => backUpWith(others)).toThrow(`${name} is not set`)
      expect(existsSync(file)).toBe(false)
    },
  )

  it('is made without any where they are to stay out', async () => {
    await backUpWith({}, false)
    expect(await secretsOf(file)).toBeUndefined()
  })

  it('comes back where the same are set, and writes none down', async () => {
    await backUpWith(SECRETS)
    expect(await bringBackWith({ ...SECRETS, SERVICE_SECRET: 'another of the parts' })).toMatchObject({
      hasSecrets: true,
    })
    expect(existsSync(folder)).toBe(false)
    expect(await tablesIn(target.url)).toBe(await tablesIn(source.url))
  })

  it.each([
    ['JWT_SECRET', { JWT_SECRET: 'what locks the second factors of another' }],
    ['VAPID_PUBLIC_KEY, VAPID_PRIVATE_KEY', { VAPID_PUBLIC_KEY: newPushKeys().publicKey }],
  ])('touches nothing where another %s is set', async (names, others) => {
    await backUpWith(SECRETS)
    await expect(bringBackWith({ ...SECRETS, ...others })).rejects.toThrow(`with another ${names}:`)
    expect(await tablesIn(target.url)).toBe(0)
  })
})
