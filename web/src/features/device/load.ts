import { allAlarms } from '@carewatch/contracts/http/alarms'
import { deviceIdentity } from '@carewatch/contracts/http/device-identity'
import { deviceProfile } from '@carewatch/contracts/http/device-profile'
import { deviceCommands } from '@carewatch/contracts/http/device-commands'
import { deviceDetail, rejectedMessages } from '@carewatch/contracts/http/devices'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { allRelations } from '@carewatch/contracts/http/relatives'
import { tasksOfDevice } from '@carewatch/contracts/http/tasks'
import { deviceViewings } from '@carewatch/contracts/http/viewings'
import { PAGE_SIZE_MAX } from '@carewatch/contracts/numbers'
import type { Role } from '@carewatch/contracts/roles'
import { call } from '../../http/call.ts'
import { orNothing, orWithout } from '../../http/or-nothing.ts'
import { mayCall } from '../../session/may.ts'
import type { DeviceView } from './search.ts'

export type Detail = Reply<typeof deviceDetail>
type Asked = { uuid: string; page?: number | undefined; role: Role }

/** What each part of the screen needs beside the device; a role that may not ask has nothing there. */
const parts = {
  about: async ({ uuid, role }: Asked) => {
    const asked = { params: { uuid } }
    const [identity, profile] = await Promise.all([
      mayCall(deviceIdentity, role) ? call(deviceIdentity, asked) : undefined,
      mayCall(deviceProfile, role) ? orWithout(call(deviceProfile, asked)) : undefined,
    ])
    return { ...identity, ...profile }
  },
  people: async ({ uuid, role }: Asked) =>
    mayCall(allRelations, role)
      ? {
          relatives: (
            await call(allRelations, { params: { deviceUuid: uuid }, query: { size: PAGE_SIZE_MAX } })
          ).relatives,
        }
      : {},
  commands: async ({ uuid, page }: Asked) => ({
    commands: await call(deviceCommands, { params: { uuid }, query: { page } }),
  }),
  alarms: async ({ uuid, page, role }: Asked) =>
    mayCall(allAlarms, role) ? { alarms: await call(allAlarms, { query: { device: uuid, page } }) } : {},
  tasks: async ({ uuid, page, role }: Asked) =>
    mayCall(tasksOfDevice, role)
      ? { tasks: await call(tasksOfDevice, { params: { deviceId: uuid }, query: { page } }) }
      : {},
  records: async ({ uuid, page, role }: Asked) => {
    const asked = { params: { uuid }, query: { page } }
    const [viewings, rejected] = await Promise.all([
      mayCall(deviceViewings, role) ? call(deviceViewings, asked) : null,
      mayCall(rejectedMessages, role) ? call(rejectedMessages, asked) : null,
    ])
    return { viewings, rejected }
  },
} satisfies Record<DeviceView, (asked: Asked) => Promise<object>>

type Parts = { [View in DeviceView]: Awaited<ReturnType<(typeof parts)[View]>> }
/** Of the part that is shown; null: somebody has deleted the device, or it was never ours. */
export type Loaded = { detail: Detail | null; parts: Partial<Parts> }

export async function loadDevice(view: DeviceView, asked: Asked): Promise<Loaded> {
  const { uuid } = asked
  const [detail, part] = await Promise.all([
    orNothing(call(deviceDetail, { params: { uuid } })),
    orNothing<object>(parts[view](asked)),
  ])
  return { detail, parts: part ? { [view]: part } : {} }
}
