import { describe, expect, it } from 'vitest'
import { hashCredential, isCredential, makeCredential } from './device-credentials.ts'
import { hashPassword, isPassword } from './password.ts'

describe('the hash of a password', () => {
  it('is argon2id at the cost that OWASP asks for, with a salt of its own', async () => {
    const [one, other] = await Promise.all([hashPassword('a river at noon'), hashPassword('a river at noon')])
    const [, algorithm, version, cost, salt = '', hash = ''] = one.split('$')
    expect({ algorithm, version, cost }).toEqual({
      algorithm: 'argon2id',
      version: 'v=19',
      cost: 'm=19456,t=2,p=1',
    })
    expect(Buffer.from(salt, 'base64')).toHaveLength(16)
    expect(Buffer.from(hash, 'base64')).toHaveLength(32)
    expect(other.split('$')[4]).not.toBe(salt)
  })

  it('is that of the whole password as it was typed, and of no other', async () => {
    const typed = `${'x'.repeat(126)} É`
    const hash = await hashPassword(typed)
    expect(await isPassword(typed, hash)).toBe(true)
    for (const other of [typed.trimEnd().slice(0, -1), typed.slice(0, 72), typed.toLowerCase(), `${typed} `])
      expect(await isPassword(other, hash)).toBe(false)
  })
})

describe('the password of a device', () => {
  it('begins with no sign that a table program takes for a formula, or its file makes harmless by another', () => {
    const made = Array.from({ length: 5_000 }, () => makeCredential().password)
    expect(made.filter((password) => /^[-+=@]/.test(password))).toEqual([])
  })

  it('is 128 random bits, another each time, and kept as a hash', () => {
    const made = Array.from({ length: 200 }, makeCredential)
    expect(new Set(made.map(({ password }) => password)).size).toBe(200)
    for (const { password, hash } of made) {
      const bits = Buffer.from(password, 'base64url').length * 8
      expect(bits).toBeGreaterThanOrEqual(128)
      expect(hash).toEqual(hashCredential(password))
      expect(hash).toHaveLength(32)
      expect(isCredential(Buffer.from(password), hash)).toBe(true)
      expect(isCredential(Buffer.from(`${password}x`), hash)).toBe(false)
    }
  })
})
