import { describe, expect, it } from 'vitest'
import { bytesHeld } from '../testing/collect.ts'
import { INPUTS, hostileMessage, seeded } from '../testing/hostile.ts'
import { recordedMessages } from '../testing/recorded.ts'
import type { ScanContext, Scan } from '../gateway-codec.ts'
import { gatewayCodecs } from './gateways.ts'
import { examples } from '../examples/gateways.ts'
import { gatewayFormatOf } from './guess-gateway.ts'
import { readParts } from './read-advertisement.ts'

const KEPT_AT_MOST = 24 * 2 ** 20

const noon = Date.parse('2026-11-21T12:00:00Z')
const key = Buffer.from('231d39c1d7cc1ab1aee224cd096db932', 'hex')
const context: ScanContext = {
  receivedAt: noon,
  keyOf: (mac) => (mac.endsWith('5') ? key : undefined),
  readParts,
}

const ranges = {
  temperature: [-60, 100],
  humidity: [0, 100],
  battery: [1, 100],
  batteryMv: [500, 15_000],
  illuminanceLux: [0, 200_000],
} as const

function faultIn({ sightings, rejects, isOnline }: Scan): string | undefined {
  if (typeof isOnline !== 'boolean' || rejects.length > 5) return 'scan'
  if (rejects.some(({ detail }) => detail.length > 64)) return 'detail'
  for (const { mac, rssi, time, facts, name, ibeacon } of sightings) {
    if (!/^[0-9a-f]{12}$/.test(mac)) return `mac ${mac}`
    if (!(rssi >= -127 && rssi <= 20)) return `rssi ${rssi}`
    if (!Number.isSafeInteger(time) || time > noon + 300_000) return `time ${time}`
    if (name !== undefined && (name === '' || name.length > 64 || name.includes('\0'))) return `name ${name}`
    if (ibeacon && !/^[0-9a-f]{32}$/.test(ibeacon.uuid)) return `uuid ${ibeacon.uuid}`
    for (const [fact, [min, max]] of Object.entries(ranges)) {
      // Safe: the names are those of the ranges.
      const value = facts[fact as keyof typeof ranges]
      if (value !== undefined && !(value >= min && value <= max)) return `${fact} ${value}`
    }
  }
  return undefined
}

describe('whatever a gateway may send', () => {
  for (const [format, codec] of Object.entries(gatewayCodecs)) {
    const known = [...recordedMessages(format), ...(examples[format] ?? [])]
    const topics = [...new Set(known.map(({ topic }) => topic))]
    const seeds = known.map(({ payload }) => payload)
    it(
      `${format} is survived, and nothing comes of it that no sensor can measure`,
      { timeout: 120_000 },
      () => {
        const random = seeded(20_261_121)
        const before = bytesHeld()
        const faults: string[] = []
        for (let times = 0; times < INPUTS; times++) {
          const payload = hostileMessage(seeds, random)
          const topic = topics[times % topics.length] ?? ''
          const fault = faultIn(codec(topic, payload, context))
          if (fault) faults.push(`${fault} of ${Buffer.from(payload).toString('base64')}`)
          if (times % 20 === 0) gatewayFormatOf(topic, payload)
        }
        expect(faults).toEqual([])
        expect(bytesHeld() - before).toBeLessThan(KEPT_AT_MOST)
      },
    )
  }
})
