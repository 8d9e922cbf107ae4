import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEnv } from '../env.ts'
import { readableFiles } from './readable-files.ts'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'carewatch-files-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, mode: number, content = '{}'): string => {
  const file = join(folder, name)
  writeFileSync(file, content)
  chmodSync(file, mode)
  return file
}
const lookedAt = (given: Record<string, string>) =>
  readableFiles(readEnv(given), folder, join(folder, '.env'))

describe('files with secrets', () => {
  it('are well where their owner alone reads them', () => {
    write('secrets.json', 0o600)
    write('.env', 0o600, 'ADMIN_PASSWORD=x')
    expect(lookedAt({ DEMO: 'false' })).toEqual([])
  })

  it('of our own are refused in a demo too, with the command that closes them', () => {
    const file = write('secrets.json', 0o640)
    expect(lookedAt({})).toMatchObject([{ mend: `chmod 600 '${file}'` }])
    write('demo-fleet.json', 0o604)
    expect(lookedAt({})).toHaveLength(2)
  })

  it.each([
    ['ADMIN_PASSWORD=hidden', 1],
    ['export TELEGRAM_BOT_TOKEN = 1:a', 1],
    ['DATABASE_URL=postgres://a:b@c/d', 1],
    ['# ADMIN_PASSWORD=hidden', 0],
    ['ADMIN_PASSWORD=\nHTTP_PORT=80', 0],
  ])(
    'of an operator, such as .env with %j, are refused %i times where people may be behind it',
    (line, times) => {
      write('.env', 0o644, line)
      expect(lookedAt({ DEMO: 'false' })).toHaveLength(times)
      expect(lookedAt({ HOST: '0.0.0.0' })).toHaveLength(times)
      expect(lookedAt({})).toEqual([])
    },
  )

  it('may be lent to a group where it is the key of TLS', () => {
    const key = write('key.pem', 0o640)
    const given = { DEMO: 'false', TLS_KEY: key }
    expect(lookedAt(given)).toEqual([])
    chmodSync(key, 0o644)
    expect(lookedAt(given)).toMatchObject([{ mend: `chmod o= '${key}'` }])
  })
})
