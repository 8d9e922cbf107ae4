import { isIP } from 'node:net'
import { isOwn, isPublic, type Networks } from './networks.ts'

/** Outside the operator's own networks. */
const PUBLIC_PORTS = ['', '443', '8443']

/** A name without a dot, or of a kind that no public server has. */
const IS_LOCAL_NAME = /(^[^.]+|\.(localhost|local|internal|intranet|lan|home|corp|arpa))\.?$/i

/** The host as it is connected to: an address of IPv6 without its brackets. */
export const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1')

/** What is wrong with the address of a receiver, as far as it can be seen by itself; where its name leads is looked at with every message. */
export function faultOfUrl(text: string, own: Networks): 'invalid' | 'notAllowed' | undefined {
  if (!URL.canParse(text)) return 'invalid'
  const url = new URL(text)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return 'invalid'
  if (url.username !== '' || url.password !== '' || url.hash !== '') return 'invalid'
  const host = hostOf(url)
  if (isIP(host) === 0) {
    if (own.length > 0) return undefined
    return url.protocol === 'https:' && isPublicPort(url) && !IS_LOCAL_NAME.test(host)
      ? undefined
      : 'notAllowed'
  }
  return mayConnect(url, host, own) ? undefined : 'notAllowed'
}

const isPublicPort = ({ port }: URL): boolean => PUBLIC_PORTS.includes(port)

/** Whether a message to this URL may go to this address: any port and plain HTTP in the own networks alone. */
export const mayConnect = (url: URL, address: string, own: Networks): boolean =>
  isOwn(address, own) || (url.protocol === 'https:' && isPublicPort(url) && isPublic(address))
