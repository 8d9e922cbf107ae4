import { chainFamilies, defaultChains } from '@carewatch/contracts/escalation'
import type { CurrentUser } from '@carewatch/contracts/http/auth'
import { escalation, type EscalationChain } from '@carewatch/contracts/http/escalation'
import { call } from '../../http/call.ts'
import { orWithout } from '../../http/or-nothing.ts'
import { mayCall } from '../../session/may.ts'

const untouched = (): EscalationChain[] =>
  chainFamilies.map((family) => ({ family, chain: defaultChains[family], setBy: 'DEFAULT', updatedAt: null }))

/** Who is told where the viewer works, as it is set up now, and what nobody set for whoever is of no company; null: it is not for them, or nobody answers. */
export async function loadChains(viewer: CurrentUser): Promise<EscalationChain[] | null> {
  const { role, companyUuid, branchUuid } = viewer
  if (!mayCall(escalation, role)) return null
  if (companyUuid === null) return untouched()
  const query = { company: companyUuid, branch: branchUuid ?? undefined }
  const answer = await orWithout(call(escalation, { query }))
  return answer?.chains ?? null
}
