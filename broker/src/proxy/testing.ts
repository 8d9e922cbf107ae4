import { execFileSync } from 'node:child_process'
import { isIPv6, SocketAddress } from 'node:net'
import { join } from 'node:path'
import mqtt from 'mqtt-packet'

const SIGNATURE = Buffer.from('0d0a0d0a000d0a515549540a', 'hex')

/** A header as a balancer writes it, version 2; without an address it speaks for itself. */
export function binary(
  address: string | undefined,
  { command = address === undefined ? 0x20 : 0x21, tlvs = Buffer.alloc(0) } = {},
): Buffer {
  const family = address === undefined ? 0 : isIPv6(address) ? 0x21 : 0x11
  const packed = address === undefined ? Buffer.alloc(0) : packedAddress(address)
  const ports = Buffer.from(address === undefined ? [] : [0xdc, 0x04, 0x07, 0x5b])
  const rest = Buffer.concat([packed, packed, ports, tlvs])
  const length = Buffer.alloc(2)
  length.writeUInt16BE(rest.length)
  return Buffer.concat([SIGNATURE, Buffer.from([command, family]), length, rest])
}

/** The same, version 1. */
export const textual = (tcp: string): Buffer => Buffer.from(`${tcp}\r\n`)

function packedAddress(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number))
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1]
  if (mapped) return Buffer.concat([Buffer.alloc(10), Buffer.from([0xff, 0xff]), packedAddress(mapped)])
  const [front = '', back = ''] = new SocketAddress({ address, family: 'ipv6' }).address.split('::')
  const groups = (text: string): string[] => (text ? text.split(':') : [])
  const missing = 8 - groups(front).length - groups(back).length
  const all = [...groups(front), ...Array<string>(missing).fill('0'), ...groups(back)]
  return Buffer.from(all.map((group) => group.padStart(4, '0')).join(''), 'hex')
}

/** A certificate of localhost in that folder. */
export function makeCertificate(folder: string): { TLS_CERT: string; TLS_KEY: string } {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const made = ['-subj', '/CN=localhost', '-out', cert, '-keyout', key]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  execFileSync('openssl', ['req', '-x509', '-nodes', ...curve, ...made], { stdio: 'ignore' })
  return { TLS_CERT: cert, TLS_KEY: key }
}

export const connectPacket = (username: string, password = 'x'): Buffer =>
  mqtt.generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: username,
    keepalive: 60,
    username,
    password: Buffer.from(password),
  })
