import { generate, type Packet } from 'mqtt-packet'
import { describe, expect, it } from 'vitest'
import { Fault } from './body.ts'
import { UnknownVersion } from './connect.ts'
import { checkPacket } from './packets.ts'

const NAMES = [
  'reserved',
  'connect',
  'connack',
  'publish',
  'puback',
  'pubrec',
  'pubrel',
  'pubcomp',
  'subscribe',
  'suback',
  'unsubscribe',
  'unsuback',
  'pingreq',
  'pingresp',
  'disconnect',
]

/** As it reaches the check: a first byte, and the body after its length of one byte. */
function check(bytes: Buffer): void {
  const first = bytes.readUInt8()
  const header = { cmd: NAMES[first >> 4], qos: (first >> 1) & 3, dup: (first & 8) !== 0 }
  expect(bytes.readUInt8(1)).toBe(bytes.length - 2)
  checkPacket(header, bytes.subarray(2))
}
const hex = (text: string): Buffer => Buffer.from(text.replaceAll(' ', ''), 'hex')
const named = (text: Buffer): string => text.length.toString(16).padStart(4, '0') + text.toString('hex')
const withText = (before: string, text: Buffer, after: string): Buffer => {
  const body = Buffer.concat([hex(before.slice(2)), hex(named(text)), hex(after)])
  return Buffer.concat([hex(before.slice(0, 2)), Buffer.from([body.length]), body])
}

describe('a packet that a client may send', () => {
  it.each<Packet>([
    { cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, clientId: '', keepalive: 60 },
    { cmd: 'connect', protocolId: 'MQIsdp', protocolVersion: 3, clean: true, clientId: 'x', keepalive: 60 },
    {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion: 4,
      clean: false,
      clientId: 'x',
      keepalive: 0,
      username: 'me',
      password: Buffer.from([0, 255]),
      will: { topic: 'watch/1/status', payload: Buffer.from([0]), qos: 1, retain: true },
    },
    { cmd: 'publish', topic: 'a/b', payload: Buffer.from([0]), qos: 0, dup: false, retain: true },
    { cmd: 'publish', topic: '/𪛔/בית', payload: '', qos: 2, dup: true, retain: false, messageId: 65_535 },
    {
      cmd: 'subscribe',
      messageId: 1,
      subscriptions: [
        { topic: '+/+/#', qos: 2 },
        { topic: '/', qos: 0 },
      ],
    },
    { cmd: 'unsubscribe', messageId: 1, unsubscriptions: ['#', '$SYS/x'] },
    { cmd: 'puback', messageId: 1 },
    { cmd: 'pubrel', messageId: 1 },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ])('is passed on: $cmd', (packet) => {
    expect(() => check(generate(packet))).not.toThrow()
  })
})

describe('a packet that breaks MQTT 3.1.1', () => {
  it.each([
    ['PUBLISH without a topic', '30 05 0000 616263'],
    ['PUBLISH to a wildcard', '30 05 0003 612f23'],
    ['PUBLISH to another wildcard', '30 05 0003 612f2b'],
    ['PUBLISH whose topic is longer than it', '30 04 0009 6161'],
    ['PUBLISH of QoS 0 that says it is a repeat', '38 05 0003 616263'],
    ['PUBLISH of QoS 1 with packet id 0', '32 07 0003 616263 0000'],
    ['PUBLISH of QoS 2 without packet id', '34 05 0003 616263'],
    ['SUBSCRIBE with packet id 0', '82 06 0000 0001 61 00'],
    ['SUBSCRIBE without filters', '82 02 0001'],
    ['SUBSCRIBE to nothing', '82 05 0001 0000 00'],
    ['SUBSCRIBE whose # is not the end', '82 0a 0001 0005 612f232f62 00'],
    ['SUBSCRIBE whose + is half a level', '82 0a 0001 0005 61622f2b65 00'],
    ['SUBSCRIBE whose + follows a letter', '82 07 0001 0002 612b 00'],
    ['SUBSCRIBE whose # follows a letter', '82 07 0001 0002 6123 00'],
    ['SUBSCRIBE of QoS 3', '82 06 0001 0001 61 03'],
    ['SUBSCRIBE without its QoS', '82 05 0001 0001 61'],
    ['UNSUBSCRIBE with packet id 0', 'a2 05 0000 0001 61'],
    ['UNSUBSCRIBE without filters', 'a2 02 0001'],
    ['UNSUBSCRIBE whose # is not the end', 'a2 06 0001 0002 2361'],
    ['PUBACK with packet id 0', '40 02 0000'],
    ['PUBACK that is too short', '40 01 01'],
    ['PUBREC that is too long', '50 03 0001 00'],
    ['PUBREL of nothing', '62 00'],
    ['PINGREQ with a body', 'c0 01 00'],
    ['DISCONNECT with a body', 'e0 01 00'],
    ['CONNACK, which only a server sends', '20 02 0000'],
    ['SUBACK, which only a server sends', '90 03 0001 00'],
    ['UNSUBACK, which only a server sends', 'b0 02 0001'],
    ['PINGRESP, which only a server sends', 'd0 00'],
    ['type 0', '00 00'],
    ['type 15', 'f0 00'],
    ['CONNECT by another name', '10 0d 0004 4d515455 04 02 000a 0001 70'],
    ['CONNECT with the reserved flag', '10 0d 0004 4d515454 04 03 000a 0001 70'],
    ['CONNECT with a QoS for no will', '10 0d 0004 4d515454 04 0a 000a 0001 70'],
    ['CONNECT with a retained no will', '10 0d 0004 4d515454 04 22 000a 0001 70'],
    ['CONNECT with a will of QoS 3', '10 13 0004 4d515454 04 1e 000a 0001 70 0001 70 0001 70'],
    ['CONNECT with a will to everybody', '10 13 0004 4d515454 04 06 000a 0001 70 0001 23 0001 70'],
    ['CONNECT that promises a will', '10 0d 0004 4d515454 04 06 000a 0001 70'],
    ['CONNECT that promises a user name', '10 0d 0004 4d515454 04 82 000a 0001 70'],
    ['CONNECT with a user name it did not promise', '10 10 0004 4d515454 04 02 000a 0001 70 0001 70'],
    ['CONNECT with a password and no user name', '10 10 0004 4d515454 04 42 000a 0001 70 0001 70'],
    ['CONNECT that promises a password', '10 10 0004 4d515454 04 c2 000a 0001 70 0001 70'],
    ['CONNECT without a client id', '10 0a 0004 4d515454 04 02 000a'],
  ])('%s', (_, bytes) => {
    expect(() => check(hex(bytes))).toThrow(Fault)
  })

  it.each([
    ['5', '10 0e 0004 4d515454 05 02 000a 00 0001 70'],
    ['2', '10 0d 0004 4d515454 02 02 000a 0001 70'],
    ['3.1 with the level of 3.1.1', '10 0f 0006 4d5149736470 04 02 000a 0001 70'],
    ['3.1.1 of a bridge', '10 0d 0004 4d515454 84 02 000a 0001 70'],
  ])('version %s, the one fault that is answered', (_, bytes) => {
    expect(() => check(hex(bytes))).toThrow(UnknownVersion)
  })

  const TEXTS = {
    'U+0000': Buffer.from('to\u0000'),
    'a control character': Buffer.from('to\u001F'),
    'U+009F': Buffer.from('to\u009F'),
    'half a pair': Buffer.from([0x74, 0xed, 0xa0, 0x80]),
    'a byte that is no UTF-8': Buffer.from([0x74, 0xff]),
    'an overlong slash': Buffer.from([0x74, 0xc0, 0xaf]),
    'a cut character': Buffer.from([0x74, 0xe2, 0x82]),
    'U+FFFF': Buffer.from('to\uFFFF'),
  }
  const places = {
    'a topic': (text: Buffer) => withText('30', text, ''),
    'a filter': (text: Buffer) => withText('820001', text, '00'),
    'a filter given up': (text: Buffer) => withText('a20001', text, ''),
    'a client id': (text: Buffer) => withText('1000044d5154540402000a', text, ''),
    'a will’s topic': (text: Buffer) => withText('1000044d5154540406000a000170', text, '000170'),
    'a user name': (text: Buffer) => withText('1000044d5154540482000a000170', text, ''),
  }
  const cases = Object.entries(places).flatMap(([place, make]) =>
    Object.entries(TEXTS).map(([what, text]) => [what, place, make(text)] as const),
  )
  it.each(cases)('%s in %s', (_what, _place, bytes) => {
    expect(() => check(bytes)).toThrow('illegal text')
  })

  it.each(Object.entries(places))('is not what a plain text makes of %s', (_, make) => {
    expect(() => check(make(Buffer.from('\uFEFFto')))).not.toThrow()
  })
})
