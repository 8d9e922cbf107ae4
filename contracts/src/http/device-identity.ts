import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { ConflictReason, PairingCode, Proof, SourcePinning } from '../proof.ts'
import { Instant, Uuid } from '../wire.ts'
import { emptyBody, endpoint } from './endpoint.ts'
import { requiredText } from './fields.ts'

const byUuid = z.object({ uuid: Uuid })

export const DeviceIdentity = z
  .object({
    /** Null: whoever says that they are this device is heard, and is sent nothing of its wearer. */
    proof: z.object({ how: Proof, at: Instant, by: z.string().nullable() }).nullable(),
    /** Since when it is heard from networks alone that it is not known by: it counts as silent. */
    doubtfulSince: Instant.nullable(),
    /** What its company lets it be sent from a network that it is not known by. */
    pinning: SourcePinning,
    /** It can show a code, so that whoever holds it can prove it. */
    showsText: z.boolean(),
    /** From where somebody connected as this device, the newest first. */
    networks: z.array(
      z.object({
        network: z.string(),
        firstSeenAt: Instant,
        lastSeenAt: Instant,
        /** Null: it is not known to be the device's own. */
        knownAt: Instant.nullable(),
        /** Null: it was learned. */
        knownBy: z.string().nullable(),
      }),
    ),
    /** When two said that they are this device, the newest first. */
    conflicts: z.array(z.object({ at: Instant, reason: ConflictReason })),
  })
  .meta({ id: 'DeviceIdentity' })
export type DeviceIdentity = z.output<typeof DeviceIdentity>

const identity = z.object({ identity: DeviceIdentity })

export const deviceIdentity = endpoint({
  method: 'GET',
  path: '/devices/identity/:uuid',
  summary: 'How a device is known to be itself, and from where it connects',
  allow: permissions.seeIdentity,
  byKey: 'devices:read',
  params: byUuid,
  reply: identity,
})

export const pairDevice = endpoint({
  method: 'POST',
  path: '/devices/identity/pair/:uuid',
  summary: 'Show a code on the screen of the watch that is connected: each connection is sent another',
  allow: permissions.pairDevices,
  byKey: null,
  limit: { calls: 10, minutes: 10 },
  params: byUuid,
  body: emptyBody,
  reply: identity,
})

export const confirmPairing = endpoint({
  method: 'POST',
  path: '/devices/identity/confirm/:uuid',
  summary: 'Say the code that the watch in your hand shows: the connection that was sent it is the watch',
  allow: permissions.pairDevices,
  byKey: null,
  limit: { calls: 20, minutes: 10 },
  params: byUuid,
  body: z.strictObject({ code: PairingCode }),
  reply: identity,
})

export const changeNetwork = endpoint({
  method: 'POST',
  path: '/devices/identity/network/:uuid',
  summary: 'Say that a network is the device’s own, or that it is not',
  allow: permissions.manageNetworks,
  byKey: null,
  params: byUuid,
  body: z.strictObject({ network: requiredText(64), isKnown: z.boolean() }),
  reply: identity,
})
