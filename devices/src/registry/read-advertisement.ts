import { type Advertisement, advertisementOf, partsOf } from '../advertisements/advertisement.ts'
import { addFacts } from '../advertisements/facts.ts'
import { type Parts, type Read, type Reader, UNKNOWN_SERVICE } from '../advertisements/read.ts'
import { startsWith, u16le } from '../kit/bytes.ts'
import {
  anyService,
  makerReaders,
  nameReader,
  serviceReaders,
  unknownService,
} from './advertisement-readers.ts'

/** An advertisement and, where there is one, what the same beacon answered when it was asked. */
export function readAdvertisement(
  adv: Uint8Array,
  rsp: Uint8Array | undefined,
  from: { mac: string; key?: Uint8Array | undefined },
): Advertisement {
  return advertisementOf(partsOf(adv, rsp, from), readParts)
}

/** What all parts together say; undefined: nothing that we can read. */
export function readParts(parts: Parts): Read | undefined {
  const named = nameReader(parts.name)
  let all: Read | undefined
  for (const whole of parts.makers) {
    const maker = withoutTail(whole)
    const read = named?.(maker, parts) ?? readBy(makerReaders.get(u16le(maker, 0)), maker, parts)
    all = joined(all, read)
  }
  for (const { uuid, data } of parts.services) {
    all = joined(all, readBy(readersOf(uuid), data, parts))
  }
  return all
}

const TAIL_BYTES = 25
const TAIL = [0x4c, 0x00, 0x02, 0x15]

/** Some radios glue the beacon that a sensor is too behind what the sensor says. */
function withoutTail(maker: Uint8Array): Uint8Array {
  const tail = maker.subarray(-TAIL_BYTES)
  return maker.length > TAIL_BYTES && startsWith(tail, TAIL) ? maker.subarray(0, -TAIL_BYTES) : maker
}

const readersOf = (uuid: number): readonly Reader[] =>
  serviceReaders.get(uuid) ?? (uuid === UNKNOWN_SERVICE ? unknownService : anyService)

function readBy(readers: readonly Reader[] | undefined, body: Uint8Array, parts: Parts): Read | undefined {
  if (!readers) return undefined
  for (const reader of readers) {
    const read = reader(body, parts)
    if (read) return read
  }
  return undefined
}

function joined(all: Read | undefined, read: Read | undefined): Read | undefined {
  if (!all || !read) return all ?? read
  addFacts(all.facts, read.facts)
  const isSensorToo = read.product && (!all.product || all.ibeacon)
  return {
    ...read,
    ...all,
    ...(all.more && read.more && { more: { ...read.more, ...all.more } }),
    // A sensor that is a beacon too is the sensor.
    ...(isSensorToo && { product: read.product }),
  }
}
