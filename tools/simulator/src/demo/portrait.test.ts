import { expect, it } from 'vitest'
import { portraitOf } from './portrait.ts'

it('a drawn face is a picture, the same for the same seed and another for another', () => {
  const [one, again, other] = [portraitOf('female', 7), portraitOf('female', 7), portraitOf('male', 8)]
  expect(one.subarray(1, 4).toString('latin1')).toBe('PNG')
  expect(one.readUInt32BE(16)).toBe(144)
  expect(one.equals(again)).toBe(true)
  expect(one.equals(other)).toBe(false)
})
