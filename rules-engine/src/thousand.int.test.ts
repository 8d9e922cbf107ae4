import type { Channel } from '@carewatch/contracts/escalation'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeviceCache } from './profiles/device-cache.ts'
import { advance } from './escalation/advance.ts'
import { evaluatePending } from './evaluate/evaluate-pending.ts'
import { createRuleMemory } from './evaluate/rule-memory.ts'
import { createFamily, startHarness, type EngineHarness } from './testing.ts'

const CALLS = 1_000
const working = new Set<Channel>(['IN_APP', 'EMAIL'])

describe('a thousand calls for help in one second', () => {
  let harness: EngineHarness
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())

  it('are a thousand alarms with a task and a first message each, and none is lost or doubled', async () => {
    const { company, branch, owner } = await createFamily(harness)
    const { rows: devices } = await harness.owner.query<{ id: number }>(
      `insert into devices (imei, name, device_model, company_id, branch_id, owner_id, credential_hash)
       select 350000000000000 + i, 'Watch ' || i, 'native', $1, $2, $3, '' from generate_series(1, $4) i returning id`,
      [company.id, branch.id, owner.id, CALLS],
    )
    const now = Date.now()
    for (const { id } of devices)
      await harness.owner.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
        JSON.stringify([{ deviceId: id, type: 'SOS', time: now, receivedAt: now }]),
      ])
    const context = (db: typeof harness.connection) => ({
      db,
      deviceCache: createDeviceCache(),
      memory: createRuleMemory(),
      publish: () => {},
    })
    const onDeadLetter = (error: Error): never => {
      throw error
    }
    // Two engines at once, as where one is not enough.
    const other = await harness.pool.connect()
    await Promise.all([
      evaluatePending(context(harness.connection), { isUrgent: true, atOnce: 256, onDeadLetter }),
      evaluatePending(
        { ...context(harness.connection), db: other },
        { isUrgent: true, atOnce: 256, onDeadLetter },
      ),
    ])
    const walk = async (db: typeof harness.connection | typeof other): Promise<void> => {
      while ((await advance(db, working)) > 0);
    }
    await Promise.all([walk(harness.connection), walk(other)])
    other.release()

    const { rows } = await harness.owner.query(
      `select count(distinct a.device_id)::int as devices, count(distinct a.id)::int as alarms,
         count(distinct t.id)::int as tasks, count(distinct n.id)::int as notifications, count(distinct d.id)::int as messages,
         count(distinct d.alarm_id)::int as notified
       from alarms a left join tasks t on t.alarm_id = a.id left join notifications n on n.alarm_id = a.id
       left join deliveries d on d.alarm_id = a.id and d.channel = 'EMAIL' where a.company_id = $1`,
      [company.id],
    )
    const each = {
      devices: CALLS,
      alarms: CALLS,
      tasks: CALLS,
      notifications: CALLS,
      messages: CALLS,
      notified: CALLS,
    }
    expect(rows).toEqual([each])
    expect((await harness.owner.query('select from pending_evaluations')).rowCount).toBe(0)
  })
})
