import type * as dashboard from '@carewatch/contracts/http/task-dashboard'
import type * as contract from '@carewatch/contracts/http/tasks'
import { addDevice, type CompanyFixture, raiseAlarm } from '../testing/fixtures.ts'
import type { Examples } from '../testing/example.ts'
import type { Harness } from '../testing/harness.ts'

async function fresh(fixture: CompanyFixture, harness: Harness, closedAt: Date | null = null) {
  const device = await addDevice(harness, fixture)
  const { task } = await raiseAlarm(harness, { ...fixture, device }, { closedAt })
  return { params: { uuid: task.uuid } }
}

export const examples: Examples<typeof contract & typeof dashboard> = {
  allTasks: { of: 'list', ask: () => ({ params: { time: '0' } }) },
  tasksOfDevice: { of: 'row', ask: ({ device }) => ({ params: { deviceId: device.uuid } }) },
  tasksOfUser: { of: 'row', ask: ({ people }) => ({ params: { userId: people.SUPERVISOR.uuid } }) },
  taskDashboard: { of: 'list', ask: () => ({ query: { days: '14' } }) },
  taskDetail: { of: 'row', ask: (fixture, harness) => fresh(fixture, harness) },
  newTask: {
    of: 'row',
    ask: ({ device }) => ({ body: { title: 'Ask how she slept', deviceUUID: device.uuid } }),
  },
  updateTask: {
    of: 'row',
    ask: async (fixture, harness) => ({
      ...(await fresh(fixture, harness)),
      body: { title: 'Look after her' },
    }),
  },
  deleteTask: { of: 'row', ask: (fixture, harness) => fresh(fixture, harness, new Date()) },
}
