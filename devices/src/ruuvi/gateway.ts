import { type BeaconFacts, measured, numbered } from '../advertisements/facts.ts'
import { type GatewayCodec, type ScanContext, emptyScan } from '../gateway-codec.ts'
import { ascii } from '../kit/bytes.ts'
import { type Fields, hexIn, isFields, macIn, numberIn, readJson, rssiIn } from '../kit/json.ts'
import {
  addSightings,
  type RawSighting,
  presence,
  rejected,
  timeOfSeconds,
} from '../advertisements/sighting.ts'

/** Ruuvi Gateway: one tag a message, or many in what it sends elsewhere. */
export const ruuviGateway: GatewayCodec = (topic, payload, context) => {
  const body = readJson(payload)
  if (topic.endsWith('/gw_status')) return status(body, payload)
  if (!isFields(body)) return rejected(body === undefined ? 'json' : 'shape', 'ruuvi')
  const rows = tagsIn(topic, body).map(([mac, tag]) => rawSightingOf(mac, tag, context))
  const rawSightings = rows.filter((row) => row !== undefined)
  if (rawSightings.length === 0) return rejected('shape', 'ruuvi')
  const scan = emptyScan()
  addSightings(scan, rawSightings, context)
  return scan
}

function status(body: unknown, payload: Uint8Array) {
  const state = isFields(body) ? body.state : ascii(payload).trim()
  return state === 'online' || state === 'offline'
    ? presence(state === 'online')
    : rejected('shape', 'ruuvi status')
}

/** Each tag's address and what was heard of it. */
export function tagsIn(topic: string, body: Fields): [mac: unknown, tag: Fields][] {
  const inner = isFields(body.data) ? body.data : body
  if (isFields(inner.tags)) {
    return Object.entries(inner.tags).filter((entry): entry is [string, Fields] => isFields(entry[1]))
  }
  return [[topic.split('/').at(-1), body]]
}

function rawSightingOf(address: unknown, tag: Fields, { receivedAt }: ScanContext): RawSighting | undefined {
  const mac = macIn(address)
  const rssi = rssiIn(tag.rssi)
  if (mac === undefined || rssi === undefined) return undefined
  const seconds = numberIn(tag.ts) ?? numberIn(tag.timestamp) ?? numberIn(tag.gwts)
  return {
    mac,
    rssi,
    time: timeOfSeconds(seconds, receivedAt),
    adv: hexIn(tag.data),
    facts: factsOf(tag),
  }
}

function factsOf(tag: Fields): BeaconFacts {
  const facts: BeaconFacts = {}
  const voltage = numberIn(tag.voltage)
  measured(facts, 'temperature', numberIn(tag.temperature))
  measured(facts, 'humidity', numberIn(tag.humidity))
  measured(facts, 'batteryMv', voltage === undefined ? undefined : voltage * 1000)
  measured(facts, 'illuminanceLux', numberIn(tag.luminosity))
  numbered(facts, numberIn(tag.measurementSequenceNumber))
  return facts
}
