import { UNDO_WITHIN_MS } from '@carewatch/contracts/incidents'
import { createBeacon, createDevice, createGateway, createRoom } from '@carewatch/migrations/factories'
import {
  alarmHistory,
  alarms,
  deliveries,
  notifications,
  taskHistory,
  tasks,
} from '@carewatch/migrations/schema/alarms'
import { escalations } from '@carewatch/migrations/schema/escalation'
import { auditLog } from '@carewatch/migrations/schema/people'
import { assignments, wearerRelations, wearers } from '@carewatch/migrations/schema/wearers'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { loadAnswering } from '../access/viewer.ts'
import { createCompanyFixture, type CompanyFixture, minutesAgo, raiseAlarm } from '../testing/fixtures.ts'
import { startHarness, type Harness } from '../testing/harness.ts'
import { undoIncident } from './undo.ts'
import { getVisibleIncident } from './visible-incident.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const sos = {
  kind: 'SOS',
  direction: 'NONE',
  category: 'OPERATIONAL',
  latched: true,
  severity: 'CRITICAL',
  metric: null,
  value: null,
} as const
const fall = { ...sos, kind: 'FALL', category: 'PHYSIOLOGICAL' } as const
const answer = (uuid: string, verb: string, { as = 'SUPERVISOR', body }: { as?: Role; body?: object } = {}) =>
  harness.call('POST', `/incidents/${uuid}/${verb}`, {
    token: fixture.people[as].token,
    ...(body && { body }),
  })
const answerAlarm = (uuid: string, verb: string, body?: object) =>
  harness.call('POST', `/alarms/${uuid}/${verb}`, {
    token: fixture.people.SUPERVISOR.token,
    ...(body && { body }),
  })
const read = (uuid: string, as: Role = 'SUPERVISOR') =>
  harness.call('GET', `/incidents/${uuid}`, { token: fixture.people[as].token })
const waiting = async (as: Role = 'SUPERVISOR') =>
  (await harness.call('GET', '/notification/all/after/0', { token: fixture.people[as].token })).context
    .unacknowledged

const of = ({ id }: { id: number }) => eq(alarms.id, id)
const rowOf = async (alarm: { id: number }) => (await harness.db.select().from(alarms).where(of(alarm)))[0]
const stepsOf = async ({ id }: { id: number }) =>
  (
    await harness.db
      .select()
      .from(alarmHistory)
      .where(eq(alarmHistory.alarmId, id))
      .orderBy(asc(alarmHistory.id))
  ).map(({ step }) => step)
const taskOf = async ({ id }: { id: number }) =>
  (await harness.db.select().from(tasks).where(eq(tasks.alarmId, id)))[0]

/** A pulse, then a fall, then a call for help. */
async function raiseThree() {
  const pulse = await raiseAlarm(harness, fixture, { openedAt: minutesAgo(3), lastAt: minutesAgo(3) })
  const fell = await raiseAlarm(harness, fixture, { ...fall, openedAt: minutesAgo(2), lastAt: minutesAgo(2) })
  const called = await raiseAlarm(harness, fixture, sos)
  return {
    pulse: pulse.alarm,
    fell: fell.alarm,
    called: called.alarm,
    all: [pulse.alarm, fell.alarm, called.alarm],
  }
}
const takenBy = async (all: readonly { id: number }[]) => {
  const rows = await Promise.all(all.map(rowOf))
  return rows.map((row) => row?.acknowledgedById ?? null)
}

/** Another person of the house, in the same room and of the same name. */
async function addNeighbour() {
  const { db } = harness
  const here = { companyId: fixture.company.id, branchId: fixture.branch.id }
  const device = await createDevice(db, { ...here, ownerId: fixture.people.OWNER.id })
  const [wearer] = await db
    .insert(wearers)
    .values({ ...here, firstName: 'Wilma' })
    .returning()
  const wearerId = wearer?.id ?? 0
  await db.insert(assignments).values({ wearerId, deviceId: device.id, startedAt: new Date('2000-01-01Z') })
  await db.insert(wearerRelations).values({ wearerId, userId: fixture.people.OWNER.id, kind: 'OWNER' })
  return { ...fixture, device }
}

describe('an incident', () => {
  it('is found by each of its alarms, the gravest first, with one story of who did what', async () => {
    const { pulse, fell, called } = await raiseThree()
    await answer(fell.uuid, 'take')
    await answerAlarm(pulse.uuid, 'comment', { note: 'She sits' })
    const nurse = fixture.people.SUPERVISOR
    const message = {
      alarmId: called.id,
      userId: nurse.id,
      channel: 'SMS',
      state: 'SENT',
      sentAt: new Date(),
    } as const
    await harness.db.insert(deliveries).values(message)
    const { status, context } = await read(called.uuid)
    expect(status).toBe(200)
    expect(context.incident).toMatchObject({
      uuid: pulse.uuid,
      kind: 'SOS',
      acknowledged: true,
      active: true,
      closedAt: null,
    })
    expect(context.incident.alarms.map(({ kind }: { kind: string }) => kind)).toEqual([
      'SOS',
      'FALL',
      'HEART_RATE',
    ])
    expect(context.incident.timeline).toMatchObject([
      {
        type: 'step',
        step: 'ACKNOWLEDGED',
        user: 'Nora Nurse',
        alarms: [called.uuid, fell.uuid, pulse.uuid],
      },
      { type: 'step', step: 'COMMENTED', user: 'Nora Nurse', note: 'She sits', alarms: [pulse.uuid] },
      { type: 'message', channel: 'SMS', user: 'Nora Nurse', alarms: [called.uuid] },
    ])
  })

  it('is not found by another house, and shows a relative no story', async () => {
    const { called } = await raiseThree()
    const elsewhere = await createCompanyFixture(harness)
    const { token } = elsewhere.people.MANAGER
    for (const [method, path] of [
      ['GET', ''],
      ['POST', '/take'],
      ['POST', '/undo'],
      ['POST', '/close'],
    ] as const)
      expect((await harness.call(method, `/incidents/${called.uuid}${path}`, { token })).status).toBe(404)
    expect(await takenBy([called])).toEqual([null])
    expect((await read(called.uuid, 'RELATIVE')).status).toBe(403)
    expect((await answer(called.uuid, 'take', { as: 'RELATIVE' })).status).toBe(200)
  })

  it('counts once, and is one row less when it is taken; of two people each is one of their own', async () => {
    const { all, called } = await raiseThree()
    const other = await raiseAlarm(harness, await addNeighbour(), sos)
    expect([await waiting(), await waiting('OWNER')]).toEqual([2, 2])
    const { context } = await answer(called.uuid, 'take')
    expect(context.notifications.map(({ acknowledged }: { acknowledged: boolean }) => acknowledged)).toEqual([
      true,
      true,
      true,
    ])
    const { id } = fixture.people.SUPERVISOR
    expect(await takenBy([...all, other.alarm])).toEqual([id, id, id, null])
    expect(await waiting()).toBe(1)
  })

  it('says what of it this press took, to whoever came second nothing', async () => {
    const { pulse, all } = await raiseThree()
    await answerAlarm(pulse.uuid, 'acknowledge')
    const first = await answer(pulse.uuid, 'take')
    const second = await answer(pulse.uuid, 'take', { as: 'MANAGER' })
    expect([first.context.changed.length, second.context.changed, second.status]).toEqual([2, [], 200])
    expect(second.context.notifications).toHaveLength(all.length)
  })

  it('that somebody took rings again by what comes to it, which alone is left to take', async () => {
    const { called, all } = await raiseThree()
    await answer(called.uuid, 'take')
    const { alarm } = await raiseAlarm(harness, fixture, { kind: 'SPO2' })
    expect(await waiting()).toBe(1)
    await answer(called.uuid, 'take', { as: 'MANAGER' })
    const [nurse, manager] = [fixture.people.SUPERVISOR.id, fixture.people.MANAGER.id]
    expect(await takenBy([...all, alarm])).toEqual([nurse, nurse, nurse, manager])
  })

  it.each([
    ['acknowledging one alarm', (uuid: string) => answerAlarm(uuid, 'acknowledge')],
    ['coming to the person', (uuid: string) => answerAlarm(uuid, 'bedside')],
    ['closing one alarm as helped', (uuid: string) => answerAlarm(uuid, 'close', { cause: 'HELPED' })],
  ])('is taken by %s', async (_, answerOne) => {
    const { called, all } = await raiseThree()
    expect((await answerOne(called.uuid)).status).toBe(200)
    const { id } = fixture.people.SUPERVISOR
    expect(await takenBy(all)).toEqual([id, id, id])
  })

  it.each([
    ['acknowledging', (uuid: string) => answerAlarm(uuid, 'acknowledge')],
    ['coming to the person for', (uuid: string) => answerAlarm(uuid, 'bedside')],
    ['closing', (uuid: string) => answerAlarm(uuid, 'close', { cause: 'HELPED' })],
    ['taking what was shown,', (uuid: string) => answer(uuid, 'take', { body: { alarms: [uuid] } })],
  ])('goes on calling for help after %s a lesser alarm of it', async (_, answerOne) => {
    const { fell, all } = await raiseThree()
    expect((await answerOne(fell.uuid)).status).toBe(200)
    const { id } = fixture.people.SUPERVISOR
    expect(await takenBy(all)).toEqual([id, id, null])
    expect(await waiting()).toBe(1)
  })

  it('goes on calling for help after the notification and the task of a lesser alarm of it', async () => {
    const { pulse, fell, all } = await raiseThree()
    const { token, id } = fixture.people.SUPERVISOR
    const [ofPulse] = await harness.db.select().from(notifications).where(eq(notifications.alarmId, pulse.id))
    const body = { uuids: [ofPulse?.uuid] }
    await harness.call('POST', '/notification/acknowledge/all', { token, body })
    expect(await takenBy(all)).toEqual([id, null, null])
    const task = await taskOf(fell)
    for (const status of [{ status: 'IN_PROGRESS' }, { status: 'DONE', outcome: 'She is up' }])
      await harness.call('POST', `/tasks/update/${task?.uuid}`, { token, body: status })
    expect(await takenBy(all)).toEqual([id, id, null])
  })

  it('is taken as far as it was shown: of what is named, of this incident alone', async () => {
    const { pulse, called, all } = await raiseThree()
    const other = await raiseAlarm(harness, await addNeighbour())
    const take = (shown: string[]) => answer(pulse.uuid, 'take', { body: { alarms: shown } })
    expect((await take([other.alarm.uuid])).status).toBe(200)
    expect(await takenBy([...all, other.alarm])).toEqual([null, null, null, null])
    expect((await take(Array(101).fill(pulse.uuid))).status).toBe(400)
    await take([pulse.uuid, called.uuid])
    const { id } = fixture.people.SUPERVISOR
    expect(await takenBy([...all, other.alarm])).toEqual([id, id, id, null])
  })

  it('is taken by the notification of one, and by the task of one that is done', async () => {
    const { all } = await raiseThree()
    const [one] = await harness.db
      .select()
      .from(notifications)
      .where(eq(notifications.alarmId, all[2]?.id ?? 0))
    const { token, id } = fixture.people.SUPERVISOR
    const body = { uuids: [one?.uuid] }
    const { context } = await harness.call('POST', '/notification/acknowledge/all', { token, body })
    expect(context.notifications).toHaveLength(3)
    expect(await takenBy(all)).toEqual([id, id, id])

    const next = await createCompanyFixture(harness)
    fixture = next
    const three = await raiseThree()
    const task = await taskOf(three.called)
    const nurse = next.people.SUPERVISOR
    const done = { status: 'DONE', outcome: 'She is well' }
    const call = (status: object) =>
      harness.call('POST', `/tasks/update/${task?.uuid}`, { token: nurse.token, body: status })
    await call({ status: 'IN_PROGRESS' })
    expect((await call(done)).status).toBe(200)
    expect(await takenBy(three.all)).toEqual([nurse.id, nurse.id, nurse.id])
    expect([await rowOf(three.called), await rowOf(three.fell)]).toMatchObject([
      { cause: 'OTHER' },
      { closedAt: null },
    ])
  })

  it('keeps ringing where one alarm of it was false, and where a fall was none', async () => {
    const { pulse, fell, called } = await raiseThree()
    await answerAlarm(pulse.uuid, 'close', { cause: 'FALSE_ALARM' })
    expect((await answerAlarm(fell.uuid, 'cancel')).status).toBe(200)
    expect(await rowOf(called)).toMatchObject({ acknowledgedAt: null, closedAt: null, active: true })
  })

  it('is closed as one, with what it was, and never again', async () => {
    const { pulse, all } = await raiseThree()
    expect(await answer(pulse.uuid, 'close')).toMatchObject({ status: 409 })
    expect(await takenBy(all)).toEqual([null, null, null])
    expect((await answer(pulse.uuid, 'close', { body: { cause: 'HELPED', note: 'Up again' } })).status).toBe(
      200,
    )
    const rows = await Promise.all(all.map(rowOf))
    expect(rows.map((row) => [row?.cause, row?.active])).toEqual(Array(3).fill(['HELPED', false]))
    const done = await Promise.all(all.map(taskOf))
    expect(done.map((task) => [task?.status, task?.outcome])).toEqual(Array(3).fill(['DONE', 'Up again']))
    const { context } = await read(pulse.uuid)
    expect(context.incident.timeline).toMatchObject([
      { step: 'CLOSED', note: 'Up again', alarms: { length: 3 } },
    ])
    expect((await answer(pulse.uuid, 'close', { body: { cause: 'HELPED' } })).status).toBe(409)
  })

  it('is taken by one of two who take it at once by different alarms of it', async () => {
    const { pulse, called, all } = await raiseThree()
    await Promise.all([
      answer(pulse.uuid, 'take'),
      answerAlarm(called.uuid, 'acknowledge'),
      answer(called.uuid, 'take', { as: 'MANAGER' }),
    ])
    const takers = new Set(await takenBy(all))
    expect(takers.size).toBe(1)
    expect(takers.has(null)).toBe(false)
    expect(await Promise.all(all.map(stepsOf))).toEqual(Array(3).fill(['ACKNOWLEDGED']))
  })
})

describe('of two that wait for each other, an answer', () => {
  /** The first that changes an alarm is ended once, as PostgreSQL ends one of two. */
  beforeEach(() =>
    harness.db.execute(sql`
      create sequence ended_once;
      create function end_once() returns trigger language plpgsql security definer as $$ begin
        if nextval('ended_once') = 1 then raise exception 'deadlock detected' using errcode = '40P01'; end if;
        return new;
      end $$;
      create trigger end_once before update on alarms for each row execute function end_once();`),
  )
  afterEach(() =>
    harness.db.execute(sql`
      drop trigger end_once on alarms;
      drop function end_once;
      drop sequence ended_once`),
  )

  it.each([
    ['that takes it', (uuid: string) => answer(uuid, 'take')],
    ['that closes it', (uuid: string) => answer(uuid, 'close', { body: { cause: 'HELPED' } })],
    ['that acknowledges an alarm', (uuid: string) => answerAlarm(uuid, 'acknowledge')],
    ['that closes an alarm', (uuid: string) => answerAlarm(uuid, 'close', { cause: 'HELPED' })],
    ['that calls off a fall', (uuid: string) => answerAlarm(uuid, 'cancel')],
  ])('%s is given anew', async (_, answerOne) => {
    const { alarm } = await raiseAlarm(harness, fixture, fall)
    expect((await answerOne(alarm.uuid)).status).toBe(200)
    expect(await takenBy([alarm])).toEqual([fixture.people.SUPERVISOR.id])
    expect(await stepsOf(alarm)).toHaveLength(1)
  })
})

describe('taking it back', () => {
  const caller = async (as: Role = 'SUPERVISOR') => {
    const viewer = await loadAnswering(harness.db, fixture.people[as].uuid)
    if (!viewer) throw new Error('Nobody answers.')
    return { ...viewer, sessionUuid: '', address: 'here', language: 'en' as const }
  }
  const undoAfter = async (alarm: { id: number; uuid: string }, ms: number, as?: Role) => {
    const who = await caller(as)
    const takenAt = (await rowOf(alarm))?.acknowledgedAt?.getTime() ?? 0
    const rows = await getVisibleIncident(harness.db, who, alarm.uuid)
    return undoIncident(harness, who, { rows, at: new Date(takenAt + ms) })
  }

  it('within five seconds asks for somebody exactly as before, and is written down', async () => {
    const { called, pulse, all } = await raiseThree()
    const nobodys = (await taskOf(called))?.id ?? 0
    const put = {
      status: 'DEFERRED',
      reason: 'later',
      deferredUntil: new Date('2030-01-01Z'),
      assignedToId: fixture.people.MANAGER.id,
    } as const
    await harness.db.update(tasks).set(put).where(eq(tasks.alarmId, pulse.id))
    const before = [await Promise.all(all.map(rowOf)), await waiting()]
    await answer(called.uuid, 'take')
    expect(await waiting()).toBe(0)
    const { notificationIds, taskIds } = await undoAfter(called, UNDO_WITHIN_MS - 100)
    expect([notificationIds.length, taskIds.length]).toEqual([3, 3])
    expect([await Promise.all(all.map(rowOf)), await waiting()]).toEqual(before)
    expect(await taskOf(called)).toMatchObject({ status: 'OPEN', assignedToId: null })
    expect(await taskOf(pulse)).toMatchObject(put)
    expect(await Promise.all(all.map(stepsOf))).toEqual(Array(3).fill(['ACKNOWLEDGED', 'UNDONE']))
    const written = await harness.db
      .select()
      .from(taskHistory)
      .where(eq(taskHistory.taskId, nobodys))
      .orderBy(taskHistory.id)
    expect(written.map(({ change }) => change['because'])).toEqual(['acknowledged', 'undone'])
    const [trace] = await harness.db
      .select()
      .from(auditLog)
      .where(and(eq(auditLog.action, 'undone'), eq(auditLog.companyId, fixture.company.id)))
    expect(trace?.detail).toMatchObject({ alarms: { length: 3 } })
  })

  it('is refused after five seconds, and to whoever did not take it', async () => {
    const { called, all } = await raiseThree()
    await answer(called.uuid, 'take')
    const refusal = { code: 'conflict', key: 'undoTooLate' }
    await expect(undoAfter(called, UNDO_WITHIN_MS + 100)).rejects.toMatchObject(refusal)
    await expect(undoAfter(called, 100, 'MANAGER')).rejects.toMatchObject(refusal)
    const { id } = fixture.people.SUPERVISOR
    expect(await takenBy(all)).toEqual([id, id, id])
    await harness.db
      .update(alarms)
      .set({ acknowledgedAt: new Date('2100-01-01Z') })
      .where(of(called))
    expect((await answer(called.uuid, 'undo')).status).toBe(200)
    expect(await answer(called.uuid, 'undo')).toMatchObject({
      status: 409,
      message: expect.stringContaining('five seconds'),
    })
  })

  it('gives back what the taking closed because it was over, but where the same rings again', async () => {
    const over = { active: false, clearedAt: minutesAgo(1) }
    const one = await raiseAlarm(harness, fixture, { ...over, kind: 'SPO2' })
    const other = await raiseAlarm(harness, fixture, over)
    await answer(one.alarm.uuid, 'take')
    expect(await rowOf(one.alarm)).toMatchObject({ closedAt: expect.any(Date) })
    await raiseAlarm(harness, fixture, { direction: 'HIGH' })
    await undoAfter(one.alarm, 1_000)
    expect([await rowOf(one.alarm), await taskOf(one.alarm)]).toMatchObject([
      { closedAt: null, acknowledgedAt: null },
      { status: 'OPEN', outcome: null, doneAt: null },
    ])
    expect([await rowOf(other.alarm), await taskOf(other.alarm)]).toMatchObject([
      { closedAt: expect.any(Date) },
      { status: 'DONE' },
    ])
  })

  it('is refused where a room rings again by the same gateway or sensor, and not by another', async () => {
    const here = { companyId: fixture.company.id, branchId: fixture.branch.id }
    const room = await createRoom(harness.db, fixture.branch.id)
    const gateways = [await createGateway(harness.db, here), await createGateway(harness.db, here)] as const
    const sensors = [
      await createBeacon(harness.db, { branchId: fixture.branch.id }),
      await createBeacon(harness.db, { branchId: fixture.branch.id }),
    ] as const
    const what = { deviceId: null, roomId: room.id, direction: 'NONE', category: 'TECHNICAL' } as const
    const lost = (nth: 0 | 1) => ({ ...what, gatewayId: gateways[nth].id, kind: 'GATEWAY_OFFLINE' as const })
    const empty = (nth: 0 | 1) => ({ ...what, beaconId: sensors[nth].id, kind: 'BATTERY' as const })
    for (const raised of [lost, empty]) {
      const { alarm } = await raiseAlarm(harness, fixture, { ...raised(0), active: false })
      await answer(alarm.uuid, 'take')
      const again = await raiseAlarm(harness, fixture, raised(0))
      expect(await answer(alarm.uuid, 'undo')).toMatchObject({ status: 409 })
      await harness.db.update(alarms).set({ closedAt: new Date() }).where(of(again.alarm))
      await raiseAlarm(harness, fixture, raised(1))
      await undoAfter(alarm, 1_000)
      expect(await rowOf(alarm)).toMatchObject({ acknowledgedAt: null, closedAt: null })
    }
  })

  it('leaves a task done where another alarm of its kind has one', async () => {
    const { alarm } = await raiseAlarm(harness, fixture, { active: false, clearedAt: minutesAgo(1) })
    await answer(alarm.uuid, 'take')
    const low = await raiseAlarm(harness, fixture, { direction: 'LOW' })
    await undoAfter(alarm, 1_000)
    expect(await rowOf(alarm)).toMatchObject({ acknowledgedAt: null, closedAt: null })
    expect([await taskOf(alarm), await taskOf(low.alarm)]).toMatchObject([
      { status: 'DONE' },
      { status: 'OPEN' },
    ])
  })

  it('leaves a task to whoever had it before, though they once took it by an answer too', async () => {
    const { alarm, notification } = await raiseAlarm(harness, fixture)
    await answer(alarm.uuid, 'take')
    const before = await taskOf(alarm)
    const nobodys = { acknowledgedAt: null, acknowledgedById: null }
    await harness.db.update(alarms).set(nobodys).where(of(alarm))
    await harness.db.update(notifications).set(nobodys).where(eq(notifications.id, notification.id))
    await answer(alarm.uuid, 'take')
    await undoAfter(alarm, 1_000)
    expect(await rowOf(alarm)).toMatchObject(nobodys)
    expect(await taskOf(alarm)).toEqual(before)
  })

  it('gives back the task that an engine finished meanwhile, because its alarm went by', async () => {
    const { alarm } = await raiseAlarm(harness, fixture)
    await answer(alarm.uuid, 'take')
    await harness.db.update(alarms).set({ active: false, closedAt: new Date() }).where(of(alarm))
    const done = { status: 'DONE', outcome: 'cleared', doneAt: new Date() } as const
    await harness.db.update(tasks).set(done).where(eq(tasks.alarmId, alarm.id))
    await undoAfter(alarm, 1_000)
    expect([await rowOf(alarm), await taskOf(alarm)]).toMatchObject([
      { closedAt: null, acknowledgedAt: null, active: false },
      { status: 'OPEN', outcome: null, doneAt: null, assignedToId: null },
    ])
  })

  it('lets the chain go on: what fell due meanwhile, and every message that was kept back', async () => {
    const { called, fell } = await raiseThree()
    const chain = { steps: [], repeats: 0 } as never
    const later = new Date(Date.now() + 3_600_000)
    await harness.db.insert(escalations).values([
      { alarmId: called.id, chain, dueAt: new Date() },
      { alarmId: fell.id, chain, dueAt: later },
    ])
    await answer(called.uuid, 'take')
    const takenAt = (await rowOf(called))?.acknowledgedAt?.getTime() ?? 0
    // What an engine makes of it within these seconds.
    await harness.db
      .update(escalations)
      .set({ dueAt: new Date(takenAt + 600_000) })
      .where(eq(escalations.alarmId, called.id))
    const userId = fixture.people.SUPERVISOR.id
    const message = { alarmId: called.id, userId, updatedAt: new Date(takenAt + 1_000) }
    const before = new Date(takenAt - 60_000)
    await harness.db.insert(deliveries).values([
      { ...message, channel: 'SMS', state: 'SUPPRESSED', reason: 'answered', attempts: 1 },
      { ...message, channel: 'EMAIL', state: 'QUEUED', attempts: 1, nextAt: later },
      { ...message, channel: 'TELEGRAM', state: 'SUPPRESSED', reason: 'answered', updatedAt: before },
      { ...message, channel: 'SMS', run: 1, state: 'QUEUED', attempts: 4, nextAt: later },
      { ...message, channel: 'PUSH', state: 'SENT', sentAt: new Date() },
    ])
    await undoAfter(called, 4_000)
    const chains = await harness.db
      .select()
      .from(escalations)
      .where(inArray(escalations.alarmId, [called.id, fell.id]))
      .orderBy(escalations.alarmId)
    expect(chains.map(({ dueAt }) => (dueAt?.getTime() ?? Infinity) <= Date.now())).toEqual([false, true])
    expect(chains[0]?.dueAt).toEqual(later)
    const messages = await harness.db
      .select()
      .from(deliveries)
      .where(eq(deliveries.alarmId, called.id))
      .orderBy(deliveries.id)
    expect(
      messages.map(({ channel, state, reason, attempts, nextAt }) => [
        channel,
        state,
        reason,
        attempts,
        nextAt !== null && nextAt <= new Date(),
      ]),
    ).toEqual([
      ['SMS', 'QUEUED', null, 0, true],
      ['EMAIL', 'QUEUED', null, 2, true],
      ['TELEGRAM', 'SUPPRESSED', 'answered', 0, false],
      // Its last try may be under way: it is tried anew, and not given up.
      ['SMS', 'QUEUED', null, 0, true],
      ['PUSH', 'SENT', null, 0, false],
    ])
  })
})

it('a call for help that came since the page was drawn is not ended with what it showed', async () => {
  const { pulse, fell, called } = await raiseThree()
  const shown = [pulse.uuid, fell.uuid]
  const ended = await answer(pulse.uuid, 'close', { body: { cause: 'HELPED', alarms: shown } })
  expect(ended.status).toBe(200)
  const closed = [await rowOf(pulse), await rowOf(fell), await rowOf(called)].map(
    (row) => row?.closedAt !== null,
  )
  expect(closed).toEqual([true, true, false])
  expect((await rowOf(called))?.acknowledgedAt).toBeNull()
})
