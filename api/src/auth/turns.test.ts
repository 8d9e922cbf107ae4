import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('never lets more than two work at once, and everyone gets a turn', async () => {
  const inTurn = createTurns({ atOnce: 2, waiting: 10 })
  let now = 0
  let most = 0
  const work = async () => {
    most = Math.max(most, ++now)
    await new Promise(setImmediate)
    now--
  }
  await Promise.all(Array.from({ length: 8 }, () => inTurn(work)))
  expect({ most, now }).toEqual({ most: 2, now: 0 })
})

it('turns away who would wait behind too many', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 1 })
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = inTurn(() => promise)
  const second = inTurn(async () => {})
  await expect(inTurn(async () => {})).rejects.toThrow('tooMany')
  resolve()
  await Promise.all([first, second])
})

it('goes on after one who failed', async () => {
  const inTurn = createTurns({ atOnce: 1, waiting: 5 })
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(inTurn(async () => 'yes')).resolves.toBe('yes')
})
