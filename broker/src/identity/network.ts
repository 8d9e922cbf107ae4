import { isIPv6 } from 'node:net'

const MAPPED = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i
const GROUPS = 8
const ROUTED_GROUPS = 3

/** The groups of an IPv6 address, those that `::` leaves out as zeros. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = address.split('::')
  const first = head === '' ? [] : head.split(':')
  if (tail === undefined) return first
  const last = tail === '' ? [] : tail.split(':')
  return [...first, ...Array.from({ length: GROUPS - first.length - last.length }, () => '0'), ...last]
}

/**
 * The network that an address belongs to: the smallest that the internet routes by itself (RFC 7454, 6.1.3: /24, and /48 of IPv6). A watch
 * gets another address at every connection, and seldom one of another network.
 */
export function networkOf(address: string): string {
  const plain = (MAPPED.exec(address)?.[1] ?? address).toLowerCase().replace(/%.*$/, '')
  if (isIPv6(plain))
    return `${groupsOf(plain)
      .slice(0, ROUTED_GROUPS)
      .map((group) => group.replace(/^0+(?=.)/, ''))
      .join(':')}::/48`
  const [one, two, three] = plain.split('.')
  return three === undefined ? 'unknown' : `${one}.${two}.${three}.0/24`
}
