import type { LiveEvent } from '@carewatch/contracts/events'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLeaderConnection } from '../evaluate/leader-connection.ts'
import { createEvaluation } from '../evaluation.ts'
import { createEngineCache } from '../cache.ts'
import { createRepublisher } from './republish.ts'
import { createFamily, ring, startHarness, type EngineHarness } from '../testing.ts'

let harness: EngineHarness
let published: LiveEvent[] = []
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())
beforeEach(() => {
  published = []
})
const publish = (_topic: string, event: LiveEvent): void => void published.push(event)
const notified = () =>
  published.flatMap((event) => (event.type === 'notification' ? [event.notification] : []))

it('an alarm that an engine committed, and ended before it said so, is told by the next, however long that takes to come', async () => {
  const { device } = await createFamily(harness)
  const alarmId = await ring(harness, device.id)
  const before = "now() - interval '5 minutes'"
  await harness.owner.query(`update notifications set created_at = ${before} where alarm_id = $1`, [alarmId])
  await harness.owner.query(`update alarm_history set at = ${before} where alarm_id = $1`, [alarmId])
  const { republish } = createRepublisher(harness.pool, publish)
  await republish()
  expect(notified()).toMatchObject([{ kind: 'SOS', deviceUuid: device.uuid, acknowledged: false }])
  await republish()
  expect(notified()).toHaveLength(1)
})

/** The line falls when the database has committed, before it could say so. */
const losingAnswers = (pool: pg.Pool): pg.Pool =>
  ({
    connect: async () => {
      const client = await pool.connect()
      const query = client.query.bind(client) as (...asked: unknown[]) => Promise<unknown>
      return Object.assign(Object.create(client), {
        query: async (...asked: unknown[]) => {
          const answer = await query(...asked)
          if (asked[0] === 'commit') throw new Error('Connection terminated unexpectedly')
          return answer
        },
        release: () => client.release(),
      })
    },
  }) as unknown as pg.Pool

it('an alarm whose commit was not answered is told all the same', async () => {
  const { device } = await createFamily(harness)
  const { onUnsure, republish } = createRepublisher(harness.pool, publish)
  await republish()
  published = []
  const leader = createLeaderConnection(harness.engineUrl, () => {})
  const nobody = { onDeadLetter: () => {}, onHeld: () => {}, onEvaluated: () => {}, trace: undefined }
  const pool = losingAnswers(harness.pool)
  const { evaluateUrgent } = createEvaluation({
    ...createEngineCache(),
    ...nobody,
    leader,
    pool,
    publish,
    onUnsure,
  })
  const now = Date.now()
  const call = { deviceId: device.id, type: 'SOS', time: now, receivedAt: now }
  await harness.owner.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
    JSON.stringify([call]),
  ])
  await expect(evaluateUrgent()).rejects.toThrow('terminated')
  expect(published).toEqual([])
  await republish()
  expect(notified()).toContainEqual(expect.objectContaining({ deviceUuid: device.uuid, kind: 'SOS' }))
})
