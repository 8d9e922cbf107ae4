import { metrics } from '@carewatch/contracts/metrics'
import { NO_BOUNDS } from '@carewatch/contracts/limits'
import { createDevice } from '@carewatch/migrations/factories'
import { openTimescale } from '@carewatch/platform/database/client'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { AHEAD } from '../access/worn-spans.ts'
import { readSpans } from './overview.ts'

const DAY = 86_400_000
const { heartRate, spo2, steps, battery } = metrics

describe('the newest value behind years', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let owner: pg.Pool
  let facts: pg.Pool
  let deviceId: number
  const now = Date.now()
  const ago = (days: number): Date => new Date(now - days * DAY)

  beforeAll(async () => {
    database = await testDatabase()
    owner = openTimescale(database.url, 1)
    facts = openTimescale(asService(database.url, 'api'), 2)
  })
  afterAll(async () => {
    await Promise.all([owner.end(), facts.end()])
    await database.drop()
  })

  const measure = async (metric: number, at: Date, value: number) =>
    owner.query('insert into readings (device_id, metric, time, value) values ($1, $2, $3, $4)', [
      deviceId,
      metric,
      at,
      value,
    ])
  const findWeeks = () =>
    owner.query(
      "insert into reading_weeks select distinct device_id, metric, date_bin('7 days', time, 'epoch') from readings where device_id = $1 on conflict do nothing",
      [deviceId],
    )
  const knownSince = (since: string) => owner.query('update reading_weeks_known set since = $1', [since])
  const newest = async (from = new Date(0), to = AHEAD) =>
    new Map(
      (await readSpans({ facts }, { spans: [{ deviceId, from, to }], zone: 'UTC' }, () => NO_BOUNDS)).map(
        ({ metric, latest }) => [metric, latest?.value ?? null],
      ),
    )

  beforeEach(async () => {
    deviceId = (await createDevice(database.db)).id
    await measure(heartRate.id, ago(0.5), 72)
    await measure(heartRate.id, ago(400), 60)
    await measure(spo2.id, ago(1_100), 96)
    await measure(spo2.id, ago(1_101), 95)
    await measure(battery.id, ago(20), 40)
  })

  it('is found in the week that the directory names, and nowhere else where that knows all', async () => {
    await knownSince('-infinity')
    await findWeeks()
    const found = await newest()
    expect([found.get('heartRate'), found.get('spo2'), found.get('battery'), found.get('steps')]).toEqual([
      72,
      96,
      40,
      null,
    ])
    await owner.query('delete from reading_weeks where device_id = $1', [deviceId])
    const unnamed = await newest()
    expect([unnamed.get('heartRate'), unnamed.get('spo2'), unnamed.get('battery')]).toEqual([72, null, null])
  })

  it.each([
    ['nothing', 'infinity', []],
    ['the last weeks', ago(30).toISOString(), [battery.id]],
    ['all but the years in question', ago(1_000).toISOString(), [battery.id, heartRate.id]],
  ])('is the same while the directory knows %s', async (_, since, known) => {
    await knownSince(since)
    await findWeeks()
    await owner.query('delete from reading_weeks where device_id = $1 and metric <> all($2::int[])', [
      deviceId,
      known,
    ])
    const found = await newest()
    expect([found.get('heartRate'), found.get('spo2'), found.get('battery'), found.get('steps')]).toEqual([
      72,
      96,
      40,
      null,
    ])
  })

  it('is not an older one that is known while a newer is not yet', async () => {
    await knownSince(ago(30).toISOString())
    await owner.query(
      "insert into reading_weeks values ($1, $2, date_bin('7 days', $3::timestamptz, 'epoch'))",
      [deviceId, spo2.id, ago(1_200)],
    )
    await measure(spo2.id, ago(1_200), 90)
    expect((await newest()).get('spo2')).toBe(96)
  })

  it('is looked for before a week whose readings are gone', async () => {
    await knownSince('-infinity')
    await findWeeks()
    await owner.query(
      "insert into reading_weeks values ($1, $2, date_bin('7 days', $3::timestamptz, 'epoch'))",
      [deviceId, spo2.id, ago(90)],
    )
    expect((await newest()).get('spo2')).toBe(96)
  })

  it('of who wore it before is of their time alone', async () => {
    await knownSince('-infinity')
    await measure(spo2.id, ago(1_099.999), 99)
    await measure(steps.id, ago(300), 9)
    await findWeeks()
    const theirs = await newest(ago(1_500), new Date(ago(1_100).getTime() + 1_000))
    expect([theirs.get('heartRate'), theirs.get('spo2'), theirs.get('steps')]).toEqual([null, 96, null])
    const later = await newest(ago(1_100), ago(350))
    expect([later.get('heartRate'), later.get('spo2'), later.get('battery')]).toEqual([60, 99, null])
  })

  it('is what the readings themselves say, whatever they are', async () => {
    await knownSince('-infinity')
    // Drawn from a row that is always the same.
    const drawn = (n: number): number => (n * 7_919) % 1_750
    for (let n = 1; n <= 60; n++)
      await measure([heartRate.id, spo2.id, steps.id, battery.id][n % 4] ?? 1, ago(drawn(n) + 0.25), n)
    await findWeeks()
    for (const [from, to] of [
      [1_800, 0],
      [1_700, 900],
      [900, 8],
      [400, 399],
      [8, 6],
      [30, 0.1],
    ] as const) {
      const { rows } = await owner.query<{ id: number; value: number }>(
        'select distinct on (metric) metric as id, value from readings where device_id = $1 and time between $2 and $3 order by metric, time desc',
        [deviceId, ago(from), ago(to)],
      )
      const found = await newest(ago(from), ago(to))
      const valueOf = (id: number): number | null => rows.find((row) => row.id === id)?.value ?? null
      expect([found.get('heartRate'), found.get('spo2'), found.get('steps'), found.get('battery')]).toEqual(
        [heartRate, spo2, steps, battery].map(({ id }) => valueOf(id)),
      )
    }
  })
})
