import { z } from 'zod'
import { FleetDigest, deviceFilters, facetValues } from '../fleet.ts'
import { FleetAction } from '../fleet-jobs.ts'
import { PAGE_SIZE_MAX } from '../numbers.ts'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging } from './endpoint.ts'

export const FleetJob = z
  .object({
    uuid: Uuid,
    action: FleetAction,
    /** It takes back another one. */
    isUndo: z.boolean(),
    /** Of so many; where it was stopped, the rest is neither done nor failed. */
    total: z.int(),
    done: z.int(),
    failed: z.int(),
    /** The first of those that failed, and why, in the reader's language. */
    failures: z.array(z.object({ uuid: Uuid, name: z.string(), why: z.string() })),
    createdAt: Instant,
    finishedAt: Instant.nullable(),
    /** It can be taken back: it is over, something of it was done, and nobody has yet. */
    isUndoable: z.boolean(),
  })
  .meta({ id: 'FleetJob' })
export type FleetJob = z.output<typeof FleetJob>

export const startFleetJob = endpoint({
  method: 'POST',
  path: '/devices/fleet/start',
  summary:
    'Do something with many devices: those named, or all that match as the list does. Refused (409, with how many there are and their digest) where they are not as many as was said, or others',
  allow: permissions.manageDevices,
  byKey: null,
  limit: { calls: 30, minutes: 1 },
  body: z.strictObject({
    action: FleetAction,
    which: z.union([
      z.strictObject({ uuids: z.array(Uuid).min(1).max(PAGE_SIZE_MAX) }),
      z.strictObject({
        filterKey: z.enum(deviceFilters),
        search: paging.search,
        company: facetValues.company.optional(),
        branch: facetValues.branch.optional(),
        deviceModel: facetValues.deviceModel.optional(),
        firmware: facetValues.firmware.optional(),
        silence: facetValues.silence.optional(),
        battery: facetValues.battery.optional(),
        settings: facetValues.settings.optional(),
        messages: facetValues.messages.optional(),
        /** Which they were when it was decided. */
        digest: FleetDigest,
      }),
    ]),
    /** How many there were when it was decided. */
    expected: z.int().min(1),
  }),
  reply: z.object({ job: FleetJob }),
})

export const fleetJobs = endpoint({
  method: 'GET',
  path: '/devices/fleet/jobs',
  summary: 'What you had done with many devices, the newest ten first: how far it is, and what failed',
  allow: permissions.manageDevices,
  byKey: null,
  reply: z.object({ jobs: z.array(FleetJob) }),
})

export const undoFleetJob = endpoint({
  method: 'POST',
  path: '/devices/fleet/undo/:uuid',
  summary:
    'Take back what was done with many devices: each becomes what it was, unless somebody has changed it since',
  allow: permissions.manageDevices,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  body: z.strictObject({}).optional(),
  reply: z.object({ job: FleetJob }),
})

export const stopFleetJob = endpoint({
  method: 'POST',
  path: '/devices/fleet/stop/:uuid',
  summary:
    'Stop what is being done with many devices: what is done stays and can be taken back, the rest is not done',
  allow: permissions.manageDevices,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  body: z.strictObject({}).optional(),
  reply: z.object({ job: FleetJob }),
})
