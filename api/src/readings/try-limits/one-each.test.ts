import { expect, it } from 'vitest'
import { createOneEach } from './one-each.ts'

it('gives each person one at a time, and the next when that one has ended, well or not', async () => {
  const take = createOneEach()
  const gate = Promise.withResolvers<string>()
  const first = take(1, () => gate.promise)
  await expect(take(1, () => Promise.resolve('second'))).rejects.toThrow('tooMany')
  await expect(take(2, () => Promise.resolve('another’s'))).resolves.toBe('another’s')
  gate.resolve('first')
  await expect(first).resolves.toBe('first')
  await expect(take(1, () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  await expect(take(1, () => Promise.resolve('third'))).resolves.toBe('third')
})
