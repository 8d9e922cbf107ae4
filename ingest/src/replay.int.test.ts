import { metrics } from '@carewatch/contracts/metrics'
import { createDevice, createRejectedMessage } from '@carewatch/migrations/factories'
import { openTimescale } from '@carewatch/platform/database/client'
import { testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { replayUnknown } from './replay.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')

describe('reading once more what nobody knew', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let db: pg.Pool
  beforeAll(async () => {
    database = await testDatabase()
    db = openTimescale(database.url, 2)
  })
  afterAll(async () => {
    await db.end()
    await database.drop()
  })
  beforeEach(async () => {
    await db.query('truncate rejected_messages, pending_evaluations')
  })

  type Kept = { line: string; reason?: string; topic?: string; at?: number }
  const keep = async (
    deviceId: number | null,
    { line, reason = 'unknownMessage', topic = 'tcp/watch-iw', at = noon }: Kept,
  ) => createRejectedMessage(database.db, { deviceId, receivedAt: new Date(at), topic, reason, line })
  const lines = async () =>
    (await db.query<{ payload: Buffer }>('select payload from rejected_messages order by id')).rows.map(
      ({ payload }) => payload.toString(),
    )
  const newDevice = async () => (await createDevice(database.db)).id

  it('stores what is understood by now at the time when it came, hands it to the rules as what ends no alarm, and keeps it no longer', async () => {
    const id = await newDevice()
    await keep(id, { line: 'IWAPFD,353456789012345,1795262280#' })
    await keep(id, { line: 'IWAPSP,97#' })
    expect(await replayUnknown(db, { ring: true })).toEqual({ read: 2, left: 0, calls: 0 })
    expect(await lines()).toEqual([])
    const { rows: events } = await db.query('select type, time from device_events where device_id = $1', [id])
    expect(events).toEqual([{ type: 'FALL', time: new Date('2026-11-21T11:58:00Z') }])
    const { rows: readings } = await db.query(
      'select metric, time, value from readings where device_id = $1',
      [id],
    )
    expect(readings).toEqual([{ metric: metrics.spo2.id, time: new Date(noon), value: 97 }])
    const { rows: pending } = await db.query(
      'select urgent, unproven, events is not null as has from pending_evaluations',
    )
    expect(pending).toEqual([{ urgent: true, unproven: true, has: true }])
  })

  it('leaves what still means nothing, what was refused for another reason, and what names no format', async () => {
    const id = await newDevice()
    const left = [
      { line: 'IWAPZQ,1,2,3#' },
      { line: 'IWAPFD,353456789012345,1795262280#', reason: 'range' },
      { line: 'IWAPSP,97#', topic: 'tcp/nothing' },
      { line: 'IWAPSP,99999#' },
    ]
    for (const one of left) await keep(id, one)
    await keep(null, { line: 'IWAPSP,97#' })
    expect(await replayUnknown(db, { ring: true })).toEqual({ read: 0, left: 3, calls: 0 })
    expect(await lines()).toHaveLength(5)
    const { rows } = await db.query('select from pending_evaluations')
    expect(rows).toEqual([])
  })

  it('leaves a call for help of more than an hour ago for somebody to look at, and reads nothing of what is switched off', async () => {
    const [id, off] = [await newDevice(), await newDevice()]
    await db.query('update devices set is_active = false where id = $1', [off])
    const now = Date.now()
    const fall = (ago: number) => `IWAPFD,353456789012345,${Math.floor((now - ago) / 1_000)}#`
    await keep(id, { line: fall(2 * 3_600_000), at: now })
    await keep(id, { line: fall(60_000), at: now })
    await keep(off, { line: 'IWAPSP,97#' })
    expect(await replayUnknown(db, { ring: false })).toEqual({ read: 1, left: 1, calls: 1 })
    const { rows } = await db.query('select type from device_events where device_id = $1', [id])
    expect(rows).toEqual([{ type: 'FALL' }])
    expect(await lines()).toEqual([fall(2 * 3_600_000), 'IWAPSP,97#'])
  })

  it('stores nothing twice, whatever was broken off', async () => {
    const id = await newDevice()
    const line = 'IWAPJK,20261121115800,2,57#'
    for (let round = 0; round < 2; round++) {
      await keep(id, { line })
      await replayUnknown(db, { ring: true })
    }
    const { rows } = await db.query('select value from readings where device_id = $1', [id])
    expect(rows).toEqual([{ value: 57 }])
  })

  it('goes through more than it takes at once', async () => {
    const id = await newDevice()
    await db.query(
      `insert into rejected_messages (device_id, received_at, topic, reason, payload)
       select $1, $2::timestamptz + make_interval(secs => n), 'tcp/watch-iw', 'unknownMessage', convert_to('IWAPSP,9' || n % 10 || '#', 'utf8') from generate_series(1, 250) n`,
      [id, new Date(noon)],
    )
    expect(await replayUnknown(db, { ring: true })).toEqual({ read: 250, left: 0, calls: 0 })
    const { rows } = await db.query('select count(*)::int as n from readings where device_id = $1', [id])
    expect(rows).toEqual([{ n: 250 }])
  })
})
