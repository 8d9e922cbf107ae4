import { allAlarms } from '@carewatch/contracts/http/alarms'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { allTasks } from '@carewatch/contracts/http/tasks'
import { type Wearer, wearerAssignments, wearerDetail } from '@carewatch/contracts/http/wearers'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { mayCall } from '../../session/may.ts'

export type WornWatch = {
  watch: Wearer['devices'][number]
  /** Null: the watch is not for this viewer, only that it is worn. */
  device: Reply<typeof deviceDetail>['device'] | null
}
/** What somebody has to see to now, whatever they wore when it came about. */
export type Open = {
  alarms: Reply<typeof allAlarms>['alarms']
  tasks: Reply<typeof allTasks>['tasks']
}
export type Loaded = {
  wearer: Wearer
  assignments: Reply<typeof wearerAssignments>['assignments']
  worn: WornWatch[]
  open: Open
}

/** A watch on somebody's wrist: how it is. */
async function loadWatch(watch: WornWatch['watch']): Promise<WornWatch> {
  const detail = await orNothing(call(deviceDetail, { params: { uuid: watch.uuid } }))
  return { watch, device: detail?.device ?? null }
}

async function loadOpen(uuid: string, role: Role): Promise<Open> {
  const query = { wearer: uuid, open: true, size: PAGE_SIZE_MAX }
  const [alarms, tasks] = await Promise.all([
    mayCall(allAlarms, role) ? orNothing(call(allAlarms, { query })) : null,
    mayCall(allTasks, role) ? orNothing(call(allTasks, { params: { time: new Date(0) }, query })) : null,
  ])
  return { alarms: alarms?.alarms ?? [], tasks: tasks?.tasks ?? [] }
}

/** Everything of a person's page; null: nobody whom the viewer may see. */
export async function loadWearer(uuid: string, role: Role): Promise<Loaded | null> {
  const found = await orNothing(call(wearerDetail, { params: { uuid } }))
  if (!found) return null
  const { wearer } = found
  const [{ assignments }, worn, open] = await Promise.all([
    call(wearerAssignments, { params: { uuid } }),
    Promise.all(wearer.devices.map(loadWatch)),
    loadOpen(uuid, role),
  ])
  return { wearer, assignments, worn, open }
}

/** For the dialogs about one person. */
export const loadOne = async ({ uuid }: { uuid: string }): Promise<Wearer> =>
  (await call(wearerDetail, { params: { uuid } })).wearer
