import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readEnv } from './env.ts'
import { describeParts } from './parts.ts'
import { readSecrets } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const secretsIn = (name: string) => readSecrets(join(folder, name))
const valuesOf = (of: unknown): string[] =>
  typeof of === 'object' && of !== null ? Object.values(of).flatMap(valuesOf) : [String(of)]

describe('the secrets of an installation', () => {
  it('are made at its first start: none stands in the code, no two are one, each of 256 bits', () => {
    const { push: _, ...one } = secretsIn('one')
    const { push: __, ...other } = secretsIn('other')
    const all = [...valuesOf(one), ...valuesOf(other)]
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThan(10)
    for (const secret of all) expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
  })

  it('are found again, and read by their owner alone', () => {
    expect(secretsIn('one')).toEqual(secretsIn('one'))
    expect(statSync(join(folder, 'one', 'secrets.json')).mode & 0o777).toBe(0o600)
    expect(statSync(join(folder, 'one')).mode & 0o777).toBe(0o700)
  })

  it('are given to the parts that they concern, and to no other', () => {
    const secrets = secretsIn('one')
    const serviceUrls = { broker: 'of the broker', rules: 'of the rules', api: 'of the api' }
    const env = readEnv({
      DEMO: 'false',
      TELEGRAM_BOT_TOKEN: '7:of-telegram',
      SMTP_URL: 'smtp://of-mail',
      TLS_KEY: 'of tls',
    })
    const given = Object.fromEntries(
      describeParts({ env, secrets, serviceUrls }).map((part) => [part.name, Object.values(part.env)]),
    )
    const everywhere = ['broker', 'rules-engine', 'api']
    const concerned: [string, string[]][] = [
      [secrets.service, everywhere],
      [secrets.jwt, ['api']],
      [secrets.push.privateKey, ['rules-engine', 'api']],
      ['7:of-telegram', ['rules-engine', 'api']],
      ['smtp://of-mail', ['rules-engine', 'api']],
      ['of tls', ['broker']],
      ['of the broker', ['broker']],
      ['of the rules', ['rules-engine']],
      ['of the api', ['api']],
      [secrets.postgres, []],
      [secrets.migration, []],
      ...Object.values(secrets.database).map((password): [string, string[]] => [password, []]),
    ]
    for (const [secret, parts] of concerned)
      expect(everywhere.filter((name) => given[name]?.includes(secret))).toEqual(parts)
  })
})
