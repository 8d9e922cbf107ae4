import { z } from 'zod'
import { DEVICE_NAME_MAX } from '../numbers.ts'
import { permissions } from '../permissions.ts'
import { WearerSummary } from '../wearers.ts'
import { Imei, Instant, Uuid } from '../wire.ts'
import { Command } from './device-commands.ts'
import { Credentials, Device, Imsi, ModelName } from './devices.ts'
import { emptyBody, endpoint, nothing, paging, Total } from './endpoint.ts'
import { MadeInvitation } from './invitations.ts'
import { optionalText, PersonKey, Place, required, requiredText } from './fields.ts'

const deviceUUID = Uuid
const byUuid = z.object({ uuid: Uuid })
const changed = z.object({ device: Device })

export const CLONES_MAX = 100

export const updateDevice = endpoint({
  method: 'POST',
  path: '/devices/update/:uuid',
  summary:
    'Change a device: those fields named; its owner changes the name, the picture and the home location',
  allow: permissions.updateDevices,
  byKey: 'devices:write',
  params: byUuid,
  body: z.strictObject({
    name: requiredText(DEVICE_NAME_MAX).optional(),
    imsi: Imsi.optional(),
    deviceModel: ModelName.optional(),
    mobileNumber: optionalText(40).nullable().optional(),
    companyId: Uuid.nullable().optional(),
    branchId: Uuid.nullable().optional(),
    agentId: Uuid.nullable().optional(),
    isSold: z.boolean().optional(),
    homeLocation: Place.nullable().optional(),
    /** Takes the picture away; a new one is sent as a file. */
    imageUrl: z.null().optional(),
    /** Of the row that was looked at: refused when somebody changed it since. */
    updatedAt: Instant.optional(),
  }),
  reply: changed,
})

export const cloneDevices = endpoint({
  method: 'POST',
  path: '/devices/clone',
  summary:
    'Register more devices like one: all of them or, where an IMEI is taken, none. Credentials are answered this once',
  allow: permissions.manageDevices,
  byKey: null,
  body: z.strictObject({
    uuid: Uuid,
    devices: z
      .array(
        z.strictObject({
          imei: Imei,
          imsi: Imsi,
          name: requiredText(DEVICE_NAME_MAX),
          mobileNumber: optionalText(40).optional(),
        }),
      )
      .min(1)
      .max(CLONES_MAX, { error: 'tooMany' }),
  }),
  reply: z.object({ devices: z.array(z.object({ device: Device, credentials: Credentials })) }),
})

export const findDevice = endpoint({
  method: 'GET',
  path: '/devices/find/:imei',
  summary: 'Whether a device of your scope has this IMEI',
  allow: permissions.manageDevices,
  byKey: 'devices:read',
  limit: { calls: 30, minutes: 1 },
  params: z.object({ imei: Imei }),
  reply: z.object({
    existingFound: z.boolean(),
    device: z.object({ uuid: Uuid, name: z.string(), isSold: z.boolean(), hasOwner: z.boolean() }).nullable(),
  }),
})

export const deviceChoices = endpoint({
  method: 'GET',
  path: '/devices/getList/:key',
  summary: 'Devices to choose from: `all`, or those whose name, wearer or IMEI contains the text',
  kept: 'newest',
  allow: permissions.seeDevices,
  byKey: 'devices:read',
  params: z.object({ key: requiredText(100) }),
  query: z.strictObject({ page: paging.page, size: paging.size, sort: paging.sort }),
  reply: z.object({
    devices: z.array(
      z.object({
        uuid: Uuid,
        imei: z.string(),
        name: z.string(),
        wearer: WearerSummary.nullable(),
        ownerName: z.string().nullable(),
      }),
    ),
    total: Total,
  }),
})

export const changeOwner = endpoint({
  method: 'POST',
  path: '/devices/changeOwner',
  summary:
    'Give a device to an owner, by uuid, user name or e-mail address: one of the same house at once, else they are invited',
  allow: permissions.manageDevices,
  byKey: null,
  limit: { calls: 60, minutes: 1 },
  body: z.strictObject({ deviceUUID, owner: PersonKey }),
  reply: changed.extend({ invitation: MadeInvitation.nullable() }),
})

export const deleteOwner = endpoint({
  method: 'POST',
  path: '/devices/deleteOwner',
  aliases: [{ method: 'DELETE' }],
  summary: 'Take a device from its owner',
  allow: permissions.manageDevices,
  byKey: null,
  body: z.strictObject({ deviceUUID }),
  reply: changed,
})

export const setSold = endpoint({
  method: 'POST',
  path: '/devices/setSold',
  summary: 'Say that a device is sold, or not',
  allow: permissions.manageDevices,
  byKey: 'devices:write',
  body: z.strictObject({ deviceUUID, isSold: z.boolean(required) }),
  reply: changed,
})

export const resetDevice = endpoint({
  method: 'POST',
  path: '/devices/resetAll/:uuid',
  summary:
    'Factory reset: erases the owner, the relatives and the settings here, and tells the watch to do the same',
  allow: permissions.manageDevices,
  byKey: null,
  params: byUuid,
  body: emptyBody,
  reply: z.object({ device: Device, command: Command }),
})

export const deviceStatusChange = endpoint({
  method: 'POST',
  path: '/admin/device/statusChange',
  summary: 'Let a device in, or no longer',
  allow: permissions.manageDevices,
  // Whoever is not let in calls for nobody.
  byKey: null,
  body: z.strictObject({ uuid: Uuid, isActive: z.boolean(required) }),
  reply: changed,
})

export const deleteDevice = endpoint({
  method: 'DELETE',
  path: '/admin/device/:uuid',
  summary: 'Delete a device: its password dies, its open alarms and tasks are closed; its history stays',
  allow: permissions.manageDevices,
  byKey: null,
  params: byUuid,
  reply: nothing,
})
