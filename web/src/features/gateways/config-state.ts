import type { Gateway } from '@carewatch/contracts/http/blt-entities'

export type ConfigState = 'never' | 'waiting' | 'applied'

/** Whether a gateway has what was asked of it: only what it said itself counts. */
export function configState({
  configState: { requestedAt, reportedAt },
}: Pick<Gateway, 'configState'>): ConfigState {
  if (!requestedAt) return 'never'
  return reportedAt && reportedAt >= requestedAt ? 'applied' : 'waiting'
}
