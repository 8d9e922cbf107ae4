import { parser, type Packet } from 'mqtt-packet'
import { expect, it } from 'vitest'
import { connectFrame, copyOf, createAckScanner, FOUR_METRICS, publishTemplate, stampTime } from './frames.ts'

const parsed = (bytes: Buffer): Packet[] => {
  const packets: Packet[] = []
  const reader = parser({ protocolVersion: 4 })
  reader.on('packet', (packet) => packets.push(packet))
  reader.parse(bytes)
  return packets
}

it('signs in as a stock parser reads it', () => {
  expect(parsed(connectFrame('352099001700204', 'a-token'))).toMatchObject([
    {
      cmd: 'connect',
      username: '352099001700204',
      password: Buffer.from('a-token'),
      clean: true,
      keepalive: 0,
    },
  ])
})

it('publishes a true reading with the time and the packet id it was given', () => {
  const message = copyOf(publishTemplate('watch/352099001700204/readings', FOUR_METRICS), 513)
  stampTime(message, 1_795_248_224_633)
  const [packet] = parsed(message.bytes)
  expect(packet).toMatchObject({
    cmd: 'publish',
    topic: 'watch/352099001700204/readings',
    qos: 1,
    messageId: 513,
  })
  expect(JSON.parse(String((packet as { payload: Buffer }).payload))).toEqual({
    time: 1_795_248_224_633,
    heartRate: 72,
    systolic: 128,
    diastolic: 81,
    spo2: 97,
  })
})

it('hears every acknowledgement however the network cuts it', () => {
  const stream = Buffer.from([0x20, 2, 0, 0, 0x40, 2, 0, 7, 0x40, 2, 1, 2])
  for (const cut of [1, 2, 3, 5, 7]) {
    const acked: number[] = []
    let welcome = -1
    const scan = createAckScanner(
      (id) => acked.push(id),
      (code) => (welcome = code),
    )
    for (let at = 0; at < stream.length; at += cut)
      scan(stream.subarray(at, at + cut), Math.min(cut, stream.length - at))
    expect([welcome, acked]).toEqual([0, [7, 258]])
  }
})
