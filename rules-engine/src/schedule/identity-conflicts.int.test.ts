import { defaultChains } from '@carewatch/contracts/escalation'
import type { LiveEvent } from '@carewatch/contracts/events'
import { createBranch, createCompany, createDevice, createUser } from '@carewatch/migrations/factories'
import { escalationChains } from '@carewatch/migrations/schema/escalation'
import { companies } from '@carewatch/migrations/schema/people'
import { identityConflicts } from '@carewatch/migrations/schema/proof'
import { recipientsOf } from '@carewatch/platform/escalation/recipients'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { advance } from '../escalation/advance.ts'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { createRuleMemory } from '../evaluate/rule-memory.ts'
import { ring, startHarness, type EngineHarness } from '../testing.ts'
import { evaluateClock } from './evaluate-clock.ts'

let harness: EngineHarness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness.close())

async function newWatch() {
  const { db } = harness
  const { id: companyId } = await createCompany(db)
  const awake = { quietFrom: '00:00', quietTo: '00:00', companyId }
  const { id: managerId } = await createUser(db, { role: 'MANAGER', ...awake })
  await db.update(companies).set({ managerId }).where(eq(companies.id, companyId))
  const { id: branchId } = await createBranch(db, companyId)
  const nurse = await createUser(db, { role: 'SUPERVISOR', branchId, ...awake })
  const owner = await createUser(db, { role: 'OWNER', supervisorId: nurse.id, ...awake })
  const device = await createDevice(db, { companyId, branchId, ownerId: owner.id })
  return { id: device.id, companyId, owner, nurse }
}
const notice = (deviceId: number) =>
  harness.db.insert(identityConflicts).values({ deviceId, reason: 'CONNECTIONS' })

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
      'select kind, severity, category, latched, active, count, closed_at is not null as closed from alarms where device_id = $1 order by id',
      [id],
    )
  ).rows
const update = (text: string, id: number) => harness.owner.query(text, [id])

const OPEN = {
  kind: 'IDENTITY_CONFLICT',
  severity: 'HIGH',
  category: 'TECHNICAL',
  latched: true,
  active: true,
  count: 1,
  closed: false,
}

describe('two that say they are one watch', () => {
  it('are one alarm while it lasts, which a person ends', async () => {
    const { id } = await newWatch()
    await notice(id)
    await notice(id)
    expect(await strike()).toMatchObject([
      { type: 'notification', change: 'opened', notification: { kind: 'IDENTITY_CONFLICT' } },
      { type: 'task' },
    ])
    expect(await strike()).toEqual([])
    expect(await alarmsOf(id)).toEqual([OPEN])
    await notice(id)
    await strike()
    expect(await alarmsOf(id)).toEqual([{ ...OPEN, count: 2 }])
  })

  it('are news again when somebody ended it, and none while somebody has it', async () => {
    const { id } = await newWatch()
    await notice(id)
    await strike()
    await update('update alarms set acknowledged_at = now() where device_id = $1', id)
    await notice(id)
    expect(await strike()).toEqual([])
    await update('update alarms set closed_at = now(), active = false where device_id = $1', id)
    await notice(id)
    await strike()
    expect(await alarmsOf(id)).toEqual([{ ...OPEN, active: false, closed: true }, OPEN])
  })

  it('are for the house: no family is notified, whatever a chain names', async () => {
    const { id, companyId, owner, nurse } = await newWatch()
    const who = ['SUPERVISOR', 'OWNER', 'RELATIVES_HIGH'] as const
    const [first] = defaultChains.TECHNICAL.steps
    const step = { afterSeconds: 0, channels: first?.channels ?? [], who: [...who] }
    const chain = { ...defaultChains.TECHNICAL, steps: [step] }
    await harness.db.insert(escalationChains).values({ companyId, family: 'TECHNICAL', chain })
    await notice(id)
    await strike()
    while ((await advance(harness.connection, new Set(['IN_APP']))) > 0);
    const { rows } = await harness.owner.query<{ id: number }>(
      'select distinct user_id as id from deliveries d join alarms a on a.id = d.alarm_id where a.device_id = $1',
      [id],
    )
    expect(rows).toEqual([{ id: nurse.id }])
    expect(owner.id).not.toBe(nurse.id)
  })

  it('are for administrators too, with the manager; no other alarm is', async () => {
    const { id } = await newWatch()
    const admin = await createUser(harness.db, { role: 'ADMIN' })
    const reached = async (kind: 'IDENTITY_CONFLICT' | 'OFFLINE', group: 'MANAGER' | 'SUPERVISOR') => {
      const alarmId = await ring(harness, id, { kind, severity: 'HIGH' })
      return (await recipientsOf(harness.connection, alarmId, [group])).map(({ userId }) => userId)
    }
    expect(await reached('IDENTITY_CONFLICT', 'MANAGER')).toContain(admin.id)
    expect(await reached('IDENTITY_CONFLICT', 'SUPERVISOR')).not.toContain(admin.id)
    expect(await reached('OFFLINE', 'MANAGER')).not.toContain(admin.id)
  })
})
