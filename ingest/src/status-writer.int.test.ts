import { openTimescale } from '@carewatch/platform/database/client'
import { createDevice } from '@carewatch/migrations/factories'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import type { Message } from './batch.ts'
import { native } from '@carewatch/devices/native/watch'
import { createStatusWriter } from './status-writer.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000

let database: Awaited<ReturnType<typeof testDatabase>>
let db: pg.Pool
beforeAll(async () => {
  database = await testDatabase()
  db = openTimescale(asService(database.url, 'broker'), 2)
})
afterAll(async () => {
  await db.end()
  await database.drop()
})

function message(deviceId: number, receivedAt: number, body: unknown): Message {
  const payload = new TextEncoder().encode(JSON.stringify(body))
  const source = { deviceId, deviceUuid: '', format: 'native' }
  const uplink = { source, topic: '', leaf: 'readings', payload, receivedAt }
  return { uplink, decoded: native('readings', payload, receivedAt) }
}

/** What stands of a device after these messages. */
async function statusAfter(messages: { at?: number; body: unknown; isUnproven?: boolean }[]) {
  const { id } = await createDevice(database.db)
  const failed: Error[] = []
  const writer = createStatusWriter(db, (error) => failed.push(error))
  for (const { at = noon, body, isUnproven = false } of messages) {
    const { uplink, decoded } = message(id, at, body)
    writer.note({ uplink: { ...uplink, isUnproven }, decoded })
  }
  await writer.close()
  expect(failed).toEqual([])
  const { rows } = await db.query(
    `select battery, wearing, last_seen_at as "lastSeenAt", proven_seen_at as "provenSeenAt", clock_skew as "clockSkew" from device_status where device_id = $1`,
    [id],
  )
  return rows[0]
}

it('keeps what was measured last, not what arrived last', async () => {
  const row = await statusAfter([
    { body: { time: noon, battery: 40, wearing: true } },
    { body: [{ time: noon - 60 * MINUTE, battery: 90, wearing: false }] },
    { at: noon + MINUTE, body: { time: noon - 30 * MINUTE, battery: 70 } },
  ])
  expect(row).toMatchObject({ battery: 40, wearing: true, lastSeenAt: new Date(noon + MINUTE) })
})

it('hears a watch whose clock was ahead and is set right', async () => {
  const row = await statusAfter([
    { body: { time: noon + 4 * MINUTE, battery: 40 } },
    { at: noon + MINUTE, body: { time: noon + MINUTE, battery: 39 } },
  ])
  expect(row).toMatchObject({ battery: 39, clockSkew: false })
})

it('tells apart when the device was heard, and when anybody was', async () => {
  const stranger = { at: noon + MINUTE, body: { heartRate: 72 }, isUnproven: true }
  expect(await statusAfter([stranger])).toMatchObject({ provenSeenAt: null })
  expect(await statusAfter([{ body: { heartRate: 71 } }, stranger])).toMatchObject({
    lastSeenAt: new Date(noon + MINUTE),
    provenSeenAt: new Date(noon),
  })
})

it('keeps what a device said last of its version', async () => {
  const { id } = await createDevice(database.db)
  const writer = createStatusWriter(db, () => {})
  const plain = message(id, noon, { heartRate: 72 })
  for (const firmware of ['V1', 'V2']) writer.note({ ...plain, decoded: { ...plain.decoded, firmware } })
  // Who is not known to be the device says nothing of its version.
  writer.note({
    uplink: { ...plain.uplink, isUnproven: true },
    decoded: { ...plain.decoded, firmware: 'A STRANGER' },
  })
  await writer.close()
  // What says nothing of it leaves it.
  const later = createStatusWriter(db, () => {})
  later.note(plain)
  await later.close()
  const { rows } = await db.query('select firmware from device_status where device_id = $1', [id])
  expect(rows).toEqual([{ firmware: 'V2' }])
})

it('flags a clock that is more than five minutes ahead, and takes the flag back', async () => {
  const skewed = { body: { time: noon + 6 * MINUTE, battery: 40 } }
  expect(await statusAfter([skewed])).toMatchObject({ clockSkew: true, battery: 40 })
  expect(await statusAfter([skewed, { at: noon + MINUTE, body: { battery: 39 } }])).toMatchObject({
    clockSkew: false,
    battery: 39,
  })
})

it('loses nothing of what it could not write, whatever is told meanwhile', async () => {
  const { id } = await createDevice(database.db)
  const failed: Error[] = []
  const writer = createStatusWriter(db, (error) => failed.push(error))
  const other = await db.connect()
  await other.query('begin; lock table device_status in access exclusive mode')
  writer.note(message(id, noon, { time: noon, battery: 40, wearing: false }))
  const pid = await vi.waitFor(async () => {
    const { rows } = await other.query<{ pid: number }>(
      `select pid from pg_locks where not granted and relation = 'device_status'::regclass`,
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.pid
  }, 10_000)
  writer.note(message(id, noon + MINUTE, { time: noon + MINUTE, heartRate: 72 }))
  await other.query('select pg_terminate_backend($1)', [pid])
  await vi.waitFor(() => expect(failed).toHaveLength(1), 10_000)
  await other.query('rollback')
  other.release()
  await writer.close()
  const { rows } = await db.query('select battery, wearing from device_status where device_id = $1', [id])
  expect(rows).toEqual([{ battery: 40, wearing: false }])
})
