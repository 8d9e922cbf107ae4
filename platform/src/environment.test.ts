import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { environmentOf, SECRETS } from './environment.ts'

const folder = mkdtempSync(join(tmpdir(), 'carewatch-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))
const fileWith = (text: string, mode = 0o440): string => {
  const file = join(folder, crypto.randomUUID())
  writeFileSync(file, text)
  chmodSync(file, mode)
  return file
}

describe('secrets by files', () => {
  it.each(SECRETS)('%s is what its file holds, without the end of its line', (name) => {
    for (const end of ['', '\n', '\r\n'])
      expect(environmentOf({ [`${name}_FILE`]: fileWith(`postgres://u:p@h/x${end}`) })[name]).toBe(
        'postgres://u:p@h/x',
      )
  })

  it('keeps the blanks of a secret, and takes an empty variable for none', () => {
    const given = environmentOf({ JWT_SECRET: '', JWT_SECRET_FILE: fileWith(' a b \n'), SMTP_URL_FILE: '' })
    expect(given).toMatchObject({ JWT_SECRET: ' a b ' })
    expect(given).not.toHaveProperty('SMTP_URL')
  })

  it.each([
    [
      'both are set',
      { JWT_SECRET: 'x', JWT_SECRET_FILE: fileWith('kept') },
      'JWT_SECRET and JWT_SECRET_FILE are both set',
    ],
    ['there is none', { JWT_SECRET_FILE: join(folder, 'none') }, 'cannot be read (ENOENT)'],
    ['it is a folder', { JWT_SECRET_FILE: folder }, 'cannot be read (EISDIR)'],
    ['it is empty', { JWT_SECRET_FILE: fileWith('\n') }, 'is empty'],
    ['it holds two lines', { JWT_SECRET_FILE: fileWith('kept\nkept\n') }, 'more than one line'],
    ['everybody can read it', { JWT_SECRET_FILE: fileWith('kept', 0o444) }, 'chmod o='],
  ])('is refused where %s, and says nothing of what it holds', (_, source, why) => {
    const message = (): string => {
      try {
        environmentOf(source)
        return 'taken'
      } catch (error) {
        return String(error)
      }
    }
    expect(message()).toContain(why)
    expect(message()).toContain('JWT_SECRET_FILE')
    expect(message()).not.toContain('kept')
  })

  it('puts a password into the address that leaves it out, and into no other', () => {
    const passwords = { POSTGRES_PASSWORD_FILE: fileWith('p@ss/w:rd\n'), REDIS_PASSWORD: 'r' }
    const found = environmentOf({
      ...passwords,
      DATABASE_URL: 'postgres://me@h:1/x',
      REDIS_URL: 'redis://h:2',
    })
    expect(decodeURIComponent(new URL(found['DATABASE_URL'] ?? '').password)).toBe('p@ss/w:rd')
    expect(found['REDIS_URL']).toBe('redis://:r@h:2')
    const own = 'postgres://me:own@h:1/x'
    expect(environmentOf({ ...passwords, DATABASE_URL: own })['DATABASE_URL']).toBe(own)
  })
})
