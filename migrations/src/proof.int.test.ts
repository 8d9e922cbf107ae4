import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { emptyDatabase, testDatabase } from '@carewatch/platform/database/testing'
import { createDevice } from './factories.ts'
import { migrate } from './migrate.ts'

const SE_TRACKER = 'SeTracker (3G)'

describe('an installation of the version that let two watches share their digits', () => {
  let database: Awaited<ReturnType<typeof emptyDatabase>>
  let client: pg.Client
  const watch = async (imei: string, model: string, seen: string | null) => {
    const { rows } = await client.query<{ id: number }>(
      `insert into devices (imei, name, device_model) values ($1, $1, $2) returning id`,
      [imei, model],
    )
    const id = rows[0]?.id
    await client.query(`insert into device_status (device_id, last_seen_at) values ($1, $2)`, [id, seen])
    return id
  }
  const identityOf = async (id: number | undefined) =>
    (await client.query('select short_identity as identity from devices where id = $1', [id])).rows[0]

  beforeAll(async () => {
    database = await emptyDatabase()
    await migrate(database.url, { until: '0033_company_since_filled.sql' })
    client = new pg.Client(database.url)
    await client.connect()
  })
  afterAll(async () => {
    await client.end()
    await database.drop()
  })

  it('goes on: the one that was heard last keeps them, the other is listed, and whoever reported is proven', async () => {
    const silent = await watch('111156789012345', SE_TRACKER, null)
    const heard = await watch('222256789012345', SE_TRACKER, '2026-11-01Z')
    const native = await watch('333356789012345', 'native', '2026-11-02Z')
    await migrate(database.url)
    expect(await identityOf(heard)).toEqual({ identity: 'watch-3g/5678901234' })
    expect(await identityOf(silent)).toEqual({ identity: null })
    expect(await identityOf(native)).toEqual({ identity: null })
    const claims = await client.query(
      'select device_id as id, imei, status, asked_by_id as by from device_claims',
    )
    expect(claims.rows).toEqual([{ id: silent, imei: '111156789012345', status: 'OPEN', by: null }])
    const proofs = await client.query('select device_id as id, how from device_proofs order by 1')
    expect(proofs.rows).toEqual([
      { id: heard, how: 'REPORTED_BEFORE' },
      { id: native, how: 'REPORTED_BEFORE' },
    ])
  })
})

describe('the digits that a watch calls itself by', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.drop())

  it('are its own within its format, whichever company has it', async () => {
    const { db } = database
    const one = await createDevice(db, { imei: '111156789012345', deviceModel: SE_TRACKER })
    await expect(
      createDevice(db, { imei: '999956789012349', deviceModel: SE_TRACKER }),
    ).rejects.toMatchObject({
      cause: { constraint: 'devices_short_identity' },
    })
    await createDevice(db, { imei: '888856789012348', deviceModel: 'native' })
    await createDevice(db, { imei: '777756789012347', deviceModel: 'Vivistar VL16P' })
    expect(one.shortIdentity).toBe('watch-3g/5678901234')
  })
})
