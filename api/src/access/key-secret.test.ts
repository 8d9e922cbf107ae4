import { describe, expect, it } from 'vitest'
import { isKey, isSameHash, makeSecret, prefixOf, readSecret } from './key-secret.ts'

describe('the secret of an API key', () => {
  it('is read again by its hash and its public part', () => {
    const { secret, hash, publicId } = makeSecret()
    expect(secret).toMatch(/^cw_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{49}$/)
    expect(secret.startsWith(`${prefixOf(publicId)}_`)).toBe(true)
    expect(readSecret(secret)).toEqual({ publicId, hash })
    expect(isKey(secret)).toBe(true)
  })

  it('is another each time, also of the same key', () => {
    const { publicId, hash } = makeSecret()
    const next = makeSecret(publicId)
    expect(next.publicId).toBe(publicId)
    expect(next.hash).not.toBe(hash)
    expect(isSameHash(hash, next.hash)).toBe(false)
    expect(isSameHash(hash, hash)).toBe(true)
    expect(isSameHash(hash, null)).toBe(false)
  })

  it('is none of ours with one letter changed, wherever it is', () => {
    const { secret } = makeSecret()
    for (let index = 'cw_live_'.length; index < secret.length; index++) {
      if (secret[index] === '_') continue
      const changed = `${secret.slice(0, index)}${secret[index] === 'A' ? 'B' : 'A'}${secret.slice(index + 1)}`
      expect(readSecret(changed), `letter ${index}`).toBeUndefined()
    }
  })

  it.each([
    '',
    'cw_',
    'cw_live_',
    'cw_live_abc_def',
    'eyJhbGciOiJIUzI1NiJ9.e30.x',
    `cw_live_${'A'.repeat(5_000)}`,
  ])('is not %s', (text) => expect(readSecret(text)).toBeUndefined())
})
