import type { Gateway } from '@carewatch/contracts/http/gateways-and-beacons'

export type ConfigState = 'never' | 'waiting' | 'sent' | 'applied'

/** Whether a gateway has what was asked of it: only what it said itself counts. */
export function configState({
  configState: { requestedAt, sentAt, reportedAt },
}: Pick<Gateway, 'configState'>): ConfigState {
  if (!requestedAt) return 'never'
  if (reportedAt && reportedAt >= requestedAt) return 'applied'
  return sentAt && sentAt >= requestedAt ? 'sent' : 'waiting'
}
