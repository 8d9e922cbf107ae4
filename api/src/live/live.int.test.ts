import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type LiveEvent, WATCHED_MAX } from '@carewatch/contracts/events'
import { liveTopic } from '@carewatch/contracts/topics'
import { createBranch, createDevice } from '@carewatch/migrations/factories'
import { devices } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { look as lookAs, openScreen, publish as publishOn, settled } from '../testing/screen.ts'
import { startHarness, type Harness, tokenFor, until } from '../testing/harness.ts'

let harness: Harness
let fixture: CompanyFixture
let other: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  other = await createCompanyFixture(harness)
  const ready = async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok
  await until('the api is ready', ready)
})
afterAll(() => harness.close())

const open = () => openScreen(harness)
const look = (token: string, watched: string[] = []) => lookAs(harness, token, watched)
const publish = (topic: string, event: LiveEvent) => publishOn(harness, topic, event)

const reading = (deviceUuid: string, heartRate = 72, time = new Date()): LiveEvent => ({
  type: 'readings',
  deviceUuid,
  readings: [{ time, values: { heartRate } }],
})
const publishReading = (deviceUuid: string, heartRate?: number) =>
  publish(liveTopic.readings(deviceUuid), reading(deviceUuid, heartRate))

/** Publishes again until it is received: a subscription takes a moment to reach the broker. */
async function publishUntilReceived(screen: Awaited<ReturnType<typeof open>>, deviceUuid: string) {
  await until('the reading is heard', async () => {
    await publishReading(deviceUuid)
    return screen.received.some((message) => message['deviceUuid'] === deviceUuid)
  })
}

/** What a change of rights may take. A screen may send so many frames a second: asked more often, it would be cut off. */
const SOON = { timeout: 15_000, interval: 100 }

describe('letting in', () => {
  it('refuses the page of somebody else', async () => {
    const socket = new WebSocket(`${harness.api.url.replace('http', 'ws')}/api/live`, {
      origin: 'https://evil.example',
    })
    await expect(once(socket, 'open')).rejects.toThrow('403')
  })

  it('asks for the token in the first frame and says so when it is good', async () => {
    const screen = await look(fixture.people.SUPERVISOR.token)
    expect(screen.received).toEqual([{ type: 'authorized', takesReceipts: true }])
    screen.socket.close()
  })

  it.each([
    ['a dead token', { type: 'authorize', token: 'dead' }],
    ['something else first', { type: 'watch', devices: [] }],
  ])('turns away %s', async (_, first) => {
    const screen = await open()
    screen.send(first)
    await until('closed', () => screen.closed.code !== 0)
    expect(screen.closed.code).toBe(4401)
    expect(screen.received).toEqual([{ type: 'refused', reason: 'token' }])
  })

  it('closes on who says nothing for five seconds', async () => {
    const screen = await open()
    await until('closed', () => screen.closed.code !== 0)
    expect([screen.closed.code, screen.received]).toEqual([4401, [{ type: 'refused', reason: 'late' }]])
  })

  it('lets a person look on five screens, not on six', async () => {
    const { token } = await harness.person('SUPERVISOR')
    const screens = []
    for (let screen = 0; screen < 5; screen++) screens.push(await look(token))
    const sixth = await open()
    sixth.send({ type: 'authorize', token })
    await until('closed', () => sixth.closed.code !== 0)
    expect(sixth.received).toEqual([{ type: 'refused', reason: 'limit' }])
    for (const { socket } of screens) socket.close()
  })

  it.each([
    ['nonsense', 'nonsense', 1008],
    ['a frame that is too big', JSON.stringify({ type: 'ping', more: 'x'.repeat(50_000) }), 1009],
  ])('closes on %s', async (_, frame, code) => {
    const screen = await look((await harness.person('SUPERVISOR')).token)
    screen.socket.send(frame)
    await until('closed', () => screen.closed.code !== 0)
    expect(screen.closed.code).toBe(code)
  })

  it('closes on a screen that talks too much', async () => {
    const screen = await look((await harness.person('SUPERVISOR')).token)
    for (let ping = 0; ping < 40; ping++) screen.send({ type: 'ping' })
    await until('closed', () => screen.closed.code !== 0)
    expect(screen.received.filter(({ type }) => type === 'pong').length).toBeLessThanOrEqual(20)
  })
})

describe('watching readings', () => {
  it('shows a nurse the readings of the watch she looks at, bytes as they came', async () => {
    const screen = await look(fixture.people.SUPERVISOR.token, [fixture.device.uuid])
    await publishUntilReceived(screen, fixture.device.uuid)
    expect(screen.received.at(-1)).toMatchObject({
      type: 'readings',
      readings: [{ values: { heartRate: 72 } }],
    })
    screen.socket.close()
  })

  it('lets a screen watch as many as it may, and where they are: it is not cut off for their names', async () => {
    const many = Array.from({ length: WATCHED_MAX - 1 }, () => randomUUID())
    const screen = await look(fixture.people.SUPERVISOR.token)
    const devices = [...many, fixture.device.uuid]
    screen.send({ type: 'watch', devices, located: devices })
    await publishUntilReceived(screen, fixture.device.uuid)
    expect(screen.closed.code).toBe(0)
    screen.socket.close()
  })

  it('takes no more than a token of whoever has not said who they are', async () => {
    const screen = await open()
    screen.socket.send(JSON.stringify({ type: 'ping', more: 'x'.repeat(20_000) }))
    await until('closed', () => screen.closed.code !== 0)
    expect(screen.closed.code).toBe(1009)
  })

  it('shows nothing of a watch of another house, even if it is asked for', async () => {
    const nurse = await look(fixture.people.SUPERVISOR.token, [fixture.device.uuid, other.device.uuid])
    const stranger = await look(other.people.SUPERVISOR.token, [other.device.uuid])
    await publishUntilReceived(stranger, other.device.uuid)
    await publishUntilReceived(nurse, fixture.device.uuid)
    expect(nurse.received.some((message) => message['deviceUuid'] === other.device.uuid)).toBe(false)
    nurse.socket.close()
    stranger.socket.close()
  })

  it('of the next reach nobody around who wore the watch before, from the moment it changes hands', async () => {
    const { device, wearer, people, company, branch } = await createCompanyFixture(harness)
    const [staff, daughter] = [
      await look(people.SUPERVISOR.token, [device.uuid]),
      await look(people.OWNER.token, [device.uuid]),
    ]
    for (const screen of [staff, daughter]) await publishUntilReceived(screen, device.uuid)
    const call = (path: string, body: object) =>
      harness.call('POST', path, { token: people.MANAGER.token, body })
    const { context } = await call('/wearers/new', {
      firstName: 'Ruth',
      companyId: company.uuid,
      branchId: branch.uuid,
    })
    const body = { wearerUUID: context.wearer.uuid, deviceUUID: device.uuid, handOverFrom: wearer.uuid }
    expect((await call('/wearers/assign', body)).status).toBe(200)
    const countOf = ({ received }: typeof staff, value: number) =>
      received.filter((message) => JSON.stringify(message).includes(`"heartRate":${value}}`)).length
    const reaches = async (value: number, time?: Date) => {
      const before = countOf(staff, value)
      await publish(liveTopic.readings(device.uuid), reading(device.uuid, value, time))
      return () => countOf(staff, value) > before
    }
    // What is of before is passed on until it is known here that the watch changed hands. What was sent after it comes after it.
    for (let isPassedOn = true; isPassedOn;) {
      const former = await reaches(50, wearer.createdAt)
      await until('what is of now is passed on', await reaches(60))
      isPassedOn = former()
    }
    const isHandedOver = { type: 'handedOver', deviceUuid: device.uuid }
    for (const screen of [staff, daughter])
      expect(await screen.untilReceived('handedOver')).toEqual(isHandedOver)
    await until('it reaches the staff', await reaches(98))
    await settled(daughter)
    expect([countOf(staff, 98), countOf(daughter, 98)]).toEqual([1, 0])
    for (const { socket } of [staff, daughter]) socket.close()
  })

  it('asks the broker for nothing that nobody looks at', async () => {
    const asked = new Set<string>()
    harness.broker.on('subscribe', (subscriptions) => {
      for (const { topic } of subscriptions) asked.add(topic)
    })
    harness.broker.on('unsubscribe', (topics) => {
      for (const topic of topics) asked.delete(topic)
    })
    const device = await createDevice(harness.db, {
      companyId: fixture.company.id,
      branchId: fixture.branch.id,
    })
    const topic = liveTopic.readings(device.uuid)
    const one = await look(fixture.people.SUPERVISOR.token, [device.uuid])
    const two = await look(fixture.people.MONITOR.token, [device.uuid])
    await until('it is asked for', () => asked.has(topic))
    one.send({ type: 'watch', devices: [] })
    await settled(one)
    await publishUntilReceived(two, device.uuid)
    expect(asked.has(topic)).toBe(true)
    two.socket.close()
    await until('it is asked for no more', () => !asked.has(topic))
    one.socket.close()
  })

  it('goes on after the line to the broker was cut', async () => {
    const screen = await look(fixture.people.SUPERVISOR.token, [fixture.device.uuid])
    await publishUntilReceived(screen, fixture.device.uuid)
    const received = screen.received.length
    expect(harness.cutBroker()).toBe(1)
    await until('readings are heard again', async () => {
      await publishReading(fixture.device.uuid)
      return screen.received.length > received
    })
    screen.socket.close()
  })

  it('stops when the watch moves to another branch', async () => {
    const device = await createDevice(harness.db, {
      companyId: fixture.company.id,
      branchId: fixture.branch.id,
    })
    const nurse = await look(fixture.people.MONITOR.token, [device.uuid])
    const manager = await look(fixture.people.MANAGER.token, [device.uuid])
    await publishUntilReceived(nurse, device.uuid)
    const elsewhere = await createBranch(harness.db, fixture.company.id)
    await harness.db.update(devices).set({ branchId: elsewhere.id }).where(eq(devices.id, device.id))
    const receivesNext = async () => {
      const [before, given] = [nurse.received.length, manager.received.length]
      await publishReading(device.uuid)
      await until('the manager hears it', () => manager.received.length > given)
      await settled(nurse)
      return nurse.received.length > before + 1
    }
    await expect.poll(receivesNext, SOON).toBe(false)
    nurse.socket.close()
    manager.socket.close()
  })
})

const notificationEvent = async (from: CompanyFixture): Promise<LiveEvent> => {
  const { notification, alarm } = await raiseAlarm(harness, from, {
    kind: 'SOS',
    latched: true,
    closedAt: new Date(),
  })
  return {
    type: 'notification',
    change: 'opened',
    notification: {
      uuid: notification.uuid,
      id: notification.id,
      type: 'ALARM',
      kind: 'SOS',
      direction: 'NONE',
      severity: 'CRITICAL',
      metric: null,
      value: null,
      late: false,
      isRehearsal: false,
      count: 1,
      message: '',
      alarmUuid: alarm.uuid,
      deviceUuid: from.device.uuid,
      deviceIMEI: from.device.imei,
      deviceName: from.device.name,
      gatewayName: null,
      roomName: null,
      beaconName: null,
      branchUuid: null,
      createdAt: alarm.openedAt,
      lastAt: alarm.lastAt,
      active: true,
      acknowledged: false,
      acknowledgedBy: null,
      acknowledgedAt: null,
      snoozedUntil: null,
    },
  }
}

describe('a screen that does not keep up', () => {
  it('is sent away to refetch; the one beside it misses nothing', async () => {
    const { uuid } = fixture.device
    const slow = await look(fixture.people.SUPERVISOR.token, [uuid])
    const quick = await look(fixture.people.MONITOR.token, [uuid])
    await publishUntilReceived(slow, uuid)
    await publishUntilReceived(quick, uuid)
    const received = quick.received.length
    slow.socket.pause()
    const large = reading(uuid)
    if (large.type === 'readings')
      large.readings = Array.from({ length: 1_000 }, () => ({ time: new Date(), values: { heartRate: 72 } }))
    // More than the kernel's buffers and the backlog that is allowed.
    const EVENTS = 300
    for (let event = 0; event < EVENTS; event++) await publish(liveTopic.readings(uuid), large)
    await until('the quick one has heard all', () => quick.received.length >= received + EVENTS)
    slow.socket.resume()
    await expect.poll(() => slow.closed.code, SOON).not.toBe(0)
    expect([1006, 1013]).toContain(slow.closed.code)
    expect(slow.received.length).toBeLessThan(EVENTS)
    quick.socket.close()
  })
})

describe('hearing alarms and tasks', () => {
  it('everyone of the house hears an SOS, whatever they look at; nobody of another house does', async () => {
    const roles = [
      'ADMIN',
      'MANAGER',
      'SUPERVISOR',
      'OWNER',
      'RELATIVE',
      'MONITOR',
      'COMPANY_MONITOR',
    ] as const
    const screens = await Promise.all(roles.map((role) => look(fixture.people[role].token)))
    const deaf = await Promise.all([
      look(fixture.people.USER.token),
      look(other.people.MANAGER.token),
      look(other.people.OWNER.token),
    ])
    await publish(liveTopic.alarm(fixture.company.uuid), await notificationEvent(fixture))
    await Promise.all(screens.map(({ untilReceived }) => untilReceived('notification')))
    await Promise.all(deaf.map(settled))
    for (const { received } of deaf) expect(received.some(({ type }) => type === 'notification')).toBe(false)
    for (const { socket } of [...screens, ...deaf]) socket.close()
  })

  it("a second nurse's screen shows who acknowledged; an owner does not hear of the staff's task", async () => {
    await raiseAlarm(harness, fixture)
    const second = await look(fixture.people.MONITOR.token)
    const owner = await look(fixture.people.OWNER.token)
    await harness.call('POST', `/notification/acknowledge/${fixture.device.imei}`, {
      token: fixture.people.SUPERVISOR.token,
    })
    expect(await second.untilReceived('notification')).toMatchObject({
      change: 'acknowledged',
      notification: { acknowledgedBy: 'Nora Nurse', acknowledged: true },
    })
    expect(await second.untilReceived('task')).toMatchObject({ task: { status: 'IN_PROGRESS' } })
    await owner.untilReceived('notification')
    await settled(owner)
    expect(owner.received.some(({ type }) => type === 'task')).toBe(false)
    second.socket.close()
    owner.socket.close()
  })

  it('goes on after nonsense on the live lane', async () => {
    const screen = await look(other.people.SUPERVISOR.token)
    const packet = { cmd: 'publish', qos: 0, retain: false, dup: false, payload: '{"type":"notif' } as const
    await new Promise<void>((resolve) =>
      harness.broker.publish({ ...packet, topic: liveTopic.alarm(other.company.uuid) }, () => resolve()),
    )
    await publish(liveTopic.alarm(other.company.uuid), await notificationEvent(other))
    expect(await screen.untilReceived('notification')).toMatchObject({ change: 'opened' })
    screen.socket.close()
  })
})

describe('hearing of rooms', () => {
  it('a nurse hears that something changed in the rooms of her branch, and nobody of another house does', async () => {
    const [mine, theirs] = [await createCompanyFixture(harness), await createCompanyFixture(harness)]
    const nurse = await look(mine.people.SUPERVISOR.token)
    const other = await look(theirs.people.MANAGER.token)
    const owner = await look(mine.people.OWNER.token)
    const event: LiveEvent = {
      type: 'rooms',
      branchUuid: mine.branch.uuid,
      roomUuids: [mine.room.uuid],
    }
    await publish(liveTopic.rooms(mine.company.uuid), event)
    expect(await nurse.untilReceived('rooms')).toEqual(event)
    await settled(other)
    await settled(owner)
    for (const { received } of [other, owner]) expect(received.map(({ type }) => type)).not.toContain('rooms')
  })
})

describe('rights that change while a screen is open', () => {
  it('signing out closes every screen of that person', async () => {
    const nurse = await harness.person('SUPERVISOR', { branchId: fixture.branch.id })
    const screens = [await look(nurse.token), await look(nurse.token)]
    await harness.call('POST', '/auth/logout', { token: nurse.token })
    await expect.poll(() => screens.map(({ closed }) => closed.code), SOON).toEqual([4401, 4401])
    for (const { received } of screens) expect(received.at(-1)).toEqual({ type: 'refused', reason: 'token' })
  })

  it('a person who is deactivated is sent away', async () => {
    const nurse = await harness.person('SUPERVISOR', { branchId: fixture.branch.id })
    const screen = await look(nurse.token)
    await harness.db.update(users).set({ isActive: false }).where(eq(users.id, nurse.id))
    await expect.poll(() => screen.closed.code, SOON).toBe(4401)
  })

  it('a nurse who moves to another branch sees that one instead', async () => {
    const nurse = await harness.person('MONITOR', { branchId: other.branch.id })
    const screen = await look(nurse.token, [fixture.device.uuid])
    await settled(screen)
    await harness.db.update(users).set({ branchId: fixture.branch.id }).where(eq(users.id, nurse.id))
    await publishUntilReceived(screen, fixture.device.uuid)
    expect(screen.closed.code).toBe(0)
    screen.socket.close()
  })

  it('a token whose time is over ends the screen', async () => {
    const nurse = await harness.person('SUPERVISOR')
    const screen = await look(tokenFor(nurse, 4))
    await expect.poll(() => screen.closed.code, SOON).toBe(4401)
  })
})
