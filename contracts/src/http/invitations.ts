import { z } from 'zod'
import { invitationKinds, invitationStatuses, invitationViews } from '../invitations.ts'
import { permissions } from '../permissions.ts'
import { Role } from '../roles.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint, nothing, paging, Total } from './endpoint.ts'
import { Named, requiredText } from './fields.ts'

const common = {
  uuid: Uuid,
  kind: z.enum(invitationKinds),
  status: z.enum(invitationStatuses),
  /** Of whom it is, by name: who wears the watch. */
  about: z.string().nullable(),
  /** The role that is offered. */
  role: Role.nullable(),
  createdAt: Instant,
  lapsesAt: Instant,
  answeredAt: Instant.nullable(),
}

/** As whoever was invited reads it. */
export const Invitation = z
  .object({
    ...common,
    askedBy: z.object({ name: z.string(), company: z.string().nullable() }),
    branch: z.string().nullable(),
    relation: z.string().nullable(),
    /** What they will see when they say yes. */
    views: z.array(z.enum(invitationViews)),
  })
  .meta({ id: 'Invitation' })
export type Invitation = z.output<typeof Invitation>

/** As whoever asked reads it: what they typed, and nothing of the account. */
export const SentInvitation = z
  .object({
    ...common,
    /** The address that was typed, or the name of the account that was chosen. */
    to: z.string(),
    askedBy: z.string(),
    device: Named.nullable(),
  })
  .meta({ id: 'SentInvitation' })
export type SentInvitation = z.output<typeof SentInvitation>

/** Just made; where no mail is sent, its link stands here this once, to be handed over. */
export const MadeInvitation = z
  .object({ uuid: Uuid, isMailed: z.boolean(), link: z.string().nullable() })
  .meta({ id: 'MadeInvitation' })
export type MadeInvitation = z.output<typeof MadeInvitation>

const byUuid = z.strictObject({ uuid: Uuid })
const answer = z.object({ invitation: Invitation })

export const myInvitations = endpoint({
  method: 'GET',
  path: '/invitations/mine',
  summary: 'What you are asked to become: open invitations first. Those to an address only once it is proven',
  allow: 'signedIn',
  byKey: null,
  query: z.strictObject({ page: paging.page, size: paging.size }),
  reply: z.object({
    invitations: z.array(Invitation),
    total: Total,
    /** Whether a link that was mailed to your address was opened. */
    isAddressProven: z.boolean(),
    /** Whether such a link can be sent. */
    canProve: z.boolean(),
  }),
})

export const sentInvitations = endpoint({
  method: 'GET',
  path: '/invitations/sent',
  summary: 'Whom you or your house asked, newest first',
  allow: permissions.sendInvitations,
  byKey: null,
  query: z.strictObject({ page: paging.page, size: paging.size }),
  reply: z.object({ invitations: z.array(SentInvitation), total: Total }),
})

export const acceptInvitation = endpoint({
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Say yes: what was asked is done now, or nothing of it',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 30, minutes: 1 },
  body: byUuid,
  /** `accountUuid`: which account of yours took it; another than this where you belong to another company here. */
  reply: answer.extend({ accountUuid: Uuid }),
})

export const refuseInvitation = endpoint({
  method: 'POST',
  path: '/invitations/refuse',
  summary: 'Say no',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 30, minutes: 1 },
  body: byUuid,
  reply: answer,
})

export const withdrawInvitation = endpoint({
  method: 'POST',
  path: '/invitations/withdraw',
  summary: 'Ask no longer',
  allow: permissions.sendInvitations,
  byKey: null,
  body: byUuid,
  reply: nothing,
})

export const claimInvitation = endpoint({
  method: 'POST',
  path: '/invitations/claim',
  summary:
    'Show that an invitation reached you: by the token of its link, signed in with the address it went to',
  allow: 'signedIn',
  byKey: null,
  limit: { calls: 20, minutes: 10 },
  body: z.strictObject({ token: requiredText(100) }),
  reply: answer,
})
