import { defaultSettings } from '@carewatch/contracts/default-settings'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { metricById, metrics } from '@carewatch/contracts/metrics'
import { expect, it } from 'vitest'
import { bytesOf } from '../testing/case.ts'
import { INPUTS } from '../testing/hostile.ts'
import { recordedCases } from '../testing/recorded.ts'
import type { Decoded } from '../codec.ts'
import { crc16 } from '../kit/crc16.ts'
import { framesOf } from '../kit/frames.ts'
import { protocols } from './protocols.ts'
import { owntracks } from '../owntracks/owntracks.ts'
import { examples } from '../examples/watches.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const context = { receivedAt: noon, utcOffsetMinutes: 0 }
const MAX_GROWTH = 16 * 2 ** 20

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const examplesOf = (name: keyof typeof examples): Buffer[] => [
  ...examples[name].map((text) => Buffer.from(text, 'latin1')),
  ...recordedCases(name)
    .filter((one) => one.direction === 'from-device')
    .map((one) => Buffer.from(bytesOf(one))),
]

/** The same numbers in the same order each time. */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const SIGNS = Buffer.from('#[]*,|@!{}"\\:;&\u0000\u00ab\u00fc\u00af\u00ff0123456789AVNSEW-.}\u0001', 'latin1')

function mutated(inputs: readonly Buffer[], random: (below: number) => number): Buffer {
  const pick = (): Buffer => inputs[random(inputs.length)] ?? Buffer.alloc(0)
  let bytes = Buffer.from(pick())
  if (random(32) === 0) bytes = Buffer.from(Array.from({ length: random(96) }, () => random(256)))
  for (let left = random(4); left > 0; left--) {
    const at = random(bytes.length + 1)
    const to = Math.min(bytes.length, at + random(12))
    const change = random(6)
    if (change === 0) bytes = Buffer.concat([bytes.subarray(0, at), bytes.subarray(to)])
    else if (change === 1) bytes = Buffer.concat([bytes.subarray(0, to), bytes.subarray(at)])
    else if (change === 2) bytes = Buffer.concat([bytes.subarray(0, at), pick().subarray(0, 256)])
    else if (change === 3) bytes = bytes.subarray(0, at)
    else if (at < bytes.length) bytes[at] = change === 4 ? random(256) : (SIGNS[random(SIGNS.length)] ?? 0)
  }
  return bytes
}

/** A checksum that is right lets what was spoilt be read. */
function mendEview(frame: Uint8Array): Uint8Array {
  const mended = Buffer.from(frame)
  if (mended.length > 8) mended.writeUInt16LE(crc16(mended.subarray(8)), 4)
  return mended
}

function checkFacts({ readings, positions, events, rejects }: Decoded): void {
  for (const { metric, time, value } of readings) {
    const { min, max } = metrics[metricById(metric) ?? 'heartRate'].range
    if (!(value >= min && value <= max && Number.isSafeInteger(time) && time <= noon + 300_000)) {
      throw new Error(`reading ${metric} ${value} at ${time}`)
    }
  }
  for (const { lat, lng, time } of positions) {
    const isPlace = Math.abs(lat) <= 90 && Math.abs(lng) <= 180 && (lat !== 0 || lng !== 0)
    if (!isPlace || !Number.isSafeInteger(time)) throw new Error(`position ${lat} ${lng} at ${time}`)
  }
  for (const { time } of events) if (!Number.isSafeInteger(time)) throw new Error(`event at ${time}`)
  if (rejects.length > 5 || rejects.some(({ detail }) => detail.length > 64)) throw new Error('rejects')
}

/** Runs all inputs, and says by how much the memory in use grew after the first tenth. */
function growthOf(run: (input: Buffer) => void, inputs: readonly Buffer[]): number {
  const random = randomFrom(7)
  let before = 0
  for (let count = 0; count < INPUTS; count++) {
    run(mutated(inputs, random))
    if (count === INPUTS / 10) {
      collect()
      before = process.memoryUsage().heapUsed
    }
  }
  collect()
  return process.memoryUsage().heapUsed - before
}

const names = Object.keys(protocols) as (keyof typeof protocols)[]

it.each(names)(
  '%s survives 200,000 broken messages, and believes nothing that cannot be',
  { timeout: 120_000 },
  (name) => {
    const protocol = protocols[name]
    const growth = growthOf((input) => {
      const { frames, taken } = framesOf(protocol, input)
      if (taken > input.length) throw new Error(`took ${taken} of ${input.length} bytes`)
      for (const frame of frames.length > 0 ? frames : [input]) {
        checkFacts(protocol.read(name === 'pendant-eview' ? mendEview(frame) : frame, context).decoded)
      }
    }, examplesOf(name))
    expect(growth).toBeLessThan(MAX_GROWTH)
  },
)

it(
  'owntracks survives 200,000 broken messages, and believes nothing that cannot be',
  { timeout: 120_000 },
  () => {
    const growth = growthOf((input) => checkFacts(owntracks('', input, noon)), examplesOf('owntracks'))
    expect(growth).toBeLessThan(MAX_GROWTH)
  },
)

it.each(names)('%s tells whatever a person may write without breaking a frame', (name) => {
  const broken: string[] = []
  const random = randomFrom(11)
  const text = (): string =>
    Array.from({ length: random(32) + 1 }, () =>
      String.fromCharCode(random(3) === 0 ? random(65_536) : random(128)),
    ).join('')
  const contact = () => ({ name: text(), number: text() })
  for (let count = 0; count < 2_000; count++) {
    const settings = {
      ...defaultSettings,
      autoAnswer: true,
      sosContacts: [contact(), contact(), contact()],
      phonebook: Array.from({ length: 10 }, contact),
    }
    const to = { imei: '353456789012345', address: '', serial: count, now: noon, utcOffsetMinutes: 0 }
    for (const { bytes } of protocols[name].encodeSettings(settings, to)) {
      const sent = Buffer.from(bytes)
      const isWhole =
        name === 'watch-iw'
          ? sent.indexOf(0x23) === sent.length - 1
          : framesOf(protocols[name], sent).taken === sent.length &&
            framesOf(protocols[name], sent).frames.length === 1
      if (!isWhole) broken.push(sent.toString('latin1'))
    }
  }
  expect(broken).toEqual([])
})
