import { z } from 'zod'
import { commandKinds } from '../commands.ts'
import { deviceFilters, facetQuery } from '../fleet.ts'
import { freshnessStates, operationModes } from '../freshness.ts'
import { Bounds } from '../limits.ts'
import { MetricName } from '../metrics.ts'
import { DEVICE_NAME_MAX } from '../numbers.ts'
import { rejectReasons } from '../rejections.ts'
import { WearerSummary } from '../wearers.ts'
import { Imei, Instant, Uuid } from '../wire.ts'
import { permissions } from '../permissions.ts'
import { SettingsState } from './device-settings.ts'
import { endpoint, paging, Total } from './endpoint.ts'
import { Named, optionalText, Place, requiredText } from './fields.ts'
import { MadeInvitation } from './invitations.ts'

export const Person = z
  .object({ uuid: Uuid, name: z.string(), contactNumber: z.string().nullable() })
  .meta({ id: 'Person' })

export const Device = z
  .object({
    uuid: Uuid,
    imei: z.string(),
    imsi: z.string().nullable(),
    name: z.string(),
    deviceModel: z.string(),
    mobileNumber: z.string().nullable(),
    isSold: z.boolean(),
    isActive: z.boolean(),
    /** Who wears it now. */
    wearer: WearerSummary.nullable(),
    ownerUUID: Uuid.nullable(),
    ownerName: z.string().nullable(),
    relatives: z.array(Uuid),
    agentId: Uuid.nullable(),
    battery: z.number().nullable(),
    operationMode: z.enum(operationModes),
    /** How often this device is expected to speak. */
    expectedIntervalMs: z.int(),
    company: z.object({ uuid: Uuid, name: z.string() }).nullable(),
    branch: z.object({ uuid: Uuid, name: z.string() }).nullable(),
    /** Of its branch: what the clocks show where it is worn; null: without a branch. */
    timeZone: z.string().nullable(),
    online: z.boolean(),
    lastSeenAt: Instant.nullable(),
    freshness: z.enum(freshnessStates),
    openAlarms: z.int(),
    createdAt: Instant,
  })
  .meta({ id: 'Device' })
export type Device = z.output<typeof Device>

/** Shown once: only its hash is kept. */
export const Credentials = z
  .object({ username: z.string(), password: z.string() })
  .meta({ id: 'Credentials' })

const listQuery = z.strictObject({
  ...paging,
  filterKey: z.enum(deviceFilters).default('all'),
})

export const allDevices = endpoint({
  method: 'GET',
  path: '/devices/all',
  summary: 'Every device in your scope',
  kept: 'newest',
  allow: permissions.seeDevices,
  byKey: 'devices:read',
  query: listQuery.extend(facetQuery),
  reply: z.object({ devices: z.array(Device), total: Total }),
})

export const ownedDevices = endpoint({
  method: 'GET',
  path: '/devices/owned',
  summary: 'The devices you own or are a relative of',
  kept: 'newest',
  allow: permissions.seeDevices,
  byKey: null,
  query: listQuery,
  reply: z.object({ devices: z.array(Device), total: Total }),
})

export const devicesOwnedBy = endpoint({
  method: 'GET',
  path: '/devices/owned/:uuid',
  summary: 'Of the devices in your scope, those a person owns',
  allow: permissions.seeDevices,
  byKey: 'devices:read',
  params: z.object({ uuid: Uuid }),
  query: listQuery,
  reply: z.object({ devices: z.array(Device), total: Total }),
})

export const deviceDetail = endpoint({
  method: 'GET',
  path: '/devices/detail/:uuid',
  summary: 'One device with its owner, relatives, limits and settings',
  kept: 'newest',
  allow: permissions.seeDevices,
  byKey: 'devices:read',
  params: z.object({ uuid: Uuid }),
  reply: z.object({
    device: Device,
    owner: Person.nullable(),
    relatives: z.array(
      Person.extend({
        /** Of the relation itself; `uuid` is the relative's account, where there is one. */
        relationUUID: Uuid,
        relation: z.string(),
        sosPriority: z.enum(['HIGH', 'MEDIUM', 'LOW']),
        maySeeLocation: z.boolean(),
      }),
    ),
    agent: Named.nullable(),
    imageUrl: z.string().nullable(),
    soldAt: Instant.nullable(),
    /** What it said last of its version; null also for whoever has nothing to do with how it works. Left out by the version before. */
    firmware: z.string().nullish(),
    /** Its last message gave a time that cannot be, so that its own clock is not believed; null as `firmware`. */
    clockSkew: z.boolean().nullish(),
    /** Null also for whoever may not see where the watch is. */
    homeLocation: Place.nullable(),
    settings: SettingsState,
    /** What it can be told to do once; left out by the version before: what its model can. */
    commands: z.array(z.enum(commandKinds)).nullish(),
    /** Sent back with a change, it is refused when somebody else changed the device meanwhile. */
    updatedAt: Instant,
    limits: z
      .partialRecord(MetricName, Bounds)
      .meta({ examples: [{ heartRate: { criticalLow: 40, low: 50, high: 120, criticalHigh: 140 } }] }),
  }),
})

export const Imsi = requiredText(32)
export const ModelName = requiredText(64)

export const NewDevice = z.strictObject({
  imei: Imei,
  imsi: Imsi,
  name: requiredText(DEVICE_NAME_MAX),
  deviceModel: ModelName,
  mobileNumber: optionalText(40).optional(),
  isSold: z.boolean().optional(),
  companyId: Uuid.optional(),
  branchId: Uuid.optional(),
  ownerUUID: Uuid.optional(),
  agentId: Uuid.optional(),
})

export const newDevice = endpoint({
  method: 'POST',
  path: '/devices/new',
  summary:
    'Register a device; its credentials are answered this once. An owner who is not of its company is asked, and has it when they say yes',
  allow: permissions.manageDevices,
  byKey: null,
  body: NewDevice,
  reply: z.object({
    device: Device,
    credentials: Credentials,
    /** The owner who was named is of no company: they are asked. */
    invitation: MadeInvitation.nullable(),
  }),
})

export const rotateCredentials = endpoint({
  method: 'POST',
  path: '/devices/credentials/:uuid',
  summary: 'Make a new password for a device; the old one stops working at once',
  allow: permissions.manageCredentials,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  reply: z.object({ credentials: Credentials }),
})

export const rejectedMessages = endpoint({
  method: 'GET',
  path: '/devices/rejected/:uuid',
  summary: 'What this device sent and we could not use, with the reason',
  allow: permissions.seeRejectedMessages,
  byKey: 'devices:read',
  params: z.object({ uuid: Uuid }),
  query: z.strictObject({ page: paging.page, size: paging.size }),
  reply: z.object({
    messages: z.array(
      z.object({
        receivedAt: Instant,
        topic: z.string(),
        reason: z.enum(rejectReasons),
        /** What it speaks, where that is not what its model does. */
        format: z.string().nullable(),
        bytes: z.int(),
      }),
    ),
    total: Total,
  }),
})

export const unregisteredDevices = endpoint({
  method: 'GET',
  path: '/devices/unregistered',
  summary: 'Who knocked without being registered: seen, not registered',
  allow: permissions.seeUnregisteredDevices,
  byKey: null,
  query: z.strictObject({ page: paging.page, size: paging.size }),
  reply: z.object({
    devices: z.array(
      z.object({
        username: z.string(),
        address: z.string(),
        /** Of which format it seems to be, where it spoke one. */
        format: z.string().nullable(),
        attempts: z.int(),
        firstSeenAt: Instant,
        lastSeenAt: Instant,
      }),
    ),
    total: Total,
  }),
})
