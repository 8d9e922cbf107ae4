import type { StoredRoomFact } from '@carewatch/contracts/batches'
import type { LiveEvent } from '@carewatch/contracts/events'
import {
  createBeacon,
  createBranch,
  createCompany,
  createDevice,
  createGateway,
  createRoom,
  createUser,
} from '@carewatch/migrations/factories'
import { branchNurses } from '@carewatch/migrations/schema/people'
import type { beacons } from '@carewatch/migrations/schema/rooms'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { advance } from '../escalation/advance.ts'
import { evaluateBatches } from '../evaluate/evaluate-batches.ts'
import { createRuleMemory } from '../evaluate/rule-memory.ts'
import { startHarness, type EngineHarness } from '../testing.ts'
import { createRoomContext } from './evaluate-room-facts.ts'
import { createPresenceDecision } from '../presences/decide-presences.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

/** A room with a gateway and a sensor, and a nurse of its branch. */
async function newRoom(values: Partial<typeof beacons.$inferInsert> = {}) {
  const { id: companyId } = await createCompany(harness.db)
  const { id: branchId } = await createBranch(harness.db, companyId)
  const nurse = await createUser(harness.db, {
    role: 'SUPERVISOR',
    companyId,
    quietFrom: '00:00',
    quietTo: '00:00',
  })
  await harness.db.insert(branchNurses).values({ branchId, userId: nurse.id })
  const room = await createRoom(harness.db, branchId)
  const gateway = await createGateway(harness.db, { companyId, branchId, roomId: room.id })
  const beacon = await createBeacon(harness.db, { branchId, roomId: room.id, deviceType: 'WATER', ...values })
  return { companyId, branchId, room, gateway, beacon, nurse }
}
type Made = Awaited<ReturnType<typeof newRoom>>

type Notified = Pick<StoredRoomFact, 'kind' | 'value'> & { time?: number; receivedAt?: number }

/** Hands facts over as ingest does and has them evaluated; answers what the screens hear. */
async function handOver({ beacon, gateway }: Made, ...notified: Notified[]): Promise<string[]> {
  const facts = notified.map(({ time = noon, receivedAt = time, ...fact }) => ({
    beaconId: beacon.id,
    gatewayId: gateway.id,
    time,
    since: time,
    receivedAt,
    ...fact,
  }))
  const isUrgent = facts.some(({ kind }) => kind.startsWith('button'))
  await harness.owner.query('insert into pending_evaluations (urgent, room_facts) values ($1, $2)', [
    isUrgent,
    JSON.stringify(facts),
  ])
  const published: LiveEvent[] = []
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    rooms: createRoomContext(),
    publish: (_: string, event: LiveEvent) => void published.push(event),
  }
  await evaluateBatches(context, isUrgent, 10)
  return published.flatMap((event) =>
    event.type === 'notification' ? [`${event.change} ${event.notification.kind}`] : [],
  )
}

const alarmsOf = async ({ beacon }: Made) =>
  (
    await harness.owner.query(
      `select a.kind, a.direction, a.severity, a.active, a.late, a.count, a.value, a.closed_at is not null as closed, r.name as room,
         (select count(*)::int from tasks t where t.alarm_id = a.id) as tasks
       from alarms a left join rooms r on r.id = a.room_id where a.beacon_id = $1 order by a.id`,
      [beacon.id],
    )
  ).rows
const fact = (kind: Notified['kind'], value: Notified['value'], minute = 0): Notified => ({
  kind,
  value,
  time: noon + minute * MINUTE,
})

describe('smoke in a room', () => {
  it.each(['SMOKE', 'TAG'] as const)(
    'is critical, also where its detector is registered as a %s',
    async (deviceType) => {
      const made = await newRoom({ deviceType })
      expect(await handOver(made, fact('smoke', true))).toEqual(['opened SMOKE'])
      expect(await alarmsOf(made)).toMatchObject([
        { kind: 'SMOKE', severity: 'CRITICAL', active: true, room: made.room.name, tasks: 1 },
      ])
      expect(await handOver(made, fact('smoke', false, 1), fact('smoke', false, 1.1))).toEqual([
        'cleared SMOKE',
      ])
    },
  )
})

describe('water in a room', () => {
  it('is one alarm with its room and task until it has dried up, and what goes on is no news', async () => {
    const made = await newRoom()
    expect(await handOver(made, fact('water', false))).toEqual([])
    expect(await handOver(made, fact('water', true, 1))).toEqual(['opened WATER'])
    expect(await handOver(made, fact('water', true, 1.1), fact('water', true, 1.2))).toEqual([])
    expect(await handOver(made, fact('water', true, 2))).toEqual([])
    expect(await alarmsOf(made)).toEqual([
      {
        kind: 'WATER',
        direction: 'NONE',
        severity: 'HIGH',
        active: true,
        late: false,
        count: 1,
        value: null,
        closed: false,
        room: made.room.name,
        tasks: 1,
      },
    ])
    expect(await handOver(made, fact('water', false, 3), fact('water', false, 3.1))).toEqual([
      'cleared WATER',
    ])
    expect(await alarmsOf(made)).toMatchObject([{ active: false, closed: false }])
  })

  it('is told to the branch’s nurses', async () => {
    const made = await newRoom()
    await handOver(made, fact('water', true))
    while ((await advance(harness.connection, new Set(['IN_APP']))) > 0);
    const { rows } = await harness.owner.query(
      'select d.user_id as id from deliveries d join alarms a on a.id = d.alarm_id where a.beacon_id = $1',
      [made.beacon.id],
    )
    expect(rows).toEqual([{ id: made.nurse.id }])
  })

  it('that a nurse has seen to is news again when it comes back, and not before', async () => {
    const made = await newRoom()
    await handOver(made, fact('water', true))
    await harness.owner.query('update alarms set active = false, closed_at = now() where beacon_id = $1', [
      made.beacon.id,
    ])
    expect(await handOver(made, fact('water', true, 5))).toEqual([])
    expect(
      await handOver(made, fact('water', false, 6), fact('water', false, 7), fact('water', true, 8)),
    ).toEqual(['opened WATER'])
    expect(await alarmsOf(made)).toHaveLength(2)
  })

  it('that is told late says that it is late', async () => {
    const made = await newRoom()
    await handOver(made, { kind: 'water', value: true, time: noon, receivedAt: noon + 60 * MINUTE })
    expect(await alarmsOf(made)).toMatchObject([{ kind: 'WATER', severity: 'MEDIUM', late: true }])
  })
})

describe('the sensors of a room', () => {
  it('say when a door opens, when it closes and when somebody tampers with it', async () => {
    const made = await newRoom({ deviceType: 'DOOR' })
    expect(await handOver(made, fact('door', false), fact('door', false, 0.5))).toEqual([])
    expect(await handOver(made, fact('door', true, 1))).toEqual(['opened DOOR_OPENED'])
    expect((await handOver(made, fact('door', false, 2))).toSorted()).toEqual([
      'cleared DOOR_OPENED',
      'opened DOOR_CLOSED',
    ])
    expect(await handOver(made, fact('tamper', true, 3))).toEqual(['opened DOOR_TAMPERED'])
    expect(await handOver(made, fact('tamper', true, 4), fact('tamper', false, 5))).toEqual([])
    expect(await alarmsOf(made)).toContainEqual(
      expect.objectContaining({ kind: 'DOOR_TAMPERED', active: true, count: 1 }),
    )
  })

  it('say when it is too warm, each side by itself, and remember after a restart', async () => {
    const made = await newRoom({ deviceType: 'CLIMATE', temperatureLow: 18, temperatureHigh: 26 })
    expect(await handOver(made, fact('temperature', 27))).toEqual([])
    expect(await handOver(made, fact('temperature', 27.5, 1))).toEqual(['opened ROOM_TEMPERATURE'])
    expect(await handOver(made, fact('temperature', 28, 1.5))).toEqual([])
    expect(await handOver(made, fact('temperature', 28.5, 2))).toEqual(['repeated ROOM_TEMPERATURE'])
    expect(await alarmsOf(made)).toMatchObject([
      { direction: 'HIGH', value: 28.5, severity: 'MEDIUM', count: 2 },
    ])
  })

  it('raise nothing and clear nothing while every gateway of the room is offline', async () => {
    const made = await newRoom()
    await handOver(made, fact('water', true))
    await harness.owner.query(
      `insert into alarms (gateway_id, room_id, company_id, branch_id, kind, category, severity, opened_at, last_at)
       values ($1, $2, $3, $4, 'GATEWAY_OFFLINE', 'TECHNICAL', 'MEDIUM', now(), now())`,
      [made.gateway.id, made.room.id, made.companyId, made.branchId],
    )
    expect(await handOver(made, fact('water', false, 1), fact('water', false, 2))).toEqual([])
    expect(await handOver(made, fact('tamper', true, 3))).toEqual([])
    // But for smoke, which may be why it is.
    expect(await handOver(made, fact('smoke', true, 3))).toEqual(['opened SMOKE'])
    expect(await handOver(made, fact('smoke', false, 3.1), fact('smoke', false, 3.2))).toEqual([])
    await createGateway(harness.db, {
      companyId: made.companyId,
      branchId: made.branchId,
      roomId: made.room.id,
    })
    expect(await handOver(made, fact('tamper', true, 4))).toEqual(['opened DOOR_TAMPERED'])
  })

  it('say when their battery runs out, graver each time, also on a person', async () => {
    const made = await newRoom({ deviceType: 'TAG' })
    expect(await handOver(made, fact('battery', 30), fact('battery', 21, 1))).toEqual([])
    expect(await handOver(made, fact('battery', 20, 2))).toEqual(['opened BATTERY'])
    expect(await handOver(made, fact('battery', 19, 2.5))).toEqual([])
    expect(await handOver(made, fact('battery', 10, 2.7))).toEqual(['raised BATTERY'])
    expect(await handOver(made, fact('battery', 22, 4))).toEqual([])
    expect(await alarmsOf(made)).toMatchObject([{ kind: 'BATTERY', severity: 'MEDIUM', active: true }])
    expect(await handOver(made, fact('battery', 99, 5))).toEqual(['cleared BATTERY'])
  })

  it('on a person say nothing of the room', async () => {
    const made = await newRoom({ deviceType: 'TAG', temperatureHigh: 26 })
    expect(
      await handOver(made, fact('temperature', 36), fact('temperature', 36, 1), fact('motion', true)),
    ).toEqual([])
  })
})

describe('a sensor that says nothing more', () => {
  /** As ingest keeps it. */
  const keep = ({ beacon, gateway }: Made, { kind, value, time = noon }: Notified) =>
    harness.owner.query(
      `insert into beacon_facts (beacon_id, kind, value, since, at, gateway_id) values ($1, $2, $3, $4, $4, $5)
       on conflict (beacon_id, kind) do update set value = excluded.value, at = excluded.at`,
      [beacon.id, kind, JSON.stringify(value), new Date(time), gateway.id],
    )
  async function lookAt(minute: number): Promise<string[]> {
    const published: LiveEvent[] = []
    const memory = createRuleMemory()
    const publish = (_: string, event: LiveEvent) => void published.push(event)
    const context = {
      db: harness.connection,
      deviceCache: createDeviceCache(),
      memory,
      rooms: createRoomContext(),
      publish: publish,
    }
    await createPresenceDecision().decide(context, noon + minute * MINUTE)
    return published.flatMap((event) =>
      event.type === 'notification' ? [`${event.change} ${event.notification.kind}`] : [],
    )
  }

  it('saw somebody move five minutes ago: nobody does any more, and the next move is news', async () => {
    const made = await newRoom({ deviceType: 'MOTION' })
    await keep(made, fact('motion', true))
    expect(await handOver(made, fact('motion', true))).toEqual(['opened MOTION'])
    expect(await lookAt(4)).toEqual([])
    expect(await lookAt(6)).toEqual(['cleared MOTION'])
    expect(await lookAt(7)).toEqual([])
    expect(await handOver(made, fact('motion', true, 8))).toEqual(['repeated MOTION'])
    await harness.owner.query('update alarms set closed_at = now() where beacon_id = $1', [made.beacon.id])
    await harness.owner.query('delete from room_rule_states where beacon_id = $1', [made.beacon.id])
  })

  it('changed its mind again and again, and has been calm since: its alarm ends by the clock', async () => {
    const made = await newRoom({ deviceType: 'DOOR' })
    for (const minute of [0, 2, 4])
      await handOver(made, fact('door', true, minute), fact('door', false, minute + 1))
    await keep(made, fact('door', false, 5))
    expect((await alarmsOf(made)).find(({ kind }) => kind === 'DOOR_OPENED')).toMatchObject({ active: true })
    expect(await lookAt(9)).toEqual([])
    expect(await lookAt(10.1)).toEqual(['cleared DOOR_OPENED'])
  })
})

describe('a button', () => {
  it('of several calls for help as it was set to', async () => {
    const made = await newRoom({ deviceType: 'BUTTON', buttons: { button2: 'NOTHING' } })
    expect(await handOver(made, fact('button2', 'PRESS'))).toEqual([])
    expect(await handOver(made, fact('button3', 'PRESS'))).toEqual(['opened SOS'])
    expect(await handOver(made, fact('button', 'PRESS', 1))).toEqual(['repeated SOS'])
  })

  it('on the wall calls for help, and every press counts', async () => {
    const made = await newRoom({ deviceType: 'BUTTON' })
    expect(await handOver(made, fact('button', 'PRESS'))).toEqual(['opened SOS'])
    await harness.owner.query('update alarms set acknowledged_at = now() where beacon_id = $1', [
      made.beacon.id,
    ])
    expect(await handOver(made, fact('button', 'PRESS', 1))).toEqual(['repeated SOS'])
    expect(await alarmsOf(made)).toMatchObject([
      { kind: 'SOS', severity: 'CRITICAL', count: 2, room: made.room.name },
    ])
    const { rows } = await harness.owner.query(
      'select acknowledged_at as at from alarms where beacon_id = $1',
      [made.beacon.id],
    )
    expect(rows).toEqual([{ at: null }])
  })

  it('that the wearer of a watch carries calls by the watch alone', async () => {
    const { companyId, branchId } = await newRoom()
    const device = await createDevice(harness.db, { companyId, branchId })
    const made = await newRoom({ deviceType: 'BUTTON', deviceId: device.id })
    expect(await handOver(made, fact('button', 'PRESS'))).toEqual([])
  })
})
