import type { LiveEvent } from '@carewatch/contracts/events'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { companies } from '@carewatch/migrations/schema/people'
import { gateways, rooms } from '@carewatch/migrations/schema/rooms'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advance } from '../escalation/advance.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { evaluateClock } from './evaluate-clock.ts'
import { silentDevices } from './silent-devices.ts'
import { createRuleMemory } from '../evaluate/rule-memory.ts'
import { type EngineHarness, hasRunForDays, startHarness } from '../testing.ts'

let harness: EngineHarness
let made = 0
beforeAll(async () => {
  harness = await startHarness()
  await hasRunForDays(harness)
})
afterAll(() => harness.close())

async function newGateway(values: Partial<typeof gateways.$inferInsert> = {}) {
  const { id: companyId } = await createCompany(harness.db)
  const awake = { quietFrom: '00:00', quietTo: '00:00' }
  const { id: managerId } = await createUser(harness.db, { role: 'MANAGER', companyId, ...awake })
  await harness.db.update(companies).set({ managerId }).where(eq(companies.id, companyId))
  const { id: branchId } = await createBranch(harness.db, companyId)
  const [room] = await harness.db.insert(rooms).values({ branchId, name: 'Room 101' }).returning()
  const mac = String(++made).padStart(12, '0')
  const [gateway] = await harness.db
    .insert(gateways)
    .values({ mac, name: 'Hall', companyId, branchId, roomId: room?.id ?? null, ...values })
    .returning()
  if (!gateway) throw new Error('The insert answered no row.')
  return gateway.id
}

const wasReceived = (id: number, secondsAgo: number) =>
  harness.owner.query(
    'update gateways set last_message_at = now() - make_interval(secs => $2) where id = $1',
    [id, secondsAgo],
  )

/** A strike of the clock; answers what the screens hear. */
async function strike(): Promise<LiveEvent[]> {
  const published: LiveEvent[] = []
  const publish = (_: string, event: LiveEvent) => void published.push(event)
  const context = {
    db: harness.connection,
    deviceCache: createDeviceCache(),
    memory: createRuleMemory(),
    publish,
  }
  await evaluateClock(context, new Date())
  return published
}

const alarmsOf = async (id: number) =>
  (
    await harness.owner.query(
      `select a.kind, a.severity, a.active, a.count, a.room_id is not null as placed, a.closed_at is not null as closed,
         (select count(*)::int from notifications n where n.alarm_id = a.id) as notifications,
         (select count(*)::int from tasks t where t.alarm_id = a.id) as tasks,
         (select count(*)::int from escalations e where e.alarm_id = a.id) as chains
       from alarms a where a.gateway_id = $1 order by a.id`,
      [id],
    )
  ).rows

describe('a gateway that falls silent', () => {
  it('raises exactly one alarm, with its room, its task and its chain, and is told to the screens', async () => {
    const id = await newGateway()
    expect(await strike()).toEqual([])
    await wasReceived(id, 350)
    expect(await strike()).toEqual([])
    await wasReceived(id, 361)
    const published = await strike()
    expect(published.map(({ type }) => type)).toEqual(['notification', 'task'])
    expect(published[0]).toMatchObject({
      change: 'opened',
      notification: { kind: 'GATEWAY_OFFLINE', deviceUuid: null, gatewayName: 'Hall', roomName: 'Room 101' },
    })
    expect(await strike()).toEqual([])
    const once = { notifications: 1, tasks: 1, chains: 1 }
    expect(await alarmsOf(id)).toEqual([
      {
        kind: 'GATEWAY_OFFLINE',
        severity: 'MEDIUM',
        active: true,
        count: 1,
        placed: true,
        closed: false,
        ...once,
      },
    ])
  })

  it('is told to staff at once, for nobody supervises a gateway', async () => {
    const id = await newGateway()
    await wasReceived(id, 400)
    await strike()
    while ((await advance(harness.connection, new Set(['IN_APP']))) > 0);
    const { rows } = await harness.owner.query(
      `select u.role, d.channel from deliveries d join users u on u.id = d.user_id join alarms a on a.id = d.alarm_id where a.gateway_id = $1`,
      [id],
    )
    expect(rows).toEqual([{ role: 'MANAGER', channel: 'IN_APP' }])
  })

  it('is over when it speaks again, and counts the next silence in the alarm that nobody has seen', async () => {
    const id = await newGateway()
    await wasReceived(id, 400)
    await strike()
    await wasReceived(id, 0)
    expect(await strike()).toMatchObject([{ change: 'cleared' }, { type: 'task' }])
    expect(await alarmsOf(id)).toMatchObject([{ active: false, closed: false }])
    // The silence that follows is as long as the first.
    await harness.owner.query(
      `update alarms set last_at = now() - interval '1 hour', cleared_at = now() - interval '20 minutes' where gateway_id = $1`,
      [id],
    )
    await wasReceived(id, 400)
    expect(await strike()).toMatchObject([{ change: 'repeated' }, { type: 'task' }])
    expect(await alarmsOf(id)).toMatchObject([{ active: true, count: 2, tasks: 1 }])

    await harness.owner.query('update alarms set acknowledged_at = now() where gateway_id = $1', [id])
    await wasReceived(id, 0)
    await strike()
    expect(await alarmsOf(id)).toMatchObject([{ active: false, closed: true }])
  })

  it('waits for as long as it was told to report, and never less than three minutes', async () => {
    const slow = await newGateway({ config: { reportIntervalSeconds: 600 } })
    const quick = await newGateway({ config: { reportIntervalSeconds: 5 } })
    await wasReceived(slow, 3_590)
    await wasReceived(quick, 170)
    await strike()
    expect([...(await alarmsOf(slow)), ...(await alarmsOf(quick))]).toEqual([])
    await wasReceived(slow, 3_601)
    await wasReceived(quick, 181)
    await strike()
    expect([...(await alarmsOf(slow)), ...(await alarmsOf(quick))]).toHaveLength(2)
  })

  it('is told once, though a person ends the alarm before the silence ends', async () => {
    const id = await newGateway()
    await wasReceived(id, 400)
    await strike()
    await harness.owner.query('update alarms set active = false, closed_at = now() where gateway_id = $1', [
      id,
    ])
    expect(await strike()).toEqual([])
    expect(await alarmsOf(id)).toHaveLength(1)
  })

  it('is no alarm of one that is switched off', async () => {
    const id = await newGateway({ isActive: false })
    await wasReceived(id, 4_000)
    expect(await strike()).toEqual([])
    expect(await alarmsOf(id)).toEqual([])
  })

  it.each(['companies', 'branches'])(
    'nor of one that is refused, by its %s, and of a watch as little',
    async (table) => {
      const id = await newGateway()
      const [gateway] = await harness.db.select().from(gateways).where(eq(gateways.id, id))
      const { companyId, branchId } = gateway ?? { companyId: 0, branchId: 0 }
      const device = await createDevice(harness.db, { companyId, branchId })
      await harness.owner.query(
        "insert into device_status (device_id, last_seen_at) values ($1, now() - interval '1 day') on conflict (device_id) do update set last_seen_at = excluded.last_seen_at",
        [device.id],
      )
      await wasReceived(id, 4_000)
      const place = table === 'companies' ? companyId : branchId
      const since = (days: number) =>
        harness.owner.query(
          `update ${table} set is_active = false, inactive_since = now() - make_interval(days => $2) where id = $1`,
          [place, days],
        )
      await since(0)
      await since(15)
      const silent = async () =>
        (await silentDevices(harness.connection, new Date())).filter(({ deviceId }) => deviceId === device.id)
      expect(await silent()).toEqual([])
      expect(await strike()).toEqual([])
      expect(await alarmsOf(id)).toEqual([])
      // In the days of grace it is.
      await since(13)
      expect(await silent()).toMatchObject([{ change: 'trigger', kind: 'OFFLINE' }])
      await strike()
      expect(await alarmsOf(id)).toHaveLength(1)
    },
  )
})
