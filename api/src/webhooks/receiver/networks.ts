import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6
export type Networks = readonly [Address, number][]

/** Of the internet by its range, and a cloud answers its own machines there. */
const OF_CLOUDS: Networks = [ipaddr.parseCIDR('168.63.129.16/32')]
/** Of IPv6 nothing else is given to anybody; the library calls unicast what it does not know, such as IPv4 in the last 32 bits. */
const GIVEN: Networks = [ipaddr.parseCIDR('2000::/3'), ipaddr.parseCIDR('0.0.0.0/0')]

/** Networks in CIDR, separated by commas; undefined where one is none. */
export function readNetworks(text: string): Networks | undefined {
  const given = text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return given.every((part) => ipaddr.isValidCIDR(part))
    ? given.map((part) => ipaddr.parseCIDR(part))
    : undefined
}

const isWithin = (address: Address, networks: Networks): boolean =>
  networks.some(([network, bits]) => network.kind() === address.kind() && address.match(network, bits))

/** An IPv4 address that is written as one of IPv6 is what it stands for. */
const plain = (text: string): Address | undefined =>
  ipaddr.isValid(text) ? ipaddr.process(text.replace(/%.*$/, '')) : undefined

/** The operator's own network, which they said may be written to. */
export function isOwn(text: string, own: Networks): boolean {
  const address = plain(text)
  return address !== undefined && isWithin(address, own)
}

/** An address of the internet: nobody's own network, no machine itself, none that stands for another, none that is reserved. */
export function isPublic(text: string): boolean {
  const address = plain(text)
  return address?.range() === 'unicast' && isWithin(address, GIVEN) && !isWithin(address, OF_CLOUDS)
}
