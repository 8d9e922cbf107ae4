import type { FormatName } from '@carewatch/contracts/formats'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { deviceCommands } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { commitFacts, startHarness, type EngineHarness } from '../testing.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'

const MINUTE = 60_000

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function watchOf(deviceModel: FormatName) {
  const { id: companyId } = await createCompany(harness.db)
  const { id } = await createDevice(harness.db, { companyId, deviceModel })
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: () => {},
  }
  const start = Date.now() - 60 * MINUTE
  return {
    async pulse(minute: number, value: number): Promise<void> {
      const time = start + minute * MINUTE
      await commitFacts(harness, id, [{ metric: 'heartRate', value, time, receivedAt: time }])
      await evaluateBatches(context, false, 10)
    },
    asked: async () => {
      const rows = await harness.db.select().from(deviceCommands).where(eq(deviceCommands.deviceId, id))
      return rows.map(({ kind, state, userId }) => ({ kind, state, userId }))
    },
  }
}

it('asks a watch that can for another sample, once, where one alone says nothing yet', async () => {
  const watch = await watchOf('native')
  await watch.pulse(0, 75)
  expect(await watch.asked()).toEqual([])
  await watch.pulse(10, 125)
  const once = [{ kind: 'MEASURE', state: 'QUEUED', userId: null }]
  expect(await watch.asked()).toEqual(once)
  await watch.pulse(11, 100)
  await watch.pulse(12, 100)
  await watch.pulse(13, 100)
  await watch.pulse(14, 125)
  expect(await watch.asked()).toEqual(once)
})

it('asks for none where one sample is enough, nor a watch that cannot be asked', async () => {
  const racing = await watchOf('native')
  await racing.pulse(0, 150)
  expect(await racing.asked()).toEqual([])
  const deaf = await watchOf('watch-pt60')
  await deaf.pulse(0, 125)
  expect(await deaf.asked()).toEqual([])
})
