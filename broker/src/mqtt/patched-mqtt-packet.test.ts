import { Writable } from 'node:stream'
import { generate, type Packet, parser, writeToStream } from 'mqtt-packet'
import { expect, it } from 'vitest'

/** What patches/mqtt-packet@9.0.2.patch adds, against the parser alone. */
function startInspecting(refuses: { header?: boolean; payload?: boolean } = {}) {
  const seen: string[] = []
  const reading = parser().inspect({
    header: ({ cmd, length }) => {
      seen.push(`header ${cmd} ${length}`)
      if (refuses.header) throw new Error('no such header')
    },
    payload: ({ cmd }, bytes) => {
      seen.push(`payload ${cmd} ${bytes.toString('hex')}`)
      if (refuses.payload) throw new Error('no such payload')
    },
  })
  reading.on('packet', ({ cmd }: Packet) => seen.push(`packet ${cmd}`))
  reading.on('error', (error: Error) => seen.push(error.message))
  return { reading, seen }
}

const publish = generate({ cmd: 'publish', topic: 'a', payload: '1', qos: 0, dup: false, retain: false })
const PING = generate({ cmd: 'pingreq' })
const CUT = 2
const PACKET_ID_MAX = 65_535
const BESIDE = 1_000
const MOST_KEPT = 2 ** 20

it('shows each header when it is there, and each raw payload when it is complete, before it is parsed', () => {
  const { reading, seen } = startInspecting()
  reading.parse(publish.subarray(0, CUT))
  expect(seen).toEqual(['header publish 4'])
  reading.parse(publish.subarray(CUT))
  reading.parse(PING)
  expect(seen).toEqual([
    'header publish 4',
    'payload publish 00016131',
    'packet publish',
    'header pingreq 0',
    'payload pingreq ',
    'packet pingreq',
  ])
})

it('keeps nothing of a packet whose header is refused', () => {
  const { reading, seen } = startInspecting({ header: true })
  reading.parse(publish.subarray(0, CUT))
  expect(seen).toEqual(['header publish 4', 'no such header'])
})

it('parses no payload that is refused, and nothing that came with it', () => {
  const { reading, seen } = startInspecting({ payload: true })
  reading.parse(Buffer.concat([publish, PING]))
  expect(seen).toEqual(['header publish 4', 'payload publish 00016131', 'no such payload'])
})

it('parses as ever where nobody looks', () => {
  const packets: Packet[] = []
  const reading = parser()
  reading.on('packet', (packet: Packet) => packets.push(packet))
  reading.parse(publish)
  expect(packets).toMatchObject([{ cmd: 'publish', topic: 'a' }])
})

it('writes each packet identifier as its two bytes, the first time and again', () => {
  const identifiers = [1, 255, 256, 65_535, 1]
  const written = identifiers.map((messageId) => generate({ cmd: 'puback', messageId }).toString('hex'))
  expect(written).toEqual(['40020001', '400200ff', '40020100', '4002ffff', '40020001'])
})

it('keeps, of identifiers that are written beside other bytes, no more than their own', () => {
  const kept = new Set<ArrayBufferLike>()
  const write = (bytes: Uint8Array): boolean => kept.add(bytes.buffer).size > 0
  const stream = Object.assign(new Writable(), { write })
  for (let messageId = 1; messageId <= PACKET_ID_MAX; messageId++) {
    writeToStream({ cmd: 'puback', messageId }, stream)
    // What a broker makes of the same pool meanwhile.
    Buffer.allocUnsafe(BESIDE)
  }
  const bytes = [...kept].reduce((sum, { byteLength }) => sum + byteLength, 0)
  expect(bytes).toBeLessThan(MOST_KEPT)
})
