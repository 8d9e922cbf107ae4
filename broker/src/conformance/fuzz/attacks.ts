import { generate } from 'mqtt-packet'
import { anyPacket, hello, type Identity } from './corpus.ts'
import type { Random } from './random.ts'

/** What is sent, piece by piece, and whether the connection is then left open instead of closed. */
export type Attack = { name: string; pieces: Buffer[]; isLeftOpen?: boolean }

type Make = (identity: Identity, random: Random) => Omit<Attack, 'name'>

const session = (identity: Identity, random: Random): Buffer =>
  Buffer.concat([
    hello(identity, random),
    ...Array.from({ length: 1 + random.below(6) }, () => anyPacket(identity, random)),
  ])

/** A byte changed, one more, one less, or a stretch of it twice. */
function spoil(bytes: Buffer, random: Random): Buffer {
  const at = random.below(bytes.length)
  const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
  return random.pick<() => Buffer>([
    () => Buffer.concat([before, random.bytes(1), after.subarray(1)]),
    () => Buffer.concat([before, random.bytes(1 + random.below(4)), after]),
    () => Buffer.concat([before, after.subarray(1 + random.below(4))]),
    () => Buffer.concat([before, after.subarray(0, random.below(40)), after]),
  ])()
}

const CUT = 3
const FILTERS = 10_000

const makers: Record<string, Make> = {
  mutated: (identity, random) => {
    let bytes = session(identity, random)
    for (let times = random.below(4); times >= 0; times--) bytes = spoil(bytes, random)
    return { pieces: [bytes] }
  },
  'mutated after sign-in': (identity, random) => ({
    pieces: [hello(identity, random), spoil(session(identity, random), random)],
  }),
  cut: (identity, random) => {
    const bytes = session(identity, random)
    return { pieces: [bytes.subarray(0, random.below(bytes.length))] }
  },
  'byte by byte': (identity, random) => {
    const bytes = session(identity, random).subarray(0, 60)
    return { pieces: [...bytes].map((byte) => Buffer.from([byte])) }
  },
  noise: (_identity, random) => ({ pieces: [random.bytes(1 + random.below(400))] }),
  oversized: (identity, random) => ({
    pieces: [
      ...(random.below(2) ? [hello(identity, random)] : []),
      Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]),
      Buffer.alloc(100_000, 97),
    ],
  }),
  'a length without end': (identity, random) => ({
    pieces: [
      hello(identity, random),
      Buffer.from([0x30, ...Array.from({ length: CUT + random.below(6) }, () => 0xff)]),
    ],
  }),
  'no UTF-8': (identity, random) => {
    const name = random.bytes(1 + random.below(20))
    const body = Buffer.concat([Buffer.from([0, name.length]), name])
    return { pieces: [hello(identity, random), Buffer.from([0x30, body.length]), body] }
  },
  'a bomb of filters': (identity, random) => {
    const prefix = random.pick(['', identity.topic, '/gw/'])
    const subscriptions = Array.from({ length: FILTERS }, (_, index) => ({
      topic: `${prefix}${index}`,
      qos: 0 as const,
    })).slice(0, random.pick([FILTERS, 2_000]))
    return { pieces: [hello(identity, random), generate({ cmd: 'subscribe', messageId: 1, subscriptions })] }
  },
  'a filter of a thousand levels': (identity, random) => {
    const topic = Array.from({ length: 1_000 }, () => random.pick(['a', '+', ''])).join('/')
    const subscribe = generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic, qos: 1 }] })
    return { pieces: [hello(identity, random), subscribe] }
  },
  'QoS 2 without an end': (identity, random) => ({
    pieces: [
      hello(identity, random),
      ...Array.from({ length: 200 }, (_, index) =>
        generate({
          cmd: 'publish',
          topic: identity.topic,
          payload: '{}',
          qos: 2,
          dup: false,
          retain: false,
          messageId: index + 1,
        }),
      ),
    ],
  }),
  'half open': (identity, random) => ({
    pieces: [hello(identity, random).subarray(0, random.below(20))],
    isLeftOpen: true,
  }),
}

const NAMES = Object.keys(makers)

/** The next attack of this seed. */
export function nextAttack(identity: Identity, random: Random): Attack {
  const name = NAMES[random.below(NAMES.length)] ?? 'noise'
  return { name, ...(makers[name]?.(identity, random) ?? { pieces: [] }) }
}
