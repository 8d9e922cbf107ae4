import type * as contract from '@carewatch/contracts/http/tasks'
import { addDevice, raiseAlarm } from '../testing/house.ts'
import type { Samples } from '../testing/sample.ts'

export const samples: Samples<typeof contract> = {
  allTasks: { of: 'list', ask: () => ({ params: { time: '0' } }) },
  updateTask: {
    of: 'row',
    ask: async (house, stand) => {
      const { task } = await raiseAlarm(stand, { ...house, device: await addDevice(stand, house) })
      return { params: { uuid: task.uuid }, body: { title: 'Look after her' } }
    },
  },
}
