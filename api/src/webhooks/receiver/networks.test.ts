import { describe, expect, it } from 'vitest'
import { isPublic, readNetworks } from './networks.ts'
import { faultOfUrl } from './url.ts'

const none = readNetworks('') ?? []
const own = readNetworks('10.1.0.0/16, fd12::/16') ?? []

describe('an address that is written to', () => {
  it.each([
    ['loopback', '127.0.0.1'],
    ['loopback, another', '127.9.9.9'],
    ['this machine', '0.0.0.0'],
    ['private', '10.1.2.3'],
    ['private', '172.16.0.1'],
    ['private', '192.168.1.1'],
    ['link-local, and the metadata of clouds', '169.254.169.254'],
    ['behind a carrier’s NAT', '100.64.0.1'],
    ['metadata behind it', '100.100.100.200'],
    ['the host of a cloud', '168.63.129.16'],
    ['protocols', '192.0.0.1'],
    ['documentation', '203.0.113.9'],
    ['benchmarks', '198.18.0.1'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['loopback', '::1'],
    ['unspecified', '::'],
    ['link-local', 'fe80::1'],
    ['link-local of an interface', 'fe80::1%eth0'],
    ['site-local', 'fec0::1'],
    ['unique local, and metadata', 'fd00:ec2::254'],
    ['multicast', 'ff02::1'],
    ['IPv4 written as IPv6', '::ffff:127.0.0.1'],
    ['the same in hexadecimal', '::ffff:7f00:1'],
    ['IPv4, as it once was written', '::7f00:1'],
    ['NAT64', '64:ff9b::7f00:1'],
    ['NAT64 of a network', '64:ff9b:1::7f00:1'],
    ['6to4', '2002:7f00:1::'],
    ['Teredo', '2001::1'],
    ['discarded', '100::1'],
    ['documentation', '2001:db8::1'],
    ['no address', 'localhost'],
  ])('is not %s: %s', (_, address) => {
    expect(isPublic(address)).toBe(false)
  })

  it.each(['1.1.1.1', '8.8.8.8', '::ffff:8.8.8.8', '2606:4700:4700::1111'])('is public: %s', (address) => {
    expect(isPublic(address)).toBe(true)
  })
})

describe('the URL of a receiver', () => {
  it.each([
    'https://hooks.example.org/carewatch?key=1',
    'https://hooks.example.org:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('is taken: %s', (url) => {
    expect(faultOfUrl(url, none)).toBeUndefined()
  })

  it.each([
    'http://hooks.example.org/',
    'https://hooks.example.org:22/',
    'https://localhost/',
    'https://intranet/',
    'https://printer.local/',
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0x7f.1/',
    'https://017700000001/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.0.9/',
  ])('is not allowed: %s', (url) => {
    expect(faultOfUrl(url, none)).toBe('notAllowed')
  })

  it.each(['', 'hooks', 'ftp://hooks.example.org/', 'https://a:b@hooks.example.org/', 'https://a.org/#x'])(
    'is none: %s',
    (url) => {
      expect(faultOfUrl(url, none)).toBe('invalid')
    },
  )

  it('may be in the operator’s own networks, plain and at any port', () => {
    expect(faultOfUrl('http://10.1.0.9:9000/', own)).toBeUndefined()
    expect(faultOfUrl('http://[fd12::9]:9000/', own)).toBeUndefined()
    expect(faultOfUrl('http://10.2.0.9:9000/', own)).toBe('notAllowed')
    expect(faultOfUrl('http://8.8.8.8/', own)).toBe('notAllowed')
  })

  it('takes networks alone for networks', () => {
    expect(readNetworks('10.1.0.0/16,nonsense')).toBeUndefined()
    expect(readNetworks('10.1.0.9')).toBeUndefined()
  })
})
