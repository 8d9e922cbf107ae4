import type { EventType } from '@carewatch/contracts/alarms'
import { createDevice } from '@carewatch/migrations/factories'
import { applyChanges } from '../alarms/apply.ts'
import type { AlarmChange } from '../alarms/change.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { silentDevices } from '../schedule/silent-devices.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { alarmsOf, commitFacts, createFamily, type EngineHarness, startHarness } from '../testing.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'

const SECOND = 1_000

describe('who says that they are a watch and is not known to be', () => {
  let harness: EngineHarness
  let context: Parameters<typeof evaluateBatches>[0]
  let id: number
  let clock = Date.now() - 600 * SECOND
  beforeAll(async () => {
    harness = await startHarness()
  })
  beforeEach(async () => {
    const [deviceCache, memory] = [createDeviceCache(), createRuleMemory()]
    context = { db: harness.connection, deviceCache, memory, publish: () => {} }
    ;({ id } = (await createFamily(harness)).device)
    await harness.owner.query(`update devices set created_at = now() - interval '1 day' where id = $1`, [id])
  })
  afterAll(() => harness.close())

  /** By the watch, unless somebody else says so. */
  const evaluate = async (isUnproven = false) => {
    await harness.owner.query('update pending_evaluations set unproven = $1', [isUnproven])
    await evaluateBatches(context, false, 10)
    await evaluateBatches(context, true, 10)
  }
  const measured = async (pulses: number[], isUnproven = false) => {
    const facts = pulses.map((value) => {
      const time = (clock += SECOND)
      return { metric: 'heartRate', value, time, receivedAt: time } as const
    })
    await commitFacts(harness, id, facts)
    await evaluate(isUnproven)
  }
  const called = async (type: EventType, isUnproven = false) => {
    const time = (clock += SECOND)
    await harness.owner.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
      JSON.stringify([{ deviceId: id, type, time, receivedAt: time }]),
    ])
    await evaluate(isUnproven)
  }
  const standing = async () =>
    (await alarmsOf(harness, id)).map(({ kind, active }) => `${kind} ${active ? 'active' : 'ended'}`)

  it('ends no alarm of it by being well', async () => {
    await measured([170, 171])
    expect(await standing()).toEqual(['HEART_RATE active'])
    await measured([80, 81, 82, 83], true)
    expect(await standing()).toEqual(['HEART_RATE active'])
    await measured([80, 81, 82])
    expect(await standing()).toEqual(['HEART_RATE ended'])
  })

  it('neither confirms nor puts off what it measures', async () => {
    await measured([127])
    await measured([80, 80], true)
    await measured([128])
    expect(await standing()).toEqual(['HEART_RATE active'])
    await measured([80], true)
    await measured([80])
    expect(await standing()).toEqual(['HEART_RATE active'])
  })

  it('is heard: by a call for help, and by what they measure', async () => {
    await called('SOS', true)
    await measured([170, 171], true)
    expect(await standing()).toEqual(['SOS active', 'HEART_RATE active'])
  })

  it('is heard by an alarm that nobody can read, which a person ends', async () => {
    await called('UNKNOWN_ALARM', true)
    const { rows } = await harness.owner.query(
      'select kind, severity, latched, active from alarms where device_id = $1',
      [id],
    )
    expect(rows).toEqual([{ kind: 'UNKNOWN_ALARM', severity: 'HIGH', latched: true, active: true }])
  })

  it('takes back no fall', async () => {
    await called('FALL')
    await called('FALL_CANCELLED', true)
    expect(await standing()).toEqual(['FALL active'])
    await called('FALL_CANCELLED')
    expect(await standing()).toEqual(['FALL ended'])
  })

  const seen = (last: number, proven: number | null, of = id) =>
    harness.owner.query(
      `update device_status set last_seen_at = now() - make_interval(mins => $2), proven_seen_at = now() - make_interval(mins => $3) where device_id = $1`,
      [of, last, proven],
    )
  const changes = async (of = [id]) =>
    (await silentDevices(harness.connection, new Date())).filter(({ deviceId }) => of.includes(deviceId))
  const apply = async (given: AlarmChange[]) => {
    const ids = given.map(({ deviceId }) => deviceId)
    await applyChanges(harness.connection, await createDeviceCache().load(harness.connection, ids), given)
  }
  const HOME = '203.0.113.0/24'
  const ELSEWHERE = '198.51.100.0/24'
  /** It was known to be itself once, and connects from here now. */
  const connects = async (network: string, isKnown: boolean, of = id) => {
    await harness.owner.query(
      `insert into device_proofs (device_id, how) values ($1, 'PAIRED') on conflict do nothing`,
      [of],
    )
    await harness.owner.query(
      'insert into device_networks (device_id, network, known_at) values ($1, $2, case when $3 then now() end) on conflict do nothing',
      [of, network, isKnown],
    )
  }
  const siblings = async (count: number) => {
    const { rows } = await harness.owner.query(
      'select company_id as "companyId" from devices where id = $1',
      [id],
    )
    const made = Array.from({ length: count }, () =>
      createDevice(harness.db, { companyId: rows[0].companyId }),
    )
    return (await Promise.all(made)).map((device) => device.id)
  }

  it('does not put off that it is offline, which is told once and ends when the watch is heard', async () => {
    await connects(HOME, true)
    await connects(ELSEWHERE, false)
    await seen(0, 89)
    expect(await changes()).toEqual([])
    await seen(0, 91)
    const doubtful = await changes()
    expect(doubtful).toMatchObject([{ change: 'trigger', kind: 'OFFLINE', severity: 'MEDIUM' }])
    await apply(doubtful)
    expect(await changes()).toEqual([])
    await harness.owner.query('update alarms set closed_at = now(), active = false where device_id = $1', [
      id,
    ])
    expect(await changes()).toEqual([])
    await seen(0, 0)
    expect(await changes()).toEqual([])
    await seen(91, 120)
    await harness.owner.query(
      `update alarms set opened_at = now() - interval '100 minutes' where device_id = $1`,
      [id],
    )
    expect(await changes()).toMatchObject([{ change: 'trigger', kind: 'OFFLINE' }])
  })

  it('is the watch’s word where it never was known to be itself', async () => {
    await seen(0, 91)
    expect(await changes()).toEqual([])
  })

  it('is thought to be it in a network that three others of its house are known by, unless the house is strict', async () => {
    await connects(ELSEWHERE, false)
    await seen(0, 91)
    const others = await siblings(3)
    for (const other of others.slice(1)) await connects(ELSEWHERE, true, other)
    expect(await changes()).toHaveLength(1)
    const neighbour = (await createFamily(harness)).device
    await connects(ELSEWHERE, true, neighbour.id)
    expect(await changes()).toHaveLength(1)
    await connects(ELSEWHERE, true, others[0])
    expect(await changes()).toEqual([])
    await harness.owner.query(
      `update companies set source_pinning = 'STRICT' where id = (select company_id from devices where id = $1)`,
      [id],
    )
    expect(await changes()).toHaveLength(1)
  })

  it('raises ten alarms of a house where all of its watches are elsewhere at once, and not one of each', async () => {
    const all = [id, ...(await siblings(14))]
    for (const one of all) {
      await connects(ELSEWHERE, false, one)
      await seen(0, 91, one)
    }
    const first = await changes(all)
    expect(first).toHaveLength(10)
    await apply(first)
    expect(await changes(all)).toEqual([])
    await seen(0, 0, first[0]?.deviceId)
    expect((await changes(all)).map(({ change }) => change).toSorted()).toEqual(['clear', 'trigger'])
  })

  it('does not end that it is offline; the watch does', async () => {
    await seen(91, 91)
    const silent = await changes()
    expect(silent).toMatchObject([{ change: 'trigger', kind: 'OFFLINE' }])
    await apply(silent)
    await seen(0, 91)
    expect(await changes()).toEqual([])
    await seen(0, 1)
    expect(await changes()).toMatchObject([{ change: 'clear', kind: 'OFFLINE' }])
    // By an earlier version, which told nobody apart.
    await seen(0, null)
    expect(await changes()).toMatchObject([{ change: 'clear', kind: 'OFFLINE' }])
  })
})
