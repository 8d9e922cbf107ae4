import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { ClaimStatus, Proof } from '../proof.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, paging, Total } from './endpoint.ts'
import { Named } from './fields.ts'

export const DeviceClaim = z
  .object({
    uuid: Uuid,
    imei: z.string(),
    name: z.string(),
    deviceModel: z.string(),
    company: Named.nullable(),
    /** Null: it was registered before two could not share their digits. */
    askedBy: z.string().nullable(),
    createdAt: Instant,
    status: ClaimStatus,
    decidedBy: z.string().nullable(),
    decidedAt: Instant.nullable(),
    /** Who has it now, by its number or by the digits that it shares; none: nobody any more. */
    holders: z.array(
      z.object({
        uuid: Uuid,
        imei: z.string(),
        name: z.string(),
        deviceModel: z.string(),
        company: Named.nullable(),
        createdAt: Instant,
        lastSeenAt: Instant.nullable(),
        proof: Proof.nullable(),
      }),
    ),
  })
  .meta({ id: 'DeviceClaim' })
export type DeviceClaim = z.output<typeof DeviceClaim>

export const deviceClaims = endpoint({
  method: 'GET',
  path: '/devices/claims',
  summary: 'Watches that somebody wanted to register and somebody else has: the undecided first',
  allow: permissions.decideClaims,
  byKey: null,
  query: z.strictObject({ page: paging.page, size: paging.size }),
  reply: z.object({ claims: z.array(DeviceClaim), total: Total }),
})

export const decideClaim = endpoint({
  method: 'POST',
  path: '/devices/claims/decide/:uuid',
  summary:
    'Give the watch to whoever claims it, which deletes it where it is and registers it there, or leave it where it is',
  allow: permissions.decideClaims,
  byKey: null,
  params: z.object({ uuid: Uuid }),
  body: z.strictObject({ isGiven: z.boolean() }),
  reply: z.object({ claim: DeviceClaim }),
})
