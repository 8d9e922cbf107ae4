import type { LiveEvent } from '@carewatch/contracts/events'
import { notificationsAfter } from '@carewatch/contracts/http/notifications'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { liveTopic } from '@carewatch/contracts/topics'
import type { CompanyFixture } from './fixtures.ts'
import type { Harness } from './harness.ts'

type Type = LiveEvent['type']
type Published = { topic: string; event: LiveEvent }

/** One event of each type, as it is published; of a company where an alarm was raised. */
export async function publishedOf(harness: Harness, fixture: CompanyFixture, type: Type): Promise<Published> {
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
