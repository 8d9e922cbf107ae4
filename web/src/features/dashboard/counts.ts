import { allDevices } from '@carewatch/contracts/http/devices'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { call } from '../../http/call.ts'

export type Counts = { devices: number; online: number; open: number; inProgress: number }

const params = { time: new Date(0) }
const size = 1

/** Four totals, asked for at once; a list of one row each carries them. */
export async function loadCounts(): Promise<Counts> {
  const [devices, online, open, inProgress] = await Promise.all([
    call(allDevices, { query: { size } }),
    call(allDevices, { query: { size, filterKey: 'online' } }),
    call(allTasks, { params, query: { size, status: 'OPEN' } }),
    call(allTasks, { params, query: { size, status: 'IN_PROGRESS' } }),
  ])
  return { devices: devices.total, online: online.total, open: open.total, inProgress: inProgress.total }
}
