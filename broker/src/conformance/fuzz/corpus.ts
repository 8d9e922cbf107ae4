import { generate, type Packet } from 'mqtt-packet'
import type { Random } from './random.ts'

/** Who a fuzzed client signs in as, and where it may publish. */
export type Identity = { username: string; password: string; topic: string }

export function hello({ username, password }: Identity, random: Random): Buffer {
  const clean = random.below(4) > 0
  return generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    // Sessions that last are the broker's to keep: a few, or every run would grow by them.
    clientId: `fuzz-${random.below(clean ? 1_000_000_000 : 5)}`,
    clean,
    keepalive: random.below(60),
    username,
    password: Buffer.from(password),
    ...(random.below(4) === 0 && {
      will: { topic: 'watch/somebody/status', payload: Buffer.from('gone'), qos: 1, retain: true },
    }),
  })
}

/** One valid packet of any kind that a client sends. */
export function anyPacket({ topic }: Identity, random: Random): Buffer {
  const messageId = 1 + random.below(65_535)
  const payload = random.pick(['{"heartRate":72}', '{', '', 'x'.repeat(2_000)])
  const read = { cmd: 'publish', topic, payload, retain: false } as const
  const packets: [Packet, ...Packet[]] = [
    { ...read, qos: 0, dup: false },
    { ...read, qos: 1, dup: random.below(2) === 0, messageId },
    { ...read, qos: 2, dup: false, messageId },
    {
      cmd: 'subscribe',
      messageId,
      subscriptions: [
        { topic, qos: 1 },
        { topic: '#', qos: 0 },
      ],
    },
    { cmd: 'unsubscribe', messageId, unsubscriptions: [topic] },
    { cmd: 'puback', messageId },
    { cmd: 'pubrec', messageId },
    { cmd: 'pubrel', messageId },
    { cmd: 'pubcomp', messageId },
    { cmd: 'pingreq' },
    { cmd: 'disconnect' },
  ]
  return generate(random.pick(packets))
}
