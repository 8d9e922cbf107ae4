import type { Limits } from '@carewatch/contracts/limits'
import type { LimitedMetric } from '@carewatch/contracts/metrics'
import { createBranch, createCompany, createDevice } from '@carewatch/migrations/factories'
import { devices, watchSettings } from '@carewatch/migrations/schema/devices'
import { branches, companies } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'
import { alarmsOf, commitFacts, startHarness, type EngineHarness } from '../testing.ts'

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

let clock = Date.parse('2026-11-21T12:00:00Z')
type Measured = { times?: number; metric?: LimitedMetric }
async function measures(deviceId: number, value: number, { times = 2, metric = 'heartRate' }: Measured = {}) {
  for (let sample = 0; sample < times; sample++) {
    clock += 60_000
    await commitFacts(harness, deviceId, [{ metric, value, time: clock, receivedAt: clock }])
  }
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: () => {},
  }
  await evaluateBatches(context, false, 100)
  return (await alarmsOf(harness, deviceId)).filter(({ active }) => active).length
}

const ofPulse = (limits: Limits | undefined) => ({ limits: limits ? { heartRate: limits } : {} })

async function newWatch(own: Limits | undefined, company: Limits | undefined, branch?: Limits) {
  const { id: companyId } = await createCompany(harness.db, ofPulse(company))
  const { id: branchId } = await createBranch(harness.db, companyId, ofPulse(branch))
  const { id } = await createDevice(harness.db, { companyId, branchId }, ofPulse(own))
  return { companyId, branchId, id }
}

describe('the limit that counts', () => {
  it.each([
    ['the metric’s, where nobody has set one', undefined, undefined, 120],
    ['the company’s, where the watch has none', undefined, { high: 130 }, 130],
    ['the watch’s own, before all others', { high: 110 }, { high: 130 }, 110],
    ['each side’s for itself', { low: 40 }, { high: 130 }, 130],
    ['the branch’s, before the company’s', undefined, { high: 130 }, 115, { high: 115 }],
    ['the watch’s own, before the branch’s', { high: 125 }, { high: 130 }, 125, { high: 115 }],
  ] satisfies [string, Limits | undefined, Limits | undefined, number, Limits?][])(
    'is %s',
    async (...given) => {
      const [, own, company, high, branch] = given
      const { id } = await newWatch(own, company, branch)
      expect(await measures(id, high)).toBe(0)
      expect(await measures(id, high + 1)).toBe(1)
    },
  )

  it('is heard of by whoever judges by it, as soon as it is set', async () => {
    const { branchId, companyId } = await newWatch(undefined, undefined)
    const received = Promise.withResolvers<string>()
    harness.owner.on('notification', ({ channel, payload = '' }) => {
      if (channel === 'company_changed') received.resolve(payload)
    })
    await harness.owner.query('listen company_changed')
    await harness.db
      .update(branches)
      .set(ofPulse({ high: 115 }))
      .where(eq(branches.id, branchId))
    expect(await received.promise).toBe(String(companyId))
  })

  it('is the new one as soon as it is set, and an alarm that it would not have raised ends', async () => {
    const { id, companyId } = await newWatch(undefined, undefined)
    expect(await measures(id, 125)).toBe(1)
    await harness.db
      .update(companies)
      .set({ limits: { heartRate: { high: 140 } } })
      .where(eq(companies.id, companyId))
    expect(await measures(id, 125)).toBe(0)
    await harness.db
      .update(watchSettings)
      .set(ofPulse({ high: 100 }))
      .where(eq(watchSettings.deviceId, id))
    expect(await measures(id, 125)).toBe(1)
  })

  it('of a low temperature is there where the model measures the body, and not the skin', async () => {
    const [skin, body] = [await newWatch(undefined, undefined), await newWatch(undefined, undefined)]
    await harness.db.update(devices).set({ deviceModel: 'B2316' }).where(eq(devices.id, body.id))
    expect(await measures(skin.id, 33.5, { metric: 'temperature' })).toBe(0)
    expect(await measures(body.id, 35, { metric: 'temperature' })).toBe(0)
    expect(await measures(body.id, 33.5, { metric: 'temperature', times: 1 })).toBe(1)
    expect(await alarmsOf(harness, body.id)).toMatchObject([
      { kind: 'TEMPERATURE', direction: 'LOW', severity: 'CRITICAL' },
    ])
  })
})
