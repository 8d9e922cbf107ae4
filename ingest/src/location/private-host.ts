import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const own = new BlockList()
own.addSubnet('127.0.0.0', 8, 'ipv4')
own.addSubnet('10.0.0.0', 8, 'ipv4')
own.addSubnet('172.16.0.0', 12, 'ipv4')
own.addSubnet('192.168.0.0', 16, 'ipv4')
own.addAddress('::1', 'ipv6')
own.addSubnet('fc00::', 7, 'ipv6')

const isOwn = (address: string): boolean => own.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Whether the address itself says that it is a stranger's; of a name that is known when it is looked up (`lookupOwn`). */
export const isStranger = (url: URL): boolean => isIP(hostOf(url)) !== 0 && !isOwn(hostOf(url))

/** Finds a name in our own network alone: whatever its name server says by then. */
export const lookupOwn: LookupFunction = (host, options, callback) => {
  lookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    if (error) return callback(error, '')
    if (!first || found.some(({ address }) => !isOwn(address)))
      return callback(new Error('its name leads out of our own network'), '')
    if (options.all === true) callback(null, found)
    else callback(null, first.address, first.family)
  })
}
