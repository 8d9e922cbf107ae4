import type { EventType } from '@carewatch/contracts/alarms'
import { packReadings } from '@carewatch/contracts/batches'
import type { LiveEvent } from '@carewatch/contracts/events'
import { type MetricName, metrics } from '@carewatch/contracts/metrics'
import { createCompany, createDevice } from '@carewatch/migrations/factories'
import { asService, testDatabase } from '@carewatch/platform/database/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyChanges } from '../alarms/apply.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { evaluateBatches } from './evaluate-batches.ts'
import { createRuleMemory } from './rule-memory.ts'
import { silentDevices } from '../schedule/silent-devices.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')

describe('evaluating what was committed', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  let db: pg.Client
  let published: { topic: string; event: LiveEvent }[] = []
  beforeAll(async () => {
    database = await testDatabase()
    db = new pg.Client(asService(database.url, 'rules'))
    await db.connect()
  })
  afterAll(async () => {
    await db.end()
    await database.drop()
  })

  // No watch measures twice at once.
  let clock = noon
  const newContext = () => ({
    db,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish: (topic: string, event: LiveEvent) => void published.push({ topic, event }),
  })
  const commitReadings = (
    deviceId: number,
    metric: MetricName,
    values: number[],
    stored: number[] | null = null,
  ) => {
    const from = clock
    clock += values.length * 1_000
    const columns = {
      count: values.length,
      deviceId: Int32Array.from(values, () => deviceId),
      metric: Uint8Array.from(values, () => metrics[metric].id),
      time: Float64Array.from(values, (_, index) => from + index * 1_000),
      value: Float32Array.from(values),
    }
    return db.query('insert into pending_evaluations (urgent, readings, stored) values (false, $1, $2)', [
      Buffer.from(packReadings(columns, clock)),
      stored && JSON.stringify(stored),
    ])
  }
  const commitEvent = (deviceId: number, type: EventType) =>
    db.query('insert into pending_evaluations (urgent, events) values (true, $1)', [
      JSON.stringify([{ deviceId, type, time: noon, receivedAt: noon }]),
    ])
  const alarmsOf = async (deviceId: number) =>
    (
      await db.query(
        'select kind, direction, severity, active, count, closed_at is not null as closed from alarms where device_id = $1 order by id',
        [deviceId],
      )
    ).rows
  const newDevice = async () => {
    const company = await createCompany(database.db)
    return createDevice(
      database.db,
      { companyId: company.id },
      { limits: { heartRate: { low: 50, high: 120 } } },
    )
  }

  describe('a fall that its wearer takes back on the watch', () => {
    const standing = async (deviceId: number) =>
      (
        await db.query(
          `select a.kind, a.active, a.cause, t.status, n.acknowledged_at is not null as seen from alarms a
           join tasks t on t.alarm_id = a.id join notifications n on n.alarm_id = a.id where a.device_id = $1 order by a.id`,
          [deviceId],
        )
      ).rows

    it('is closed as a false alarm, with its task', async () => {
      const device = await newDevice()
      await commitEvent(device.id, 'FALL')
      await commitEvent(device.id, 'FALL_CANCELLED')
      await evaluateBatches(newContext(), true, 10)
      expect(await standing(device.id)).toEqual([
        { kind: 'FALL', active: false, cause: 'FALSE_ALARM', status: 'DONE', seen: true },
      ])
      const { rows } = await db.query(
        'select step from alarm_history h join alarms a on a.id = h.alarm_id where a.device_id = $1 order by h.id',
        [device.id],
      )
      expect(rows).toEqual([{ step: 'OPENED' }, { step: 'CANCELLED' }])
    })

    it('closes the task also where one of a former fall was opened again', async () => {
      const device = await newDevice()
      await commitEvent(device.id, 'FALL')
      await evaluateBatches(newContext(), true, 10)
      await db.query('update alarms set closed_at = now(), active = false where device_id = $1', [device.id])
      await commitEvent(device.id, 'FALL')
      await evaluateBatches(newContext(), true, 10)
      await commitEvent(device.id, 'FALL_CANCELLED')
      await evaluateBatches(newContext(), true, 10)
      expect(await standing(device.id)).toMatchObject([{ cause: 'FALSE_ALARM', status: 'DONE' }])
    })

    it('stays a fall after half a minute, and so does a call for help', async () => {
      const device = await newDevice()
      await commitEvent(device.id, 'FALL')
      await commitEvent(device.id, 'SOS')
      await evaluateBatches(newContext(), true, 10)
      await db.query("update alarms set created_at = now() - interval '31 seconds' where kind = 'FALL'")
      await commitEvent(device.id, 'FALL_CANCELLED')
      await evaluateBatches(newContext(), true, 10)
      expect(await standing(device.id)).toMatchObject([
        { kind: 'FALL', active: true, cause: null },
        { kind: 'SOS', active: true, cause: null },
      ])
    })
  })

  it('makes one alarm, one notification and one task of an SOS, and tells the screens', async () => {
    const device = await newDevice()
    published = []
    await commitEvent(device.id, 'SOS')
    expect(await evaluateBatches(newContext(), true, 10)).toBe(1)

    expect(await alarmsOf(device.id)).toEqual([
      { kind: 'SOS', direction: 'NONE', severity: 'CRITICAL', active: true, count: 1, closed: false },
    ])
    const { rows } = await db.query(
      `select n.type, t.status, t.severity, t.monitoring_type, t.due_at - t.created_at < interval '4 minutes' as soon, h.step
       from alarms a join notifications n on n.alarm_id = a.id join tasks t on t.alarm_id = a.id join alarm_history h on h.alarm_id = a.id where a.device_id = $1`,
      [device.id],
    )
    expect(rows).toEqual([
      {
        type: 'ALARM',
        status: 'OPEN',
        severity: 'CRITICAL',
        monitoring_type: 'SOS',
        soon: true,
        step: 'OPENED',
      },
    ])
    expect(published.map(({ event }) => event.type)).toEqual(['notification', 'task'])
    expect(published[0]?.event).toMatchObject({
      change: 'opened',
      notification: { kind: 'SOS', deviceIMEI: device.imei, acknowledged: false },
    })
  })

  it('counts a second press in the open alarm', async () => {
    const device = await newDevice()
    await commitEvent(device.id, 'SOS')
    await evaluateBatches(newContext(), true, 10)
    await commitEvent(device.id, 'SOS')
    await evaluateBatches(newContext(), true, 10)
    expect(await alarmsOf(device.id)).toMatchObject([{ kind: 'SOS', count: 2 }])
  })

  it('asks for a person again when SOS is pressed after somebody took the first one', async () => {
    const device = await newDevice()
    await commitEvent(device.id, 'SOS')
    await evaluateBatches(newContext(), true, 10)
    await db.query('update alarms set acknowledged_at = now() where device_id = $1', [device.id])
    await db.query('update notifications set acknowledged_at = now() where device_id = $1', [device.id])
    await db.query("update tasks set status = 'DONE' where device_id = $1", [device.id])
    published = []
    await commitEvent(device.id, 'SOS')
    await evaluateBatches(newContext(), true, 10)
    expect(await alarmsOf(device.id)).toMatchObject([{ kind: 'SOS', count: 2 }])
    expect(published[0]?.event).toMatchObject({
      change: 'repeated',
      notification: { acknowledged: false, count: 2 },
    })
    const { rows } = await db.query('select status from tasks where device_id = $1 order by id', [device.id])
    expect(rows).toEqual([{ status: 'DONE' }, { status: 'OPEN' }])
  })

  it('evaluates each batch once', async () => {
    const device = await newDevice()
    await commitReadings(device.id, 'heartRate', [150])
    expect(await evaluateBatches(newContext(), false, 10)).toBe(1)
    expect(await evaluateBatches(newContext(), false, 10)).toBe(0)
    expect(await alarmsOf(device.id)).toMatchObject([{ kind: 'HEART_RATE', count: 1 }])
  })

  it('goes on counting where it stood when the engine is another one', async () => {
    const device = await newDevice()
    await commitReadings(device.id, 'heartRate', [125])
    await evaluateBatches(newContext(), false, 10)
    expect(await alarmsOf(device.id)).toEqual([])
    await commitReadings(device.id, 'heartRate', [126])
    await evaluateBatches(newContext(), false, 10)
    expect(await alarmsOf(device.id)).toMatchObject([
      { kind: 'HEART_RATE', direction: 'HIGH', severity: 'HIGH' },
    ])
  })

  it('does not take a repeated reading for a second sample', async () => {
    const device = await newDevice()
    await commitReadings(device.id, 'heartRate', [125])
    await commitReadings(device.id, 'heartRate', [125], [])
    await evaluateBatches(newContext(), false, 10)
    expect(await alarmsOf(device.id)).toEqual([])
  })

  it('keeps a cleared alarm in the list until somebody has seen it, and closes a seen one with its task', async () => {
    const device = await newDevice()
    await commitReadings(device.id, 'heartRate', [130, 130, 100, 100])
    await evaluateBatches(newContext(), false, 10)
    expect(await alarmsOf(device.id)).toMatchObject([{ active: false, closed: false }])

    await db.query('update alarms set acknowledged_at = now() where device_id = $1', [device.id])
    await commitReadings(device.id, 'heartRate', [130, 130, 100, 100])
    await evaluateBatches(newContext(), false, 10)
    expect(await alarmsOf(device.id)).toMatchObject([{ active: false, closed: true }])
    const { rows } = await db.query('select status from tasks where device_id = $1', [device.id])
    expect(rows).toEqual([{ status: 'DONE' }])
  })

  it('asks for attention again when an acknowledged alarm grows graver', async () => {
    const device = await newDevice()
    await commitReadings(device.id, 'heartRate', [130, 130])
    await evaluateBatches(newContext(), false, 10)
    await db.query('update alarms set acknowledged_at = now() where device_id = $1', [device.id])
    await db.query('update notifications set acknowledged_at = now() where device_id = $1', [device.id])
    await commitReadings(device.id, 'heartRate', [160])
    await evaluateBatches(newContext(), false, 10)
    const { rows } = await db.query(
      `select a.severity, a.acknowledged_at, n.acknowledged_at as seen, t.severity as urgency
       from alarms a join notifications n on n.alarm_id = a.id join tasks t on t.alarm_id = a.id where a.device_id = $1`,
      [device.id],
    )
    expect(rows).toEqual([{ severity: 'CRITICAL', acknowledged_at: null, seen: null, urgency: 'CRITICAL' }])
  })

  it('counts what repeats while it is put off and tells of it only when it grows graver', async () => {
    const device = await newDevice()
    const leader = async (...values: number[]) => {
      published = []
      await commitReadings(device.id, 'heartRate', values)
      await evaluateBatches(newContext(), false, 10)
      return published.flatMap(({ event }) => (event.type === 'notification' ? [event.change] : []))
    }
    await leader(130, 131)
    await db.query("update alarms set snoozed_until = now() + interval '1 hour' where device_id = $1", [
      device.id,
    ])
    expect(await leader(132, 133)).toEqual([])
    expect((await alarmsOf(device.id))[0].count).toBeGreaterThan(1)
    expect(await leader(190)).toEqual(['raised'])
    expect(published[0]?.event).toMatchObject({ notification: { snoozedUntil: null, severity: 'CRITICAL' } })
    expect(await leader(191)).toEqual(['repeated'])
  })

  it('leaves a batch for later when its evaluating fails, and evaluates it then', async () => {
    const device = await newDevice()
    await commitEvent(device.id, 'FALL')
    const broken = {
      ...newContext(),
      memory: { ...createRuleMemory(), save: () => Promise.reject(new Error('away')) },
    }
    await expect(evaluateBatches(broken, true, 10)).rejects.toThrow('away')
    expect(await alarmsOf(device.id)).toEqual([])
    await evaluateBatches(newContext(), true, 10)
    expect(await alarmsOf(device.id)).toMatchObject([{ kind: 'FALL', count: 1 }])
  })

  it('notices a watch that fell silent and one that speaks again', async () => {
    const watch = await newDevice()
    const seen = (minutes: number) =>
      db.query(
        `update device_status set last_seen_at = now() - make_interval(mins => $2) where device_id = $1`,
        [watch.id, minutes],
      )
    const changes = async () =>
      (await silentDevices(db, new Date(noon))).filter(({ deviceId }) => deviceId === watch.id)

    await seen(89)
    expect(await changes()).toEqual([])
    await seen(91)
    expect(await changes()).toMatchObject([{ change: 'trigger', kind: 'OFFLINE', severity: 'MEDIUM' }])

    await applyChanges(db, await newContext().deviceCache.load(db, [watch.id]), await changes())
    expect(await changes()).toEqual([])
    await seen(0)
    expect(await changes()).toMatchObject([{ change: 'clear', kind: 'OFFLINE' }])
  })
})
