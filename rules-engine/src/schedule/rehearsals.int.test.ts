import type { LiveEvent } from '@carewatch/contracts/events'
import { alarmHistory, alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createDeviceCache } from '../profiles/device-cache.ts'
import { createFamily, ring, startHarness, type EngineHarness } from '../testing.ts'
import { endedRehearsals } from './ended-rehearsals.ts'

describe('a rehearsal', () => {
  let harness: EngineHarness
  let device: Awaited<ReturnType<typeof createFamily>>['device']
  beforeAll(async () => {
    harness = await startHarness()
  })
  afterAll(() => harness.close())
  beforeEach(async () => {
    device = (await createFamily(harness)).device
  })

  const rehearsal = async (): Promise<number> => {
    const id = await ring(harness, device.id)
    await harness.db.update(alarms).set({ rehearsal: true }).where(eq(alarms.id, id))
    // It has no task, for there is nothing to do.
    await harness.db.delete(tasks).where(eq(tasks.alarmId, id))
    return id
  }
  const sweep = async (): Promise<LiveEvent[]> => {
    const published: LiveEvent[] = []
    const context = { db: harness.connection, deviceCache: createDeviceCache() }
    await endedRehearsals({ ...context, publish: (_, event) => published.push(event) })
    return published
  }
  const stateOf = async (id: number) => {
    const [alarm] = await harness.db.select().from(alarms).where(eq(alarms.id, id))
    const [notified] = await harness.db.select().from(notifications).where(eq(notifications.alarmId, id))
    const steps = await harness.db.select().from(alarmHistory).where(eq(alarmHistory.alarmId, id))
    return {
      isOpen: alarm?.closedAt === null,
      cause: alarm?.cause,
      isSeen: notified?.acknowledgedAt !== null,
      last: steps.at(-1)?.step,
    }
  }
  const endChain = (id: number, minutes: number) =>
    harness.db
      .update(escalations)
      .set({ dueAt: null, updatedAt: sql`now() - make_interval(mins => ${minutes})` })
      .where(eq(escalations.alarmId, id))

  it('goes on while its chain does', async () => {
    const id = await rehearsal()
    expect(await sweep()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ isOpen: true })
  })

  it('is over when somebody answered it, and the screens hear so', async () => {
    const id = await rehearsal()
    await harness.db.update(alarms).set({ acknowledgedAt: new Date() }).where(eq(alarms.id, id))
    expect(await sweep()).toMatchObject([
      { type: 'notification', change: 'closed', notification: { isRehearsal: true, acknowledged: true } },
    ])
    expect(await stateOf(id)).toEqual({ isOpen: false, cause: 'TEST', isSeen: true, last: 'CLOSED' })
    expect(await sweep()).toEqual([])
  })

  it('is over ten minutes after the last step that nobody answered', async () => {
    const id = await rehearsal()
    await endChain(id, 9)
    await sweep()
    expect(await stateOf(id)).toMatchObject({ isOpen: true })
    // Not the ten minutes to the millisecond: a column of milliseconds may round what was written up, past the sweep's own now.
    await endChain(id, 11)
    await sweep()
    expect(await stateOf(id)).toMatchObject({ isOpen: false, cause: 'TEST' })
  })

  it('is alone: a real alarm is left to whoever has it', async () => {
    const id = await ring(harness, device.id)
    await endChain(id, 60)
    expect(await sweep()).toEqual([])
    expect(await stateOf(id)).toMatchObject({ isOpen: true })
  })
})
