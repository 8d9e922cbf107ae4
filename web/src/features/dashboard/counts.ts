import { allDevices } from '@carewatch/contracts/http/devices'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { attempt } from '../../http/attempt.ts'
import { call } from '../../http/call.ts'

export type Counts = { devices: number; online: number; open: number; inProgress: number }

const params = { time: new Date(0) }
const size = 1

/** Four totals, asked for at once; a list of one row each carries them. */
async function askForCounts(): Promise<Counts> {
  const [devices, online, open, inProgress] = await Promise.all([
    call(allDevices, { query: { size } }),
    call(allDevices, { query: { size, filterKey: 'online' } }),
    call(allTasks, { params, query: { size, status: 'OPEN' } }),
    call(allTasks, { params, query: { size, status: 'IN_PROGRESS' } }),
  ])
  return { devices: devices.total, online: online.total, open: open.total, inProgress: inProgress.total }
}

/** The counts, or null while the server does not answer: the alarms beside them must stay on the screen. */
export const loadCounts = (): Promise<Counts | null> => attempt(askForCounts)
