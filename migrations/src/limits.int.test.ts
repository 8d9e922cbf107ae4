import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase } from '@carewatch/platform/database/testing'
import { migrate } from './migrate.ts'

/** The last step of the version that kept a limit in a column. */
const BEFORE = '0021_suspects.sql'
const DEVICE = `insert into devices (imei, name, device_model, credential_hash) values ($1, $1, 'native', '') returning id`

describe('limits that an earlier version kept in columns', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let client: pg.Client
  beforeAll(async () => {
    database = await emptyDatabase()
    await migrate(database.url, { until: BEFORE })
    client = new pg.Client(database.url)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  let number = 0
  async function watchWith(columns: Record<string, unknown>): Promise<number> {
    const { rows } = await client.query<{ id: number }>(DEVICE, [`35000000000000${++number}`])
    const id = rows[0]?.id ?? 0
    const names = ['device_id', ...Object.keys(columns)]
    const places = names.map((_, index) => `$${index + 1}`)
    const values = [id, ...Object.values(columns)]
    await client.query(
      `insert into watch_settings (${names.join(', ')}) values (${places.join(', ')})`,
      values,
    )
    return id
  }
  const rowOf = async (id: number) =>
    (
      await client.query(
        'select limits, heart_rate_low as low, heart_rate_high as high, spo2_low as oxygen, temperature_high as warm from watch_settings where device_id = $1',
        [id],
      )
    ).rows[0]

  it('become a map, and both versions see what the other sets', async () => {
    const some = await watchWith({ heart_rate_low: 45, temperature_high: 38.2 })
    const none = await watchWith({})
    await migrate(database.url)
    expect(await rowOf(some)).toMatchObject({
      limits: { heartRate: { low: 45 }, temperature: { high: 38.2 } },
      low: 45,
      warm: 38.2,
    })
    expect(await rowOf(none)).toMatchObject({ limits: {}, low: null })

    // The version before, still running.
    await client.query(
      'update watch_settings set heart_rate_high = 130, heart_rate_low = null where device_id = $1',
      [some],
    )
    expect((await rowOf(some))?.limits).toEqual({ heartRate: { high: 130 }, temperature: { high: 38.2 } })
    const later = await watchWith({ spo2_low: 90 })
    expect((await rowOf(later))?.limits).toEqual({ spo2: { low: 90 } })

    // This version.
    const limits = { heartRate: { low: 48 }, spo2: { low: 88 } }
    await client.query('update watch_settings set limits = $2 where device_id = $1', [some, limits])
    expect(await rowOf(some)).toEqual({ limits, low: 48, high: null, oxygen: 88, warm: null })
    const newest = await watchWith({ limits })
    expect(await rowOf(newest)).toMatchObject({ low: 48, oxygen: 88 })

    // What is no limit touches none.
    await client.query('update watch_settings set gps_enabled = false where device_id = $1', [some])
    expect(await rowOf(some)).toEqual({ limits, low: 48, high: null, oxygen: 88, warm: null })
  })
})
