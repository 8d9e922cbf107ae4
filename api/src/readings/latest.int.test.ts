import { metrics, type MetricName } from '@carewatch/contracts/metrics'
import { createDevice } from '@carewatch/migrations/factories'
import { readings } from '@carewatch/migrations/schema/readings'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AHEAD } from '../access/worn-spans.ts'
import type { Facts } from '../services.ts'
import { readLatest } from './latest.ts'
import { readSpans } from './overview.ts'

let database: Awaited<ReturnType<typeof testDatabase>>
let facts: Facts
beforeAll(async () => {
  database = await testDatabase()
  facts = openTimescale(asService(database.url, 'api'), 2)
})
afterAll(async () => {
  await facts.end()
  await database.drop()
})

const MINUTE = 60_000
const DAY = 24 * 60
const now = Math.floor(Date.now() / 1_000) * 1_000
type Measure = [metric: MetricName, value: number, minutesAgo: number]

async function recorded(measures: readonly Measure[]): Promise<number> {
  const { id } = await createDevice(database.db)
  const rows = measures.map(([metric, value, ago]) => {
    const time = new Date(now - ago * MINUTE)
    return { deviceId: id, metric: metrics[metric].id, value, time }
  })
  await database.db.insert(readings).values(rows)
  return id
}

const rangeOf = (deviceId: number, from = new Date(0)) => ({ deviceId, from, to: AHEAD })

const unlimited = { criticalLow: null, low: null, high: null, criticalHigh: null }
/** The same as the overview shows it, which reads much more. */
async function ofOverview(deviceId: number) {
  const vitals = await readSpans({ facts }, { spans: [rangeOf(deviceId)], zone: 'UTC' }, () => unlimited)
  return vitals.flatMap(({ metric, latest, isWorthless }) =>
    latest && !isWorthless ? [{ metric, ...latest }] : [],
  )
}

it('is the newest of each metric, of today and of months ago', async () => {
  const id = await recorded([
    ['heartRate', 71, 3],
    ['heartRate', 64, 9],
    ['temperature', 36.649, 10],
    ['spo2', 95, 90 * DAY],
    ['battery', 41, 400 * DAY],
  ])
  const found = await readLatest(facts, rangeOf(id))
  expect(found.map(({ metric, value }) => [metric, value])).toEqual([
    ['heartRate', 71],
    ['spo2', 95],
    ['temperature', 36.6],
    ['battery', 41],
  ])
  expect(found).toEqual(await ofOverview(id))
})

it('leaves out what was measured off the wrist, and what was measured before it is shown', async () => {
  const id = await recorded([
    ['heartRate', 30, 5],
    ['battery', 60, 5],
    ['wearing', 0, 20],
    ['spo2', 97, 60],
  ])
  const names = async (from?: Date) =>
    (await readLatest(facts, rangeOf(id, from))).map(({ metric }) => metric)
  expect(await names()).toEqual(['spo2', 'battery'])
  expect((await ofOverview(id)).map(({ metric }) => metric)).toEqual(await names())
  expect(await names(new Date(now - 30 * MINUTE))).toEqual(['battery'])
})
