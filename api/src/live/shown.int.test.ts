import type { LiveEvent } from '@carewatch/contracts/events'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { liveTopic } from '@carewatch/contracts/topics'
import { auditLog } from '@carewatch/migrations/schema/people'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCompanyFixture, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import { type Harness, startHarness, until } from '../testing/harness.ts'
import { look, publish, settled } from '../testing/screen.ts'
import { shownLive } from './note-watched.ts'

let harness: Harness
let fixture: CompanyFixture
beforeAll(async () => {
  harness = await startHarness()
  fixture = await createCompanyFixture(harness)
  await raiseAlarm(harness, fixture)
  await until('the api is ready', async () => (await fetch(`${harness.api.url}/api/health/ready`)).ok)
})
afterAll(() => harness.close())

const soon = { timeout: 15_000, interval: 100 }
type Type = LiveEvent['type']
// Safe: the record's own keys.
const types = Object.keys(shownLive) as Type[]

type Published = { topic: string; event: LiveEvent }

/** One event of each type, as it is published. */
async function published(type: Type): Promise<Published> {
  const { device, company, branch, room, people } = fixture
  const { token } = people.ADMIN
  const context = async (path: string) => (await harness.call('GET', path, { token })).context
  const deviceUuid = device.uuid
  const now = new Date()
  const each: { [Name in Type]: () => Promise<Published> } = {
    readings: async () => ({
      topic: liveTopic.readings(deviceUuid),
      event: { type: 'readings', deviceUuid, readings: [{ time: now, values: { heartRate: 72 } }] },
    }),
    presence: async () => ({
      topic: liveTopic.presence(deviceUuid),
      event: { type: 'presence', deviceUuid, online: true, lastSeenAt: now },
    }),
    position: async () => ({
      topic: liveTopic.position(deviceUuid),
      event: {
        type: 'position',
        deviceUuid,
        position: { time: now, lat: 32.1, lng: 34.8, accuracy: 12, source: 'GPS' },
      },
    }),
    notification: async () => {
      const [notification] = notificationsAfter.reply.decode(
        await context('/notification/all/after/0'),
      ).notifications
      if (!notification) throw new Error('An alarm was raised.')
      return {
        topic: liveTopic.alarm(company.uuid),
        event: { type: 'notification', change: 'opened', notification },
      }
    },
    task: async () => {
      const [task] = allTasks.reply.decode(await context('/tasks/all/0')).tasks
      if (!task) throw new Error('An alarm has a task.')
      return { topic: liveTopic.task(company.uuid), event: { type: 'task', task } }
    },
    rooms: async () => ({
      topic: liveTopic.rooms(company.uuid),
      event: { type: 'rooms', branchUuid: branch.uuid, roomUuids: [room.uuid] },
    }),
  }
  return each[type]()
}

describe.each(types)('%s, live', (type) => {
  it('leaves a trace of whom it shows, and of nobody whom it does not', async () => {
    const { device, wearer } = fixture
    const { topic, event } = await published(type)
    const { id, token } = await harness.person('ADMIN')
    const screen = await look(harness, token)
    screen.send({ type: 'watch', devices: [device.uuid], located: [device.uuid] })
    await settled(screen)
    await until('it is heard', async () => {
      await publish(harness, topic, event)
      await settled(screen)
      return screen.received.some((message) => message.type === type)
    })
    const passed = JSON.stringify(screen.received.filter((message) => message.type === type))
    const isShown = [wearer.uuid, device.uuid, device.imei].some((name) => passed.includes(name))
    const kind = shownLive[type]
    expect(isShown).toBe(kind !== 'nobody')
    const of = and(eq(auditLog.userId, id), eq(auditLog.action, kind))
    await expect.poll(() => harness.db.$count(auditLog, of), soon).toBe(isShown ? 1 : 0)
    screen.socket.close()
  })
})
