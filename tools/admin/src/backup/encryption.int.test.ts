import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keyOf, lockOf, makeKey } from '../commands/backup-keys.ts'
import { drill } from '../commands/drill.ts'
import { backUp } from './backup.ts'
import { contentsOf } from './contents.ts'
import type { Key } from './encryption.ts'
import { restore } from './restore.ts'

const PASSPHRASE = 'tulip harbour seventeen'

let folder: string
let database: Awaited<ReturnType<typeof testDatabase>>
let file: string
let key: Key
let recipient: string
const at = (name: string): string => join(folder, name)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carewatch-encrypted-'))
  database = await testDatabase()
  const company = await createCompany(database.db, { name: 'Golden Age Care' })
  await createDevice(database.db, { companyId: company.id })
  for (let at = 0; at < 3; at++) await createUser(database.db)
  recipient = await makeKey(at('key.txt'))
  key = {
    identities: readFileSync(at('key.txt'), 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('AGE')),
  }
  file = at('all.backup.age')
  await backUp({ databaseUrl: database.url, file, secrets: { jwt: 'x' }, lock: { recipients: [recipient] } })
})
afterAll(async () => {
  await database.drop()
  rmSync(folder, { recursive: true })
})

const companiesIn = async (url: string): Promise<string[]> => {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ name: string }>('select name from companies')
  await client.end()
  return rows.map(({ name }) => name)
}

async function broughtBack(from: string, opened: Key | undefined): Promise<string[]> {
  const target = await emptyDatabase()
  try {
    await restore(target.url, from, opened)
    return await companiesIn(target.url)
  } finally {
    await target.drop()
  }
}

describe('an encrypted backup', () => {
  it('is brought back by its key, and by nothing else', async () => {
    expect(readFileSync(file).subarray(0, 21).toString()).toBe('age-encryption.org/v1')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(await broughtBack(file, key)).toEqual(['Golden Age Care'])
    await expect(broughtBack(file, undefined)).rejects.toThrow('is encrypted')
    await expect(broughtBack(file, { passphrase: PASSPHRASE })).rejects.toThrow('does not open')
    await makeKey(at('another.txt'))
    await expect(broughtBack(file, keyOf({ key: at('another.txt') }, {}))).rejects.toThrow('does not open')
  })

  it('opens by a passphrase where it was made for one', async () => {
    writeFileSync(at('passphrase'), `${PASSPHRASE}\n`)
    const lock = lockOf({ passphraseFile: at('passphrase') }, {})
    await backUp({ databaseUrl: database.url, file: at('by-passphrase.age'), lock })
    expect(
      await broughtBack(at('by-passphrase.age'), keyOf({}, { BACKUP_PASSPHRASE_FILE: at('passphrase') })),
    ).toEqual(['Golden Age Care'])
    await expect(broughtBack(at('by-passphrase.age'), { passphrase: 'another one' })).rejects.toThrow(
      'does not open',
    )
  })

  it('says what it holds, as the database does', async () => {
    const { tables, hasSecrets } = await contentsOf(file, key)
    const rowsOf = (name: string) => tables.find((table) => table.name === name)?.rows
    expect([rowsOf('companies'), rowsOf('users'), rowsOf('devices'), rowsOf('alarms')]).toEqual([1, 3, 1, 0])
    expect(hasSecrets).toBe(true)
  })

  it.each([
    [
      'one bit of it is another',
      (bytes: Buffer) => bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 1, bytes.length >> 1),
    ],
    ['its end is missing', undefined],
  ])('is refused whole where %s', async (_, spoil) => {
    const spoilt = at('spoilt.age')
    const bytes = readFileSync(file)
    spoil?.(bytes)
    writeFileSync(spoilt, bytes)
    if (!spoil) truncateSync(spoilt, bytes.length - 1)
    await expect(contentsOf(spoilt, key)).rejects.toThrow(/damaged|not a backup/)
    await expect(broughtBack(spoilt, key)).rejects.toThrow(/damaged|not a backup/)
  })

  it('is tried by a drill that leaves nothing behind', async () => {
    const drilled = await drill({ url: database.url }, file, key)
    expect(drilled).toMatchObject({
      findings: [
        { what: 'Database' },
        { what: 'Tables', state: 'fine' },
        { what: 'Administrators', why: '3' },
      ],
    })
    expect(drilled.rows).toBeGreaterThanOrEqual(5)
    const server = new pg.Client(database.url)
    await server.connect()
    const { rows } = await server.query(
      "select datname from pg_database where datname = current_database() || '_drill'",
    )
    await server.end()
    expect(rows).toEqual([])
    expect(await companiesIn(database.url)).toEqual(['Golden Age Care'])
  })

  it.skipIf(spawnSync('age', ['--version']).status !== 0)('is opened by age itself', () => {
    const plain = execFileSync('age', ['--decrypt', '--identity', at('key.txt'), file], {
      maxBuffer: 2 ** 28,
    })
    // The first bytes of zstd (RFC 8878).
    expect(plain.subarray(0, 4).toString('hex')).toBe('28b52ffd')
  })
})

describe('what a backup is encrypted for', () => {
  it('must be said by somebody', () => {
    expect(() => lockOf({}, {})).toThrow('A backup is encrypted')
    expect(lockOf({ plain: true }, { BACKUP_RECIPIENT: recipient })).toBeUndefined()
    expect(lockOf({}, { BACKUP_RECIPIENT: `${recipient}, age1other` })).toEqual({
      recipients: [recipient, 'age1other'],
    })
    expect(lockOf({ recipient: ['age1own'] }, { BACKUP_RECIPIENT: recipient })).toEqual({
      recipients: ['age1own'],
    })
  })

  it('is no passphrase that is guessed, and no key that writes over another', async () => {
    writeFileSync(at('short'), 'carewatch\n')
    expect(() => lockOf({ passphraseFile: at('short') }, {})).toThrow('shorter than 12')
    await expect(makeKey(at('key.txt'))).rejects.toThrow('EEXIST')
    expect(statSync(at('key.txt')).mode & 0o777).toBe(0o600)
    expect(existsSync(at('key.txt'))).toBe(true)
  })

  it('that is no key of age makes no backup', async () => {
    const lock = { recipients: ['age1nonsense'] }
    await expect(backUp({ databaseUrl: database.url, file: at('none.age'), lock })).rejects.toThrow(
      'age1nonsense is no recipient',
    )
    expect(existsSync(at('none.age'))).toBe(false)
    expect(existsSync(at('none.age.part'))).toBe(false)
  })
})
