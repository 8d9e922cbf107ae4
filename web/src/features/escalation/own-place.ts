import type { EscalationChain } from '@carewatch/contracts/http/escalation'

/** Whose chains are shown: a company's, or those of one of its branches. */
export type Place = { companyUuid: string; branchUuid?: string }

/** Whether this very place set it: then it can be taken back. */
export const isOwn = ({ branchUuid }: Place, { setBy }: EscalationChain): boolean =>
  setBy === (branchUuid === undefined ? 'COMPANY' : 'BRANCH')

export const bodyPlace = ({ companyUuid, branchUuid }: Place) => ({
  companyUUID: companyUuid,
  ...(branchUuid !== undefined && { branchUUID: branchUuid }),
})

/** As it was looked at, by which the server tells who was first. */
export const seenAt = (place: Place, chain: EscalationChain): Date | null =>
  isOwn(place, chain) ? chain.updatedAt : null
