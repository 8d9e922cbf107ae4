import { z } from 'zod'
import { commandKinds, commandStates, signalKinds } from '../commands.ts'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'

/** Something a watch was told to do, and what came of it. */
export const Command = z
  .object({
    uuid: Uuid,
    kind: z.enum(commandKinds),
    state: z.enum(commandStates),
    /** Who told it; null: the system. */
    by: z.string().nullable(),
    createdAt: Instant,
    sentAt: Instant.nullable(),
    doneAt: Instant.nullable(),
    expiresAt: Instant,
  })
  .meta({ id: 'Command' })
export type Command = z.output<typeof Command>

const commanded = z.object({
  command: Command,
  /** When the watch last spoke: until it does again, the command waits. */
  lastSeenAt: Instant.nullable(),
})

const required = { error: 'is required' }
const deviceUUID = z.uuid({ error: ({ input }) => (input === undefined ? 'is required' : 'invalid') })

export const panicMode = endpoint({
  method: 'POST',
  path: '/devices/panicMode',
  summary: 'Switch the panic mode of a watch on or off',
  allow: permissions.commandDevices,
  byKey: 'devices:command',
  limit: { calls: 60, minutes: 1 },
  body: z.strictObject({ deviceUUID, on: z.boolean(required) }),
  reply: commanded,
})

export const sendSignal = endpoint({
  method: 'POST',
  path: '/devices/sendSignal',
  summary: 'Let a watch ring (FIND), or measure now (MEASURE)',
  allow: permissions.commandDevices,
  byKey: 'devices:command',
  limit: { calls: 60, minutes: 1 },
  body: z.strictObject({ deviceUUID, kind: z.enum(signalKinds).default('FIND') }),
  reply: commanded,
})

export const deviceCommands = endpoint({
  method: 'GET',
  path: '/devices/commands/:uuid',
  summary: 'What a watch was told to do and what came of it, newest first',
  allow: permissions.seeDevices,
  byKey: 'devices:read',
  params: z.object({ uuid: Uuid }),
  query: z.strictObject({
    ...paging,
    state: z.enum(commandStates).optional(),
    kind: z.enum(commandKinds).optional(),
  }),
  reply: z.object({ commands: z.array(Command), total: Total }),
})
