import { expect, it } from 'vitest'
import { createTurns } from './turns.ts'

it('begins with the next when the one before has ended, however that ended', async () => {
  const inTurn = createTurns()
  const done: string[] = []
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  const first = inTurn(async () => {
    await isHeld
    done.push('first')
    throw new Error('and failed')
  })
  const second = inTurn(async () => void done.push('second'))
  letGo()
  await expect(first).rejects.toThrow('failed')
  await second
  expect(done).toEqual(['first', 'second'])
})
