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

it('locks each time anew, with the whole tag of 128 bits', () => {
  const text = 'JBSWY3DPEHPK3PXP'
  const [one, other] = [seal.lock(text, 'nora'), seal.lock(text, 'nora')]
  const [ivBytes, tagBytes] = [12, 16]
  expect(one).toHaveLength(ivBytes + tagBytes + text.length)
  expect(one.subarray(0, ivBytes)).not.toEqual(other.subarray(0, ivBytes))
  expect(one.includes(text)).toBe(false)
  const tagCut = Buffer.concat([
    one.subarray(0, ivBytes + 4),
    Buffer.alloc(12),
    one.subarray(ivBytes + tagBytes),
  ])
  expect(() => seal.open(tagCut, 'nora')).toThrow('authenticate')
})
