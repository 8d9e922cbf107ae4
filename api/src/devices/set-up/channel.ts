import { smsProviderOf } from '@carewatch/platform/messages/sms/providers'
import type { SmsProvider } from '@carewatch/platform/messages/sms/provider'
import type { Env } from '../../env.ts'
import { tcpPortOf } from '../../portal/tcp-port.ts'
import { isPublicHost } from './public-host.ts'

/** By what a watch is pointed to this installation, and to where. */
export type SetUpChannel = {
  /** None where no provider of SMS is set up. */
  provider: SmsProvider | undefined
  /** A name or an address that a watch can reach from elsewhere; null: none was set, for the one under which people open the portal may pass no TCP on. */
  host: string | null
  /** Null: watches over plain TCP are not let in. */
  port: number | null
  close: () => void
}

export function createSetUpChannel(env: Env): SetUpChannel {
  const { DEVICE_HOST: host } = env
  const provider = smsProviderOf(env, { givesLineBack: true })
  return {
    provider,
    host: host !== undefined && isPublicHost(host) ? host : null,
    port: tcpPortOf(env),
    close: () => provider?.close?.(),
  }
}
