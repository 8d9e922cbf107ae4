import { isIPv4, isIPv6, SocketAddress } from 'node:net'

/** What a header says and how long it is; no address: the balancer speaks for itself, or does not know. `more`: it is not whole yet. */
export type ProxyHeader = { bytes: number; address: string | undefined } | 'more' | 'broken'

/** HAProxy's document "The PROXY protocol", versions 1 and 2. */
const SIGNATURE = Buffer.from('\r\n\r\n\0\r\nQUIT\n', 'latin1')
const FIXED_BYTES = SIGNATURE.length + 4
/** Of what follows the addresses (TLV) some hundred bytes are usual; more is no balancer's. */
const MAX_VARIABLE_BYTES = 1_024
const V1 = Buffer.from('PROXY ')
const V1_MAX_BYTES = 107

/** Pure. Whatever follows the header is left alone. */
export function readProxyHeader(received: Buffer): ProxyHeader {
  if (beginsLike(received, SIGNATURE)) return received.length < FIXED_BYTES ? 'more' : readBinary(received)
  return beginsLike(received, V1) ? readText(received) : 'broken'
}

/** As far as it has come. */
const beginsLike = (received: Buffer, beginning: Buffer): boolean => {
  const length = Math.min(received.length, beginning.length)
  return received.subarray(0, length).equals(beginning.subarray(0, length))
}

const LOCAL = 0x20
const PROXY = 0x21
/** Address family in the upper half of a byte; how the transport is called in the lower half is nothing to us. */
const IPV4 = 1
const IPV6 = 2
const ADDRESS_BYTES: Record<number, number> = { 0: 0, [IPV4]: 12, [IPV6]: 36, 3: 216 }

function readBinary(received: Buffer): ProxyHeader {
  const command = received.readUInt8(SIGNATURE.length)
  const family = received.readUInt8(SIGNATURE.length + 1) >> 4
  const length = received.readUInt16BE(SIGNATURE.length + 2)
  if (command !== LOCAL && command !== PROXY) return 'broken'
  if (length > MAX_VARIABLE_BYTES) return 'broken'
  const needed = command === LOCAL ? 0 : ADDRESS_BYTES[family]
  if (needed === undefined || needed > length) return 'broken'
  const bytes = FIXED_BYTES + length
  if (received.length < bytes) return 'more'
  const from = received.subarray(FIXED_BYTES, bytes)
  return { bytes, address: command === LOCAL ? undefined : addressIn(from, family) }
}

function addressIn(bytes: Buffer, family: number): string | undefined {
  if (family === IPV4) return bytes.subarray(0, 4).join('.')
  if (family !== IPV6) return undefined
  const groups = Array.from({ length: 8 }, (_, index) => bytes.readUInt16BE(index * 2).toString(16))
  return written(groups.join(':'))
}

/** In its shortest form, and an IPv4 address as one. */
const written = (address: string): string =>
  new SocketAddress({ address, family: 'ipv6' }).address.replace(/^::ffff:(?=\d+\.)/, '')

/** Without the name of an interface, which is another machine's. */
const isPlainIPv6 = (address: string): boolean => isIPv6(address) && !address.includes('%')

const TEXT = /^PROXY (?:UNKNOWN(?: .*)?|(TCP[46]) (\S+) (\S+) \d{1,5} \d{1,5})$/

function readText(received: Buffer): ProxyHeader {
  const end = received.subarray(0, V1_MAX_BYTES).indexOf('\r\n')
  if (end < 0) return received.length < V1_MAX_BYTES ? 'more' : 'broken'
  const [whole, family, from = '', to = ''] = TEXT.exec(received.toString('latin1', 0, end)) ?? []
  if (whole === undefined) return 'broken'
  const bytes = end + 2
  if (family === undefined) return { bytes, address: undefined }
  const isRight = family === 'TCP4' ? isIPv4 : isPlainIPv6
  if (!isRight(from) || !isRight(to)) return 'broken'
  return { bytes, address: family === 'TCP4' ? from : written(from) }
}
