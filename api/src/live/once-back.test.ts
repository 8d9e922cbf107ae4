import { expect, it } from 'vitest'
import { onceBack } from './once-back.ts'

it('tells once when what was away answers again, however much was missed', async () => {
  let tries = 0
  const given = Promise.withResolvers<number>()
  let times = 0
  const missed = onceBack(
    async () => {
      tries++
      if (tries < 2) throw new Error('away')
    },
    () => given.resolve(++times),
  )
  missed()
  missed()
  missed()
  expect(await given.promise).toBe(1)
  expect(tries).toBe(2)
})
