import type { BeaconFacts } from '../advertisements/facts.ts'
import { describe, expect, it } from 'vitest'
import { bytesHeld } from '../testing/collect.ts'
import { INPUTS, hostileMessage, seeded } from '../testing/hostile.ts'
import { recordedMessages } from '../testing/recorded.ts'
import { advertisementOf } from '../advertisements/advertisement.ts'
import { readAdvertisement, readParts } from './read-advertisement.ts'
import { makerReaders, serviceReaders } from './advertisement-readers.ts'

const KEPT_AT_MOST = 24 * 2 ** 20
const mac = '5448e68f80a5'
const key = Buffer.from('231d39c1d7cc1ab1aee224cd096db932', 'hex')

const seeds = [
  'adv-bthome-v2',
  'adv-minew',
  'adv-moko',
  'adv-ruuvi',
  'adv-eddystone',
  'adv-ibeacon',
  'adv-structure',
  'adv-xiaomi-atc-pvvx',
  'adv-govee',
  'adv-inkbird',
  'adv-shelly-blu',
  'adv-xiaomi-mibeacon',
  'adv-room-sensors-other',
].flatMap((format) => recordedMessages(format).flatMap(({ payload }) => bodiesIn(payload)))
const bodies = [
  ...seeds,
  Buffer.from('40002e01641e012e34451601', 'hex'),
  Buffer.from('a1016315803200aabbccddeeff', 'hex'),
]

/** As bytes, or the bytes that are named in it. */
function bodiesIn(payload: Uint8Array): Uint8Array[] {
  const found = Buffer.from(payload)
    .toString()
    .matchAll(/"(?:servicedata|manufacturerdata)":"([0-9a-f]+)"/g)
  const named = [...found].map(([, digits]) => Buffer.from(digits ?? '', 'hex'))
  return named.length > 0 ? named : [payload]
}

const ranges = {
  temperature: [-60, 100],
  humidity: [0, 100],
  battery: [1, 100],
  batteryMv: [500, 15_000],
  illuminanceLux: [0, 200_000],
  packetId: [0, 255],
} as const

function faultIn(facts: BeaconFacts): string | undefined {
  for (const [fact, value] of Object.entries(facts)) {
    if (!Object.hasOwn(ranges, fact)) {
      if (typeof value !== 'boolean' && !fact.startsWith('button')) return `${fact} ${String(value)}`
      continue
    }
    // Safe: it was just looked for.
    const [min, max] = ranges[fact as keyof typeof ranges]
    if (typeof value !== 'number' || !(value >= min && value <= max)) return `${fact} ${String(value)}`
  }
  return undefined
}

const names = ['', 'sps', 'TP357', 'P MAG 01', 'ATC_01', 'GVH5106_01', 'MONIT', 'SBDW-002C']

describe('whatever a beacon may send', () => {
  const services = [...serviceReaders.keys(), 0x1234].map((uuid) => ({ uuid, maker: undefined }))
  // One number of those that the same reader reads.
  const makers = [
    ...new Map([...makerReaders].map(([maker, [reader]]) => [reader, maker])).values(),
    0xffff,
  ].map((maker) => ({ uuid: undefined, maker }))
  for (const { uuid, maker } of [...services, ...makers]) {
    const what = uuid === undefined ? `maker ${maker?.toString(16)}` : `service ${uuid.toString(16)}`
    it(
      `of ${what} is survived, and nothing comes of it that no sensor can measure`,
      { timeout: 60_000 },
      () => {
        const random = seeded(20_261_121)
        const before = bytesHeld()
        const faults: string[] = []
        for (let times = 0; times < INPUTS; times++) {
          const body = hostileMessage(bodies, random)
          const own =
            maker === undefined ? [] : [Buffer.concat([Uint8Array.of(maker & 0xff, maker >> 8), body])]
          const { facts } = advertisementOf(
            {
              name: names[times % names.length] ?? '',
              services: uuid === undefined ? [] : [{ uuid, data: body }],
              uuids: [],
              makers: own,
              mac,
              key: times % 50 === 0 ? key : undefined,
            },
            readParts,
          )
          const fault = faultIn(facts)
          if (fault) faults.push(`${fault} of ${Buffer.from(body).toString('hex')}`)
        }
        expect(faults).toEqual([])
        expect(bytesHeld() - before).toBeLessThan(KEPT_AT_MOST)
      },
    )
  }

  it('as a whole is survived', { timeout: 60_000 }, () => {
    const random = seeded(7)
    const faults: string[] = []
    for (let times = 0; times < INPUTS; times++) {
      const [adv, rsp] = [hostileMessage(bodies, random), hostileMessage(bodies, random)]
      const fault = faultIn(readAdvertisement(adv, rsp, { mac, key: undefined }).facts)
      if (fault) faults.push(`${fault} of ${Buffer.from(adv).toString('hex')}`)
    }
    expect(faults).toEqual([])
  })
})
