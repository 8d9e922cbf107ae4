import { expect, it } from 'vitest'
import { createSeal } from './seal.ts'

const seal = createSeal('a secret that is long enough for all of it')

it('opens what it locked, for the same row', () => {
  expect(seal.open(seal.lock('JBSWY3DPEHPK3PXP', 'nora'), 'nora')).toBe('JBSWY3DPEHPK3PXP')
})

it('opens nothing moved to another row, changed, or locked with another secret', () => {
  const locked = seal.lock('JBSWY3DPEHPK3PXP', 'nora')
  const changed = Buffer.from(locked)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => seal.open(locked, 'dina')).toThrow('authenticate')
  expect(() => seal.open(changed, 'nora')).toThrow('authenticate')
  expect(() => createSeal('another secret that is long enough').open(locked, 'nora')).toThrow('authenticate')
})
