import { metrics } from '@carewatch/contracts/metrics'
import { createDevice } from '@carewatch/migrations/factories'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type EngineHarness, startHarness } from '../testing.ts'
import { createWeekFill } from './fill-weeks.ts'

const DAY = 86_400_000
const now = Date.parse('2026-11-22T12:00:00Z')

describe('the weeks of readings that were there before', () => {
  let harness: EngineHarness
  let ids: number[]
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())

  const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await harness.owner.query<Row>(text, values)).rows
  const since = async () =>
    (await ask<{ since: string }>('select since::text as since from reading_weeks_known'))[0]?.since
  const measure = (deviceId: number, at: number, metric: number = metrics.heartRate.id) =>
    ask('insert into readings (device_id, metric, time, value) values ($1, $2, $3, 70)', [
      deviceId,
      metric,
      new Date(at),
    ])
  type Kept = { device_id: number; metric: number; week: Date }
  const measured = () =>
    ask<Kept>(
      "select distinct device_id, metric, date_bin('7 days', time, 'epoch') as week from readings order by 1, 2, 3",
    )
  const kept = () => ask<Kept>('select device_id, metric, week from reading_weeks order by 1, 2, 3')
  const beginAt = (at: number) =>
    ask("update reading_weeks_known set since = 'infinity', begins_at = $1", [new Date(at)])

  beforeEach(async () => {
    await ask('delete from readings')
    await ask('delete from reading_weeks')
    ids = []
    for (let n = 0; n < 3; n++) ids.push((await createDevice(harness.db, {})).id)
    for (const id of ids)
      for (const daysAgo of [0, 1, 6, 7, 8, 100, 1_000, 2_200]) await measure(id, now - daysAgo * DAY)
    await measure(ids[0] ?? 0, now + 4 * 60_000, metrics.steps.id)
    await measure(ids[1] ?? 0, Date.UTC(2020, 0, 1), metrics.steps.id)
  })

  it('are all written, some in each turn, and what is known reaches back with them', async () => {
    await beginAt(now - 1)
    const fill = createWeekFill()
    await fill(harness.pool, now)
    const half = await since()
    expect(half).toMatch(/^2025/)
    const known = (rows: Kept[]) => rows.filter(({ week }) => week >= new Date(half ?? ''))
    expect(known(await kept())).toEqual(known(await measured()))
    for (let turn = 0; turn < 30 && (await since()) !== '-infinity'; turn++) await fill(harness.pool, now)
    expect(await since()).toBe('-infinity')
    expect(await kept()).toEqual(await measured())
  })

  it('are not begun with while a broker of before may write', async () => {
    await beginAt(now + 1)
    await createWeekFill()(harness.pool, now)
    expect(await since()).toBe('infinity')
    expect(await kept()).toEqual([])
  })

  it('are the same when leaders take turns', async () => {
    await beginAt(now - 1)
    const leaders = [createWeekFill(), createWeekFill()]
    for (let turn = 0; turn < 60 && (await since()) !== '-infinity'; turn++)
      await leaders[turn % 2]?.(harness.pool, now + turn)
    expect(await since()).toBe('-infinity')
    expect(await kept()).toEqual(await measured())
  })
})
