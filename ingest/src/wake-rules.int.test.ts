import { setTimeout as wait } from 'node:timers/promises'
import { listenToChanges } from '@carewatch/platform/database/changes'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createWakeRules } from './wake-rules.ts'

const SOON = { timeout: 30_000 }

let database: Awaited<ReturnType<typeof testDatabase>>
let pool: ReturnType<typeof openTimescale>
let changes: ReturnType<typeof listenToChanges>
let received = 0
const errors: Error[] = []
beforeAll(async () => {
  database = await testDatabase()
  pool = openTimescale(asService(database.url, 'broker'), 2)
  const readings_committed = (): void => void received++
  changes = listenToChanges(database.url, { readings_committed }, { onGap: () => {}, onError: () => {} })
  await changes.listening
})
afterAll(async () => {
  await changes.close()
  await pool.end()
  await database.drop()
})

it('wakes the rules for stored readings: a hundred at once by two notifications, and again for the next', async () => {
  const wake = createWakeRules(pool, (error) => errors.push(error))
  for (let stored = 0; stored < 100; stored++) wake({ isUrgent: false })
  await expect.poll(() => received, SOON).toBe(2)
  wake({ isUrgent: true })
  await wait(200)
  expect(received).toBe(2)
  wake({ isUrgent: false })
  await expect.poll(() => received, SOON).toBe(3)
  expect(errors).toEqual([])
})

it('goes on after the database was away', async () => {
  const before = received
  const away = openTimescale(database.url.replace(/:(\d+)\//, ':1/'), 1)
  const gone: Error[] = []
  const wakeAway = createWakeRules(away, (error) => gone.push(error))
  wakeAway({ isUrgent: false })
  await expect.poll(() => gone.length, SOON).toBe(1)
  wakeAway({ isUrgent: false })
  await expect.poll(() => gone.length, SOON).toBe(2)
  await away.end()
  expect(received).toBe(before)
})
