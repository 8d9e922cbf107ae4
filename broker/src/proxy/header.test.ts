import { describe, expect, it } from 'vitest'
import { readProxyHeader } from './header.ts'
import { binary, textual } from './testing.ts'

const CONNECT = Buffer.from([0x10, 0x0c, 0, 4, 0x4d, 0x51, 0x54, 0x54, 4, 2, 0, 60, 0, 0])
const HELLO = Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])
const TLVS = Buffer.from([0x04, 0, 3, 1, 2, 3, 0xe0, 0, 1, 9])
const bytes = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')

const known: [string, Buffer, string | undefined][] = [
  ['IPv4', binary('203.0.113.7'), '203.0.113.7'],
  ['IPv6', binary('2001:db8::7'), '2001:db8::7'],
  ['IPv4 written as IPv6', binary('::ffff:203.0.113.7'), '203.0.113.7'],
  ['TLVs that nobody knows', binary('203.0.113.7', { tlvs: TLVS }), '203.0.113.7'],
  ['a health check of the balancer', binary(undefined), undefined],
  ['a health check with an address', binary('203.0.113.7', { command: 0x20 }), undefined],
  ['a health check of a family nobody knows', bytes('0d0a0d0a000d0a515549540a 20 f1 0002 0102'), undefined],
  ['a Unix socket', bytes(`0d0a0d0a000d0a515549540a 21 31 00d8 ${'61'.repeat(216)}`), undefined],
  ['no family', bytes('0d0a0d0a000d0a515549540a 21 00 0000'), undefined],
  ['the text, IPv4', textual('PROXY TCP4 203.0.113.7 198.51.100.1 56324 1883'), '203.0.113.7'],
  ['the text, IPv6', textual('PROXY TCP6 2001:db8:0:0:0:0:0:7 2001:db8::1 56324 1883'), '2001:db8::7'],
  ['the text, unknown', textual('PROXY UNKNOWN'), undefined],
  ['the text, unknown and more', textual('PROXY UNKNOWN ffff::1 ffff::2 65535 65535'), undefined],
]

describe.each(known)('%s', (_, header, address) => {
  it('is read, whatever is glued to it', () => {
    for (const rest of [Buffer.alloc(0), CONNECT, HELLO])
      expect(readProxyHeader(Buffer.concat([header, rest]))).toEqual({ bytes: header.length, address })
  })

  it('is waited for, wherever it is cut', () => {
    for (let length = 0; length < header.length; length++)
      expect(readProxyHeader(header.subarray(0, length))).toBe('more')
  })
})

it.each([
  ['a CONNECT without one', CONNECT],
  ['a TLS hello without one', HELLO],
  ['a signature that differs at its end', bytes('0d0a0d0a000d0a515549540b 21 11 000c')],
  ['another version', bytes('0d0a0d0a000d0a515549540a 31 11 000c')],
  ['another command', bytes('0d0a0d0a000d0a515549540a 22 11 000c')],
  ['a family nobody knows', bytes('0d0a0d0a000d0a515549540a 21 41 000c')],
  ['too short for its addresses', bytes('0d0a0d0a000d0a515549540a 21 21 000c')],
  ['too long, before its bytes are there', bytes('0d0a0d0a000d0a515549540a 21 11 0401')],
  ['a text without an end', Buffer.from(`PROXY UNKNOWN ${'x'.repeat(93)}`)],
  ['a text with an end too late', textual(`PROXY UNKNOWN ${'x'.repeat(92)}`)],
  ['a text with no address', textual('PROXY TCP4 somewhere 198.51.100.1 56324 1883')],
  ['a text of another family', textual('PROXY TCP4 2001:db8::7 2001:db8::1 56324 1883')],
  ['a text with an interface', textual('PROXY TCP6 fe80::1%eth0 fe80::2 56324 1883')],
  ['a text of no family', textual('PROXY UDP4 203.0.113.7 198.51.100.1 56324 1883')],
])('%s is refused', (_, header) => expect(readProxyHeader(header)).toBe('broken'))
