import { z } from 'zod'
import { Severity } from '../alarms.ts'
import { FenceSchedule, FenceShape, fenceStandings } from '../fences.ts'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing } from './endpoint.ts'
import { requiredText } from './fields.ts'

export const FENCE_NAME_MAX = 64

export const Fence = z
  .object({
    uuid: Uuid,
    deviceUuid: Uuid,
    name: z.string(),
    /** Moves with the home location. */
    isHome: z.boolean(),
    shape: FenceShape,
    severity: Severity,
    /** Null: always. */
    schedule: FenceSchedule.nullable(),
    isActive: z.boolean(),
    /** Where the wearer was by the last fix that could be judged; nobody knows after two intervals without one. */
    standing: z.enum(fenceStandings),
    /** Sent back with a change, it is refused when somebody else changed the fence meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'Fence' })
export type Fence = z.output<typeof Fence>

const fields = {
  name: requiredText(FENCE_NAME_MAX),
  shape: FenceShape,
  severity: Severity.default('HIGH'),
  schedule: FenceSchedule.nullable().default(null),
  isActive: z.boolean().default(true),
}
export const NewFence = z.strictObject({ deviceUUID: Uuid, ...fields })

const fenced = z.object({ fence: Fence })
const byUuid = z.object({ uuid: Uuid })

export const deviceFences = endpoint({
  method: 'GET',
  path: '/devices/fences/:deviceUuid',
  summary: 'The fences of a device: its home first',
  allow: permissions.seeDevices,
  byKey: 'locations:read',
  params: z.object({ deviceUuid: Uuid }),
  reply: z.object({ fences: z.array(Fence) }),
})

export const newFence = endpoint({
  method: 'POST',
  path: '/devices/fence/new',
  summary: 'Draw a fence for a device: a circle of at least 100 m, or a line around a place',
  allow: permissions.updateDevices,
  byKey: null,
  body: NewFence,
  reply: fenced,
})

export const updateFence = endpoint({
  method: 'POST',
  path: '/devices/fence/update/:uuid',
  summary: 'Change a fence: those fields named',
  allow: permissions.updateDevices,
  byKey: null,
  params: byUuid,
  body: z.strictObject({
    name: fields.name.optional(),
    shape: FenceShape.optional(),
    severity: Severity.optional(),
    schedule: FenceSchedule.nullable().optional(),
    isActive: z.boolean().optional(),
    updatedAt: Instant.optional(),
  }),
  reply: fenced,
})

export const deleteFence = endpoint({
  method: 'DELETE',
  path: '/devices/fence/:uuid',
  summary: 'Delete a fence',
  allow: permissions.updateDevices,
  byKey: null,
  params: byUuid,
  reply: nothing,
})
