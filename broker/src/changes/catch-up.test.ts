import { expect, it } from 'vitest'
import { createCatchUp, fewAtATime } from './catch-up.ts'

it('does it with everybody, and with few at once', async () => {
  const all = Array.from({ length: 100 }, (_, index) => index)
  const done: number[] = []
  let now = 0
  let most = 0
  await fewAtATime(all, async (one) => {
    most = Math.max(most, ++now)
    await new Promise(setImmediate)
    now--
    done.push(one)
  })
  expect(done.toSorted((one, other) => one - other)).toEqual(all)
  expect(most).toBe(4)
})

it('catches up once with what is told five times, and again with what is told meanwhile', async () => {
  let times = 0
  const isWorking = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const
  const { promise: isHeld, resolve: letGo } = Promise.withResolvers<void>()
  const catchUp = createCatchUp(async () => {
    isWorking[times++]?.resolve()
    if (times === 1) await isHeld
  })
  for (let received = 0; received < 5; received++) catchUp()
  await isWorking[0].promise
  catchUp()
  letGo()
  await isWorking[1].promise
  expect(times).toBe(2)
})
