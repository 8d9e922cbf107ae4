import { decodeEvent } from '@carewatch/contracts/events'
import { alarmHistory, alarms, notifications, tasks } from '@carewatch/migrations/schema/alarms'
import { auditLog, branches } from '@carewatch/migrations/schema/people'
import { roomCheckLogs, rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { raiseRoomAlarm } from '../testing/room-alarm.ts'
import { addRoom } from '../testing/rooms.ts'
import { startHarness, type Harness, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
})
beforeEach(async () => {
  fixture = await createCompanyFixture(harness)
  const roomStatuses = ['Clean', 'To be cleaned']
  await harness.db.update(branches).set({ roomStatuses }).where(eq(branches.id, fixture.branch.id))
})
afterAll(() => harness.close())

type Role = keyof CompanyFixture['people']
const done = (body: object, as: Role = 'SUPERVISOR') =>
  harness.call('POST', '/blt/interaction/markAlertsDone', { token: fixture.people[as].token, body })
const alarmOf = async (id: number) => (await harness.db.select().from(alarms).where(eq(alarms.id, id)))[0]
const logsOf = (roomId: number) =>
  harness.db.select().from(roomCheckLogs).where(eq(roomCheckLogs.roomId, roomId))
const stepsOf = async (id: number) =>
  (await harness.db.select().from(alarmHistory).where(eq(alarmHistory.alarmId, id))).map(({ step }) => step)

describe('marking the alerts of a room done', () => {
  it('ends all that is open in it and of its gateway, with one line in its log', async () => {
    const { room, gateway, people } = fixture
    const water = await raiseRoomAlarm(harness, fixture)
    const tampered = await raiseRoomAlarm(harness, fixture, { kind: 'DOOR_TAMPERED', latched: true })
    const silent = { roomId: null, gatewayId: gateway.id, kind: 'GATEWAY_OFFLINE' } as const
    await raiseRoomAlarm(harness, fixture, silent)
    const body = { roomUuid: room.uuid, status: 'To be cleaned', note: 'The tap was open' }
    expect((await done(body)).context).toEqual({ closed: 3 })

    expect(await alarmOf(water.alarm.id)).toMatchObject({
      active: false,
      cause: 'OTHER',
      closedById: people.SUPERVISOR.id,
      acknowledgedById: people.SUPERVISOR.id,
    })
    expect((await alarmOf(tampered.alarm.id))?.closedAt).not.toBeNull()
    expect(await stepsOf(water.alarm.id)).toEqual(['CLOSED'])
    const { db } = harness
    const [given] = await db.select().from(notifications).where(eq(notifications.id, water.notification.id))
    expect(given?.acknowledgedById).toBe(people.SUPERVISOR.id)
    const [task] = await db.select().from(tasks).where(eq(tasks.id, water.task.id))
    expect(task).toMatchObject({ status: 'DONE', outcome: 'The tap was open' })
    expect(await logsOf(room.id)).toMatchObject([
      { userId: people.SUPERVISOR.id, status: 'To be cleaned', note: 'The tap was open' },
    ])
    const [now] = await db.select().from(rooms).where(eq(rooms.id, room.id))
    expect(now?.status).toBe('To be cleaned')
    const of = and(eq(auditLog.entity, 'room'), eq(auditLog.entityUuid, room.uuid))
    expect(await db.select().from(auditLog).where(of)).toMatchObject([
      { action: 'closed', companyId: fixture.company.id, detail: { alarmsClosed: 3 } },
    ])
  })

  it('is done once: of two nurses at once one closes it, and the room is logged once', async () => {
    const { room } = fixture
    const { alarm } = await raiseRoomAlarm(harness, fixture)
    const answers = await Promise.all([
      done({ roomUuid: room.uuid, note: 'one' }),
      done({ roomUuid: room.uuid, note: 'two' }, 'MONITOR'),
      done({ alarmUuids: [alarm.uuid] }, 'COMPANY_MONITOR'),
    ])
    expect(answers.filter(({ context }) => context.closed === 1)).toHaveLength(1)
    expect(answers.filter(({ context }) => context.closed === 0)).toHaveLength(2)
    expect(await logsOf(room.id)).toHaveLength(1)
    expect(await stepsOf(alarm.id)).toEqual(['CLOSED'])
  })

  it('where nothing is open changes nothing', async () => {
    expect((await done({ roomUuid: fixture.room.uuid, status: 'Clean' })).context).toEqual({ closed: 0 })
    expect(await logsOf(fixture.room.id)).toEqual([])
    const [room] = await harness.db.select().from(rooms).where(eq(rooms.id, fixture.room.id))
    expect(room?.status).toBeNull()
  })

  it('takes a status that the branch knows, and changes nothing with another', async () => {
    const { alarm } = await raiseRoomAlarm(harness, fixture)
    const answer = await done({ roomUuid: fixture.room.uuid, status: 'Flooded' })
    expect(answer).toMatchObject({ status: 400, context: { errors: { status: 'is not known' } } })
    expect((await alarmOf(alarm.id))?.closedAt).toBeNull()
  })

  it('is told live', async () => {
    const { notification } = await raiseRoomAlarm(harness, fixture)
    const received: string[] = []
    harness.broker.on('publish', ({ topic, payload }) => {
      if (topic !== `live/alarm/${fixture.company.uuid}`) return
      const event = decodeEvent(payload.toString())
      if (event.type === 'notification' && event.notification.uuid === notification.uuid)
        received.push(event.change)
    })
    await done({ roomUuid: fixture.room.uuid })
    await until('it is heard', () => received.length > 0)
    expect(received).toEqual(['closed'])
  })
})

describe('marking alerts done one by one', () => {
  it('ends these and no others, and logs each room of theirs', async () => {
    const other = await addRoom(harness, fixture.branch.id)
    const [one, two, three] = await Promise.all([
      raiseRoomAlarm(harness, fixture),
      raiseRoomAlarm(harness, fixture, { kind: 'MOTION' }),
      raiseRoomAlarm(harness, fixture, { roomId: other.id, kind: 'DOOR_OPENED' }),
    ])
    const alarmUuids = [one.alarm.uuid, three.alarm.uuid]
    const path = '/blt/markAlertsDone'
    const { token } = fixture.people.BRANCH_MONITOR
    const body = { alarmUuids, cause: 'FALSE_ALARM' }
    expect((await harness.call('POST', path, { token, body })).context).toEqual({ closed: 2 })
    expect((await alarmOf(one.alarm.id))?.cause).toBe('FALSE_ALARM')
    expect((await alarmOf(two.alarm.id))?.closedAt).toBeNull()
    expect([await logsOf(fixture.room.id), await logsOf(other.id)].map(({ length }) => length)).toEqual([
      1, 1,
    ])
  })

  it('finds no alarm of another house, nor one of no room, and then ends none', async () => {
    const mine = await raiseRoomAlarm(harness, fixture)
    const theirs = await raiseRoomAlarm(harness, await createCompanyFixture(harness))
    const vital = await raiseAlarm(harness, fixture)
    for (const { alarm } of [theirs, vital])
      expect((await done({ alarmUuids: [mine.alarm.uuid, alarm.uuid] })).status).toBe(404)
    expect((await alarmOf(mine.alarm.id))?.closedAt).toBeNull()
  })

  it('needs either a room or alarms', async () => {
    expect((await done({})).context.errors).toEqual({ roomUuid: 'is required' })
    const both = { roomUuid: fixture.room.uuid, alarmUuids: [fixture.room.uuid] }
    expect((await done(both)).context.errors).toEqual({ alarmUuids: 'is not known' })
    const many = Array.from({ length: 201 }, () => crypto.randomUUID())
    expect((await done({ alarmUuids: many })).context.errors).toEqual({ alarmUuids: 'has too many entries' })
  })

  it('is refused to those who are not of the staff, and for the room of another house', async () => {
    const other = await createCompanyFixture(harness)
    expect((await done({ roomUuid: fixture.room.uuid }, 'OWNER')).status).toBe(403)
    expect((await done({ roomUuid: other.room.uuid })).status).toBe(404)
  })
})
