import { z } from 'zod'
import { Chain, ChainFamily } from '../escalation.ts'
import { permissions } from '../permissions.ts'
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
  query: z.strictObject({ company: Uuid, branch: Uuid.optional() }),
  reply,
})

export const updateEscalation = endpoint({
  method: 'POST',
  path: '/escalation/update',
  summary: 'Set a chain for a company or a branch, or take it back; it holds for the alarms to come',
  allow: permissions.manageEscalation,
  body: z.strictObject({
    companyUUID: Uuid,
    branchUUID: Uuid.optional(),
    family: ChainFamily,
    /** Null: what the company set, or the default, holds again. */
    chain: Chain.nullable(),
  }),
  reply,
})
