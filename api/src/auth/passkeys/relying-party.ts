import { isIP } from 'node:net'

/** Whom passkeys are made for: a name that people open this installation by, and from which pages. */
export type RelyingParty = { id: string; isOrigin: (origin: string) => boolean }

const LOCALHOST = /^https?:\/\/localhost(:\d+)?$/

/** None where browsers would make no passkey: at an address without TLS, or without a name. */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(publicUrl)
  if (hostname === 'localhost') return { id: hostname, isOrigin: (one) => LOCALHOST.test(one) }
  const isNamed = isIP(hostname.replaceAll(/[[\]]/g, '')) === 0
  return protocol === 'https:' && isNamed ? { id: hostname, isOrigin: (one) => one === origin } : undefined
}
