import { expect, it } from 'vitest'
import { oneAtATime } from './one-at-a-time.ts'

it('never runs twice at once, and runs once more for all who asked meanwhile', async () => {
  let running = 0
  let most = 0
  let runs = 0
  const ask = oneAtATime(async () => {
    runs++
    most = Math.max(most, ++running)
    await new Promise(setImmediate)
    running--
  })
  await Promise.all([ask(), ask(), ask()])
  expect([most, runs]).toEqual([1, 2])
  await ask()
  expect(runs).toBe(3)
})

it('runs again after a failure', async () => {
  let runs = 0
  const ask = oneAtATime(async () => {
    if (++runs === 1) throw new Error('away')
  })
  const first = ask()
  const second = ask()
  await expect(first).rejects.toThrow('away')
  await second
  expect(runs).toBe(2)
})
