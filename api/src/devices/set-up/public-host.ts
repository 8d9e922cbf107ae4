import { BlockList, isIPv4 } from 'node:net'

/** As names and addresses are written that a watch takes between two commas: no IPv6. */
const HOST = /^[A-Za-z\d][A-Za-z\d.-]{0,99}$/
/** Names that only a network of one's own knows (RFC 6761, RFC 6762, RFC 8375, and what routers use). */
const OWN_NAME = /\.(local|localhost|internal|intranet|lan|home|corp|private|home\.arpa)$/i
const NAME = /^([a-z\d]([a-z\d-]*[a-z\d])?\.)+[a-z][a-z\d-]*[a-z\d]$/i

/** IPv4 that the internet does not route to one host (RFC 6890). */
const unreachable = new BlockList()
for (const [net, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  unreachable.addSubnet(net, prefix, 'ipv4')

/** Whether a watch in the mobile network can reach it, as far as it says so itself. */
export function isPublicHost(host: string): boolean {
  if (!HOST.test(host)) return false
  return isIPv4(host) ? !unreachable.check(host, 'ipv4') : NAME.test(host) && !OWN_NAME.test(host)
}
