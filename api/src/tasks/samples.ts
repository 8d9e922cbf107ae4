import type * as dashboard from '@carewatch/contracts/http/task-dashboard'
import type * as contract from '@carewatch/contracts/http/tasks'
import { addDevice, type House, raiseAlarm } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'
import type { Stand } from '../testing/stand.ts'

async function fresh(house: House, stand: Stand, closedAt: Date | null = null) {
  const device = await addDevice(stand, house)
  const { task } = await raiseAlarm(stand, { ...house, device }, { closedAt })
  return { params: { uuid: task.uuid } }
}

export const samples: Samples<typeof contract & typeof dashboard> = {
  allTasks: { of: 'list', ask: () => ({ params: { time: '0' } }) },
  tasksOfDevice: { of: 'row', ask: ({ device }) => ({ params: { deviceId: device.uuid } }) },
  tasksOfUser: { of: 'row', ask: ({ people }) => ({ params: { userId: people.SUPERVISOR.uuid } }) },
  taskDashboard: { of: 'list', ask: () => ({ query: { days: '14' } }) },
  taskDetail: { of: 'row', ask: (house, stand) => fresh(house, stand) },
  newTask: {
    of: 'row',
    ask: ({ device }) => ({ body: { title: 'Ask how she slept', deviceUUID: device.uuid } }),
  },
  updateTask: {
    of: 'row',
    ask: async (house, stand) => ({ ...(await fresh(house, stand)), body: { title: 'Look after her' } }),
  },
  deleteTask: { of: 'row', ask: (house, stand) => fresh(house, stand, new Date()) },
}
