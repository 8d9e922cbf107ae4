import { allInteractions, interactionsOf, roomCheckLogs } from '@carewatch/contracts/http/interactions'
import { call } from '../../http/call.ts'
import type { InteractionsSearch } from './search.ts'

const MINUTE_MS = 60_000
/** What is happening now, and who looked in today. */
export const LOOK_BACK_MINUTES = 10
const CHECKS_BACK_MINUTES = 24 * 60

export async function loadInteractions({ gateway }: InteractionsSearch) {
  const at = new Date()
  const ago = (minutes: number) => new Date(at.getTime() - minutes * MINUTE_MS)
  const since = ago(LOOK_BACK_MINUTES)
  const [interactions, checks] = await Promise.all([
    gateway
      ? call(interactionsOf, { params: { dmac: gateway, since } })
      : call(allInteractions, { params: { since } }),
    call(roomCheckLogs, { params: { since: ago(CHECKS_BACK_MINUTES) } }),
  ])
  return { at, interactions, checks: checks.roomCheckLogs }
}
export type Loaded = Awaited<ReturnType<typeof loadInteractions>>
