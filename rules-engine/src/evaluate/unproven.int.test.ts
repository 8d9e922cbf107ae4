import type { EventType } from '@carewatch/contracts/alarms'
import { applyChanges } from '../alarms/apply.ts'
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
    await measured([80, 81])
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

  it('takes back no fall', async () => {
    await called('FALL')
    await called('FALL_CANCELLED', true)
    expect(await standing()).toEqual(['FALL active'])
    await called('FALL_CANCELLED')
    expect(await standing()).toEqual(['FALL ended'])
  })

  it('does not end that it is offline; the watch does', async () => {
    const seen = (last: number, proven: number | null) =>
      harness.owner.query(
        `update device_status set last_seen_at = now() - make_interval(mins => $2), proven_seen_at = now() - make_interval(mins => $3) where device_id = $1`,
        [id, last, proven],
      )
    const changes = async () =>
      (await silentDevices(harness.connection, new Date())).filter(({ deviceId }) => deviceId === id)
    await seen(91, 91)
    const silent = await changes()
    expect(silent).toMatchObject([{ change: 'trigger', kind: 'OFFLINE' }])
    await applyChanges(harness.connection, await createDeviceCache().load(harness.connection, [id]), silent)
    await seen(0, 91)
    expect(await changes()).toEqual([])
    await seen(0, 1)
    expect(await changes()).toMatchObject([{ change: 'clear', kind: 'OFFLINE' }])
    // By an earlier version, which told nobody apart.
    await seen(0, null)
    expect(await changes()).toMatchObject([{ change: 'clear', kind: 'OFFLINE' }])
  })
})
