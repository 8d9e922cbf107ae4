import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createLeaderConnection } from './leader-connection.ts'

describe('who evaluates, of several engines', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  it('is one, and another when that one is gone', async () => {
    const [first, second] = [
      createLeaderConnection(asService(database.url, 'rules'), vi.fn<() => void>()),
      createLeaderConnection(asService(database.url, 'rules'), vi.fn<() => void>()),
    ]
    expect(await first.acquire()).toBeDefined()
    expect(await second.acquire()).toBeUndefined()
    await first.close()
    expect(await second.acquire()).toBeDefined()
    await second.close()
  })

  it('is another when that one is frozen: it forgets what it knew, and stands by when it wakes', async () => {
    const forget = vi.fn<() => void>()
    const frozen = createLeaderConnection(asService(database.url, 'rules'), forget)
    const next = createLeaderConnection(asService(database.url, 'rules'), vi.fn<() => void>(), 0.5)
    const held = await frozen.acquire()
    await held?.query('begin')
    forget.mockClear()
    await vi.waitUntil(() => next.acquire(), { timeout: 10_000 })
    expect(forget).toHaveBeenCalledTimes(1)
    expect(await frozen.acquire()).toBeUndefined()
    await Promise.all([frozen.close(), next.close()])
  })
})
