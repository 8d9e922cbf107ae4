import { BlockList, isIPv6 } from 'node:net'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

/** Whether others than this machine reach what listens there. */
export const isOpen = (host: string): boolean =>
  host !== 'localhost' && !loopback.check(host, isIPv6(host) ? 'ipv6' : 'ipv4')

type Reached = { HOST: string; PUBLIC_URL?: string | undefined; TRUST_PROXY?: string | undefined }

/** Whether others than this machine reach the installation: by its own address, or by a proxy beside it, which an address for others or trust in it speaks of. */
export function isReached({ HOST, PUBLIC_URL, TRUST_PROXY }: Reached): boolean {
  if (isOpen(HOST) || TRUST_PROXY) return true
  return PUBLIC_URL !== undefined && isOpen(new URL(PUBLIC_URL).hostname.replace(/^\[|\]$/g, ''))
}

/** Where this machine itself reaches what listens there: every address has its own loopback in it, one address is only itself. */
export function ownHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return isIPv6(host) ? `[${host}]` : host
}

/** What a person on this machine types. */
export const shownHost = (host: string): string =>
  ownHost(host) === '127.0.0.1' ? 'localhost' : ownHost(host)
