import { allAlarms } from '@carewatch/contracts/http/alarms'
import { deviceDetail } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { tasksOfDevice } from '@carewatch/contracts/http/tasks'
import { type Wearer, wearerAssignments, wearerDetail } from '@carewatch/contracts/http/wearers'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import { orNothing } from '../../http/or-nothing.ts'
import { mayCall } from '../../session/may.ts'

export type WornWatch = {
  watch: Wearer['devices'][number]
  /** Null: the watch is not for this viewer, only that it is worn. */
  device: Reply<typeof deviceDetail>['device'] | null
  alarms: Reply<typeof allAlarms>['alarms']
  tasks: Reply<typeof tasksOfDevice>['tasks']
}
export type Loaded = {
  wearer: Wearer
  assignments: Reply<typeof wearerAssignments>['assignments']
  worn: WornWatch[]
}

/** A watch on somebody's wrist: how it is, and what is open of it. */
async function loadWatch(watch: WornWatch['watch'], role: Role): Promise<WornWatch> {
  const { uuid } = watch
  const [detail, alarms, tasks] = await Promise.all([
    orNothing(call(deviceDetail, { params: { uuid } })),
    mayCall(allAlarms, role) ? orNothing(call(allAlarms, { query: { device: uuid, open: true } })) : null,
    mayCall(tasksOfDevice, role)
      ? orNothing(call(tasksOfDevice, { params: { deviceId: uuid }, query: {} }))
      : null,
  ])
  return {
    watch,
    device: detail?.device ?? null,
    alarms: alarms?.alarms ?? [],
    tasks: (tasks?.tasks ?? []).filter(({ status }) => status !== 'DONE'),
  }
}

/** Everything of a person's page; null: nobody whom the viewer may see. */
export async function loadWearer(uuid: string, role: Role): Promise<Loaded | null> {
  const found = await orNothing(call(wearerDetail, { params: { uuid } }))
  if (!found) return null
  const { wearer } = found
  const [{ assignments }, worn] = await Promise.all([
    call(wearerAssignments, { params: { uuid } }),
    Promise.all(wearer.devices.map((watch) => loadWatch(watch, role))),
  ])
  return { wearer, assignments, worn }
}

/** For the dialogs about one person. */
export const loadOne = async ({ uuid }: { uuid: string }): Promise<Wearer> =>
  (await call(wearerDetail, { params: { uuid } })).wearer
