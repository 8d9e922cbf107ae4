import type { RejectReason } from '@carewatch/devices/codec'
import { createDevice } from '@carewatch/migrations/factories'
import { openTimescale } from '@carewatch/platform/database/client'
import { testDatabase } from '@carewatch/platform/database/testing'
import type pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { KEPT_PER_MINUTE } from './kept-bounds.ts'
import { createRejectedLog } from './rejected.ts'

const noon = Date.UTC(2026, 10, 21, 12)

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

it('of a device that floods us with what nobody knows all is counted, and so much is kept, with every alarm', async () => {
  const counted: RejectReason[] = []
  const keep = createRejectedLog(db, (reason) => counted.push(reason))
  const [loud, other] = [await createDevice(database.db), await createDevice(database.db)]
  const send = ({ id, uuid }: typeof loud, reason: RejectReason, line: string) =>
    keep(
      {
        source: { deviceId: id, deviceUuid: uuid, format: 'watch-iw' },
        topic: 'tcp/watch-iw',
        leaf: '',
        payload: Buffer.from(line),
        receivedAt: noon,
      },
      reason,
      line,
    )
  // At once, and one after the other: more than is written at the same time.
  await Promise.all(Array.from({ length: 300 }, (_, n) => send(loud, 'unknownMessage', `IWAPZ${n}#`)))
  for (let n = 0; n < 9; n++) await send(loud, 'unknownMessage', `IWAPY${n}#`)
  await send(loud, 'unknownEvent', 'IWAP10,77#')
  // What the database refused is nowhere else, however much noise there is.
  for (let n = 0; n < KEPT_PER_MINUTE + 1; n++) await send(loud, 'database', `IWAP10,0${n}#`)
  await send(other, 'unknownMessage', 'IWAPZQ#')
  const { rows } = await db.query<{ device: number; reason: string; n: number }>(
    `select device_id as device, reason, count(*)::int as n from rejected_messages where device_id = any($1)
     group by 1, 2 order by 1, 3 desc`,
    [[loud.id, other.id]],
  )
  expect(rows).toEqual([
    { device: loud.id, reason: 'database', n: KEPT_PER_MINUTE + 1 },
    { device: loud.id, reason: 'unknownMessage', n: KEPT_PER_MINUTE },
    { device: loud.id, reason: 'unknownEvent', n: 1 },
    { device: other.id, reason: 'unknownMessage', n: 1 },
  ])
  expect(counted).toHaveLength(311 + KEPT_PER_MINUTE + 1)
})

it('of many that say something new at once no more is written than what leaves room for what is measured', async () => {
  const keep = createRejectedLog(db, () => {})
  const devices = await Promise.all(Array.from({ length: 130 }, () => createDevice(database.db)))
  const send = ({ id, uuid }: (typeof devices)[number], reason: RejectReason) =>
    keep(
      {
        source: { deviceId: id, deviceUuid: uuid, format: 'watch-iw' },
        topic: 'tcp/watch-iw',
        leaf: '',
        payload: Buffer.from('IWAPZQ#'),
        receivedAt: noon,
      },
      reason,
      'APZQ',
    )
  await Promise.all([
    ...devices.map((device) => send(device, 'unknownMessage')),
    ...devices.slice(-1).map((device) => send(device, 'unknownEvent')),
    ...devices.slice(-1).map((device) => send(device, 'database')),
  ])
  const { rows } = await db.query(
    `select reason, count(*)::int as n from rejected_messages where device_id = any($1) group by 1 order by 1`,
    [devices.map(({ id }) => id)],
  )
  expect(rows).toEqual([
    { reason: 'database', n: 1 },
    { reason: 'unknownEvent', n: 1 },
    { reason: 'unknownMessage', n: 100 },
  ])
})
