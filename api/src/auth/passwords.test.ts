import { hashPassword } from '@carewatch/platform/credentials/password'
import { describe, expect, it } from 'vitest'
import { createPasswords, makePassword } from './passwords.ts'
import { strengthOf } from './strength.ts'

const passwords = createPasswords('standard')

async function attempt(password: string, hash: string | null) {
  const steps: string[] = []
  const isRight = await passwords.tryOne(password, hash, {
    before: async () => void steps.push('asked'),
    failed: async () => void steps.push('counted'),
  })
  return { isRight, steps }
}

describe('trying a password', () => {
  it('goes the same way for a wrong one and for nobody’s', async () => {
    const hash = await hashPassword('blue river 77')
    const wrong = await attempt('green river 77', hash)
    expect(wrong).toEqual({ isRight: false, steps: ['asked', 'counted'] })
    expect(await attempt('green river 77', null)).toEqual(wrong)
    expect(await attempt('blue river 77', hash)).toEqual({ isRight: true, steps: ['asked'] })
  })

  it('is not begun once the turn finds the account blocked', async () => {
    const blocked = passwords.tryOne('x', null, {
      before: () => Promise.reject(new Error('blocked')),
      failed: () => Promise.reject(new Error('counted')),
    })
    await expect(blocked).rejects.toThrow('blocked')
  })
})

describe('a password that is made', () => {
  it('is long, another each time, and hard to guess', async () => {
    const made = Array.from({ length: 100 }, makePassword)
    expect(new Set(made).size).toBe(100)
    for (const password of made) expect(password).toMatch(/^[a-km-zA-HJ-NP-Z2-9]{16}$/)
    const strength = await strengthOf(made[0] ?? '', { words: [], language: 'en' })
    expect(strength).toEqual({ score: 4, isCommon: false })
  })
})

describe('how good a password is', () => {
  it.each([
    ['1234', true],
    ['qwerty', true],
    ['Carewatch1!', true],
    ['nora77', true],
    ['blue river at noon', false],
  ])('%s is common: %s', async (password, isCommon) => {
    expect((await strengthOf(password, { words: ['Nora'], language: 'en' })).isCommon).toBe(isCommon)
  })

  it('is told in the language of whoever asks', async () => {
    const { warning } = await strengthOf('1234', { words: [], language: 'de' })
    expect(warning).toBe('Das ist eines der Passwörter, die zuerst geraten werden')
  })

  it('is found in bounded time, however long it is', async () => {
    const strength = await strengthOf('p4$$w0rd'.repeat(16), { words: [], language: 'en' })
    expect(strength.isCommon).toBe(false)
  })
})
