import type pg from 'pg'
import { expect, it } from 'vitest'
import { createProfileCache } from './profile-cache.ts'

// Safe: nothing here asks it anything.
const db = undefined as unknown as pg.ClientBase

it('whoever evaluates still knows a watch that is changed meanwhile, and the next one reads it anew', async () => {
  let version = 1
  const profiles = createProfileCache(async (_, ids) => ids.map((id) => ({ id, version })))
  const evaluation = await profiles.load(db, [7])
  version = 2
  profiles.forget(7)
  expect(evaluation.get(7)).toEqual({ id: 7, version: 1 })
  expect((await profiles.load(db, [7])).get(7)).toEqual({ id: 7, version: 2 })
})

it('what was changed while it was read is not kept', async () => {
  const reading = Promise.withResolvers<{ id: number; version: number }[]>()
  let times = 0
  const profiles = createProfileCache(async () => (times++ === 0 ? reading.promise : [{ id: 7, version: 2 }]))
  const first = profiles.load(db, [7])
  profiles.forgetAll()
  reading.resolve([{ id: 7, version: 1 }])
  expect((await first).get(7)?.version).toBe(1)
  expect((await profiles.load(db, [7])).get(7)?.version).toBe(2)
})

it('is asked again for what is over by itself, each time until it changed', async () => {
  let [isOver, times] = [false, 0]
  const profiles = createProfileCache(
    async (_, ids) => ids.map((id) => ({ id, times: ++times })),
    () => isOver,
  )
  const seen = async () => (await profiles.load(db, [7])).get(7)?.times
  expect([await seen(), await seen()]).toEqual([1, 1])
  isOver = true
  expect([await seen(), await seen()]).toEqual([2, 3])
})

it('is not asked again for what it keeps', async () => {
  const asked: number[][] = []
  const profiles = createProfileCache(async (_, ids) => {
    asked.push(ids)
    return ids.map((id) => ({ id }))
  })
  await profiles.load(db, [1, 2, 2])
  expect([...(await profiles.load(db, [2, 3])).keys()]).toEqual([2, 3])
  expect(asked).toEqual([[1, 2], [3]])
})
