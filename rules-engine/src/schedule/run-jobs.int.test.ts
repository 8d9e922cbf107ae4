import { setTimeout as wait } from 'node:timers/promises'
import { FORMER_QUEUES, QUEUES } from '@carewatch/contracts/jobs'
import { openQueues } from '@carewatch/platform/queues'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDispatch } from '../deliveries/dispatch.ts'
import type { Sender } from '../deliveries/channels/channel.ts'
import { createFamily, type EngineHarness, ring, startHarness } from '../testing.ts'
import { runJobs } from './run-jobs.ts'

const SOON = { timeout: 30_000 }

describe('the jobs of the rules', () => {
  let harness: EngineHarness
  let queues: ReturnType<typeof openQueues>
  let dispatch: ReturnType<typeof createDispatch>
  let jobs: ReturnType<typeof runJobs>
  const sent: string[] = []
  const email: Sender = {
    channel: 'EMAIL',
    send: ({ uuid }) => {
      sent.push(uuid)
      return Promise.resolve({ providerId: null })
    },
  }
  beforeAll(async () => {
    harness = await startHarness()
    const settings = { databaseUrl: harness.engineUrl, redisUrl: undefined, onError: () => {} }
    queues = openQueues(settings)
    dispatch = createDispatch({
      db: harness.pool,
      senders: [email],
      log: pino({ level: 'silent' }),
      onSettled: () => {},
    })
    jobs = runJobs({ queues, pool: harness.pool, dispatch, publish: () => {} })
  })
  afterAll(async () => {
    await queues.close()
    await dispatch.close()
    await harness.close()
  })

  const ask = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await harness.owner.query<Row>(text, values)).rows
  const stepOf = async (alarmId: number) =>
    (await ask<{ step: number }>('select step from escalations where alarm_id = $1', [alarmId]))[0]?.step

  it('walk a chain on at its moment, and nobody sweeps', async () => {
    const { device } = await createFamily(harness)
    const alarmId = await ring(harness, device.id)
    dispatch.wake()
    await expect.poll(() => stepOf(alarmId), SOON).toBe(1)
    await ask(`update escalations set due_at = now() + interval '700 milliseconds' where alarm_id = $1`, [
      alarmId,
    ])
    dispatch.wake()
    await expect.poll(() => stepOf(alarmId), SOON).toBe(2)
    const [late] = await ask<{ ms: number }>(
      `select extract(epoch from min(created_at) - (select opened_at from alarms where id = $1))::float8 * 1000 as ms from deliveries where alarm_id = $1 and step = 1`,
      [alarmId],
    )
    expect(late?.ms).toBeGreaterThanOrEqual(700)
  })

  it('send what waited for its moment', async () => {
    const { device } = await createFamily(harness)
    const alarmId = await ring(harness, device.id)
    await ask(
      `insert into deliveries (alarm_id, run, round, step, user_id, channel, state, next_at)
        select $1, 9, 9, 9, owner_id, 'EMAIL', 'QUEUED', now() + interval '900 milliseconds' from devices where id = $2`,
      [alarmId, device.id],
    )
    const [waiting] = await ask<{ uuid: string }>(
      'select uuid from deliveries where alarm_id = $1 and run = 9',
      [alarmId],
    )
    dispatch.wake()
    await expect.poll(() => sent.includes(waiting?.uuid ?? ''), SOON).toBe(true)
  })

  it('look by day at what is no longer as usual', async () => {
    const { device, branch } = await createFamily(harness)
    // Where it is noon now.
    const ahead = 12 - new Date().getUTCHours()
    await ask('update branches set time_zone = $2 where id = $1', [
      branch.id,
      `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`,
    ])
    await ask(
      `with somebody as (insert into wearers (first_name, branch_id) values ('Ruth', $2) returning id)
       insert into assignments (wearer_id, device_id, started_at) select id, $1, now() - interval '30 days' from somebody`,
      [device.id, branch.id],
    )
    await jobs.cleanUpIfLate(Date.now() + 60_000)
    const looked = await ask(`select from rule_states where device_id = $1 and kind = 'CHANGED'`, [device.id])
    expect(looked).toHaveLength(1)
  })

  it('make one of a moment, however many engines ask for it', async () => {
    const queue = queues.queue(QUEUES.due)
    const far = () => queue.getDelayed().then((all) => all.filter(({ delay }) => delay > 3_000_000).length)
    await ask(
      `insert into deliveries (alarm_id, run, round, step, user_id, channel, state, next_at)
        select id, 8, 8, 8, null, 'EMAIL', 'QUEUED', now() + interval '1 hour' from alarms order by id limit 1`,
    )
    await ask(`update escalations set due_at = null`)
    await ask(`delete from deliveries where run <> 8`)
    await jobs.keepSchedule()
    const others = [1, 2].map(() =>
      createDispatch({
        db: harness.pool,
        senders: [email],
        log: pino({ level: 'silent' }),
        onSettled: () => {},
      }),
    )
    const more = others.map((other) =>
      runJobs({ queues, pool: harness.pool, dispatch: other, publish: () => {} }),
    )
    expect(more).toHaveLength(2)
    for (const one of [dispatch, ...others]) one.wake()
    await expect.poll(far, SOON).toBe(1)
    for (const one of [dispatch, ...others]) one.wake()
    await wait(300)
    expect(await far()).toBe(1)
  })

  it('keep the house in turn, also after the schedule was lost', async () => {
    const [device] = await ask<{ id: number }>('select id from devices limit 1')
    const [task] = await ask<{ id: number }>(
      `insert into tasks (title, device_id, monitoring_type, severity, status, deferred_until, due_at)
        values ('later', $1, 'MANUAL', 'LOW', 'DEFERRED', now() - interval '1 minute', now()) returning id`,
      [device?.id],
    )
    await queues.queue(QUEUES.housekeeping).obliterate({ force: true })
    await jobs.keepSchedule()
    const status = async () =>
      (await ask<{ status: string }>('select status from tasks where id = $1', [task?.id]))[0]?.status
    await expect.poll(status, SOON).toBe('OPEN')
  })

  it('are done without, where what keeps them is away', async () => {
    // Its own: the schedule of the other tests would keep this house too.
    const own = await startHarness()
    const away = openQueues({ databaseUrl: own.url, redisUrl: 'redis://127.0.0.1:1', onError: () => {} })
    const other = createDispatch({
      db: own.pool,
      senders: [email],
      log: pino({ level: 'silent' }),
      onSettled: () => {},
    })
    const without = runJobs({ queues: away, pool: own.pool, dispatch: other, publish: () => {} })
    await own.owner.query(
      `insert into rejected_messages (received_at, topic, payload, reason) values (now() - interval '8 days', 'x', '', 'x')`,
    )
    const kept = async () => (await own.owner.query('select from rejected_messages')).rowCount
    await without.cleanUpIfLate(Date.now())
    expect(await kept()).toBe(1)
    await without.cleanUpIfLate(Date.now() + 31_000)
    expect(await kept()).toBe(0)
    void without.keepSchedule().catch(() => {})
    await Promise.race([away.close(), wait(500)])
    await other.close()
    await own.close()
  })

  it('leave nothing of the queues of earlier versions', async () => {
    const former = FORMER_QUEUES.map((name) => queues.queue(name))
    for (const queue of former)
      await queue.addBulk([
        { name: 'wake', data: {} },
        { name: 'wake', data: {} },
      ])
    await jobs.keepSchedule()
    for (const queue of former)
      expect(await queue.getJobCounts('waiting', 'delayed', 'failed')).toMatchObject({ waiting: 0 })
  })
})
