import { smsProviderOf } from '@carewatch/platform/messages/sms/providers'
import type { SmsProvider } from '@carewatch/platform/messages/sms/provider'
import type { Env } from '../../env.ts'
import { tcpPortOf } from '../../portal/tcp-port.ts'

/** By what a watch is pointed to this installation, and to where. */
export type SetUpChannel = {
  /** None where no provider of SMS is set up. */
  provider: SmsProvider | undefined
  /** A name or an address that a watch can reach from elsewhere; null: none was set. */
  host: string | null
  /** Null: watches over plain TCP are not let in. */
  port: number | null
  close: () => void
}

/** As names and addresses are written that a watch takes between two commas. */
const HOST = /^[A-Za-z\d][A-Za-z\d.-]{0,99}$/
const OWN = /^(localhost|127\.[\d.]+|0\.0\.0\.0)$/i

const reachable = (host: string): string | null => (HOST.test(host) && !OWN.test(host) ? host : null)

export function createSetUpChannel(env: Env): SetUpChannel {
  const provider = smsProviderOf(env, { givesLineBack: true })
  return {
    provider,
    host: reachable(env.DEVICE_HOST ?? new URL(env.PUBLIC_URL).hostname),
    port: tcpPortOf(env),
    close: () => provider?.close?.(),
  }
}
