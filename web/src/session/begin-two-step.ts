import { beginTotp } from '@carewatch/contracts/http/auth'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { call } from '../http/call.ts'

export type TwoStepSecrets = Reply<typeof beginTotp>

let begun: Promise<TwoStepSecrets> | undefined

/** One secret at a time: of two under way, the screen might show the one that no longer counts. */
export function beginTwoStep(): Promise<TwoStepSecrets> {
  begun ??= call(beginTotp, { body: undefined }).finally(() => {
    begun = undefined
  })
  return begun
}
