import { allDevices } from '@carewatch/contracts/http/devices'
import { dutyNow } from '@carewatch/contracts/http/duty'
import { allTasks } from '@carewatch/contracts/http/tasks'
import type { Role } from '@carewatch/contracts/roles'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { loadBranchCounts, loadSilent } from './branch-counts.ts'
import { loadFirstRun } from './first-run.ts'

const params = { time: new Date(0) }
const size = 1

/** Totals, asked for at once; a list of one row each carries them. */
async function askForCounts(role: Role) {
  const onDuty = call(dutyNow, {})
  const [devices, online, open, inProgress, silent, branches, firstRun, duty] = await Promise.all([
    call(allDevices, { query: { size } }),
    call(allDevices, { query: { size, filterKey: 'online' } }),
    call(allTasks, { params, query: { size, status: 'OPEN' } }),
    call(allTasks, { params, query: { size, status: 'IN_PROGRESS' } }),
    loadSilent(),
    loadBranchCounts(),
    loadFirstRun(role, onDuty),
    onDuty,
  ])
  return {
    devices: devices.total,
    online: online.total,
    open: open.total,
    inProgress: inProgress.total,
    silent,
    branches,
    firstRun,
    duty,
  }
}
export type Counts = Awaited<ReturnType<typeof askForCounts>>

/** The counts, or null while the server does not answer: the alarms beside them must stay on the screen. */
export const loadCounts = (role: Role): Promise<Counts | null> => attempt(() => askForCounts(role))
