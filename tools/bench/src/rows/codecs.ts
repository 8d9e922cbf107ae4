import { readAdvertisement, readParts } from '@carewatch/devices/registry/read-advertisement'
import { isFormatName } from '@carewatch/contracts/formats'
import { codecOf } from '@carewatch/devices/registry/watch-codecs'
import { gatewayCodecs } from '@carewatch/devices/registry/gateways'
import { examples as gatewaySamples } from '@carewatch/devices/examples/gateways'
import { framesOf } from '@carewatch/devices/kit/frames'
import { type ProtocolName, protocols } from '@carewatch/devices/registry/protocols'
import { examples as watchSamples } from '@carewatch/devices/examples/watches'
import type { Bench } from '../bench.ts'
import type { Figure } from '../figures.ts'
import { advertisements } from '../load/advertisements.ts'

const WARM_MS = 150
const MEASURE_MS = 350
/** The clock is looked at once in so many rounds. */
const ROUNDS = 200
const TEXTS = 50_000
const ADVERTISEMENTS = 100_000
const MAC = 'a4c138112233'

/** Messages a second on this one core. */
function rateOf(messages: number, decodeAll: () => void): number {
  const run = (forMs: number): number => {
    const startedAt = performance.now()
    let rounds = 0
    do {
      for (let round = 0; round < ROUNDS; round++) decodeAll()
      rounds += ROUNDS
    } while (performance.now() - startedAt < forMs)
    return (rounds * messages * 1_000) / (performance.now() - startedAt)
  }
  run(WARM_MS)
  return run(MEASURE_MS)
}

const row = (name: string, value: number, least: number): Figure => ({
  name: `decoded on one core: ${name}`,
  unit: '/s',
  value,
  limits: [],
  target: { least },
})

function ofProtocol(name: ProtocolName): Figure {
  const protocol = protocols[name]
  const context = { receivedAt: Date.now(), utcOffsetMinutes: 0 }
  const frames = watchSamples[name].flatMap(
    (sample) => framesOf(protocol, Buffer.from(sample, 'latin1')).frames,
  )
  const rate = rateOf(frames.length, () => frames.forEach((frame) => protocol.read(frame, context)))
  return row(name, rate, TEXTS)
}

function ofOwnTracks(): Figure {
  const codec = codecOf('owntracks')
  const receivedAt = Date.now()
  const payloads = watchSamples.owntracks.map((text) => Buffer.from(text))
  return row(
    'owntracks',
    rateOf(payloads.length, () => payloads.forEach((one) => codec('', one, receivedAt))),
    TEXTS,
  )
}

function ofGateway(name: string): Figure[] {
  const codec = isFormatName(name) ? gatewayCodecs[name] : undefined
  const messages = gatewaySamples[name]
  if (!codec || !messages?.length) return []
  const context = { receivedAt: Date.now(), keyOf: () => undefined, readParts }
  const rate = rateOf(messages.length, () => {
    for (const { topic, payload } of messages) codec(topic, payload, context)
  })
  return [row(name, rate, TEXTS)]
}

/** How many messages of each format are understood a second, and how many advertisements of each family. */
export async function codecRows(bench: Bench): Promise<Figure[]> {
  bench.progress('decode rates, a codec at a time')
  // Safe: the keys of the object itself.
  const names = Object.keys(protocols) as ProtocolName[]
  return [
    ...names.map(ofProtocol),
    ofOwnTracks(),
    ...Object.keys(gatewaySamples).flatMap(ofGateway),
    ...Object.entries(advertisements).map(([name, adv]) =>
      row(
        `${name} advertisement`,
        rateOf(1, () => void readAdvertisement(adv, undefined, { mac: MAC })),
        ADVERTISEMENTS,
      ),
    ),
  ]
}
