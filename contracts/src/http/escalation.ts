import { z } from 'zod'
import { Alarm } from '../alarms.ts'
import { Chain, ChainFamily, Channel } from '../escalation.ts'
import { permissions } from '../permissions.ts'
import { WearerSummary } from '../wearers.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'

/** The chain that holds for a family of alarms, and who set it. */
export const EscalationChain = z
  .object({
    family: ChainFamily,
    chain: Chain,
    setBy: z.enum(['BRANCH', 'COMPANY', 'DEFAULT']),
    /** Null: the default, which nobody changed. */
    updatedAt: Instant.nullable(),
  })
  .meta({ id: 'EscalationChain' })
export type EscalationChain = z.output<typeof EscalationChain>

const reply = z.object({ chains: z.array(EscalationChain) })

export const escalation = endpoint({
  method: 'GET',
  path: '/escalation',
  summary: 'Who is told of an alarm, when and how: the chains of a company, or of one of its branches',
  allow: permissions.seeEscalation,
  byKey: null,
  query: z.strictObject({ company: Uuid, branch: Uuid.optional() }),
  reply,
})

export const updateEscalation = endpoint({
  method: 'POST',
  path: '/escalation/update',
  summary: 'Set a chain for a company or a branch, or take it back; it holds for the alarms to come',
  allow: permissions.manageEscalation,
  byKey: null,
  body: z.strictObject({
    companyUUID: Uuid,
    branchUUID: Uuid.optional(),
    family: ChainFamily,
    /** Null: what the company set, or the default, holds again. */
    chain: Chain.nullable(),
    /** As it was looked at; null: this place had set nothing of its own. Another chain that was set meanwhile is not lost. */
    updatedAt: Instant.nullable().optional(),
  }),
  reply,
})

/** Somebody whom a step would tell now. */
export const Reached = z
  .object({
    name: z.string(),
    /** Null: a relative without an account. */
    uuid: Uuid.nullable(),
    /** By what this step reaches them, in the order in which it is tried. */
    ways: z.array(Channel),
    /** Nothing that is set up here comes to them, but what they see on the portal's own screens. */
    isOutOfReach: z.boolean(),
  })
  .meta({ id: 'Reached' })
export type Reached = z.output<typeof Reached>

export const rehearseEscalation = endpoint({
  method: 'POST',
  path: '/escalation/rehearse',
  summary:
    'Try a chain for a watch: its steps are walked for real, and everything about it says that it is a test',
  allow: permissions.manageEscalation,
  byKey: null,
  body: z.strictObject({ deviceUUID: Uuid, family: ChainFamily }),
  reply: z.object({ alarm: Alarm }),
})

export const escalationReach = endpoint({
  method: 'GET',
  path: '/escalation/reach',
  summary: 'Whom each step would tell, and by what, if a watch, or something in a branch, rang now',
  allow: permissions.seeEscalation,
  byKey: null,
  query: z
    .strictObject({ device: Uuid.optional(), branch: Uuid.optional() })
    .refine(({ device, branch }) => (device === undefined) !== (branch === undefined), {
      error: 'required',
      path: ['device'],
    }),
  reply: z.object({
    /** What is set up here and works. */
    channels: z.array(Channel),
    families: z.array(
      EscalationChain.extend({
        /** The people of each step of the chain. */
        recipients: z.array(z.array(Reached)),
      }),
    ),
  }),
})

export const UNREACHED_MAX = 50

export const unreachedOf = endpoint({
  method: 'GET',
  path: '/escalation/unreached/:branch',
  summary: 'Whose call for help would reach nobody, now or when a duty of the next day ends',
  allow: permissions.seeEscalation,
  byKey: null,
  params: z.object({ branch: Uuid }),
  reply: z.object({
    /** How many there are; those that are named are at most 50. */
    total: z.int(),
    watches: z.array(
      z.object({
        uuid: Uuid,
        name: z.string(),
        wearer: WearerSummary.nullable(),
        /** When the last duty ends; null: it is so now. */
        from: Instant.nullable(),
      }),
    ),
    /** Of how many others somebody would be called, to none of whom anything comes that is set up here but the portal's own screens. */
    onScreensAlone: z.int(),
  }),
})
