import { type BeaconFacts, measured } from '../advertisements/facts.ts'
import { type GatewayCodec, emptyScan } from '../gateway-codec.ts'
import { ascii } from '../kit/bytes.ts'
import { type Fields, ibeaconIn, isFields, macIn, numberIn, readJson, rssiIn, textIn } from '../kit/json.ts'
import { addSightings, type RawSighting, presence, rejected } from '../advertisements/sighting.ts'

/** ESPresense: what a node in a room hears, a beacon a message. */
export const espresense: GatewayCodec = (topic, payload, context) => {
  const [, kind, , leaf, more] = topic.split('/')
  if (kind === 'rooms') return room(leaf, payload)
  // Below a beacon's topic stand its values once more, one by one.
  if (kind !== 'devices' || more !== undefined) return emptyScan()
  const body = readJson(payload)
  if (body === undefined) return rejected('json', 'espresense')
  const row = isFields(body) ? readEspresense(topic, body, context.receivedAt) : undefined
  if (!row) return rejected('shape', 'espresense')
  const scan = emptyScan()
  addSightings(scan, [row], context)
  return scan
}

function room(leaf: string | undefined, payload: Uint8Array) {
  const word = ascii(payload).trim()
  return leaf === 'status' && (word === 'online' || word === 'offline')
    ? presence(word === 'online')
    : emptyScan()
}

const SHORT = /^[0-9a-f]{9,12}$/

/** It leaves out noughts at the beginning. */
export const espresenseMac = (value: unknown): string | undefined => {
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  return SHORT.test(text) ? text.padStart(12, '0') : macIn(value)
}

const IBEACON = /^iBeacon:([0-9a-fA-F-]{32,36})-(\d+)-(\d+)$/

export function espresenseBeacon(id: string | undefined) {
  const parts = IBEACON.exec(id ?? '')
  return parts ? ibeaconIn({ uuid: parts[1], major: parts[2], minor: parts[3] }) : undefined
}

const KNOWN = /^known:/

export function readEspresense(topic: string, body: Fields, receivedAt: number): RawSighting | undefined {
  const id = textIn(body.id, 128) ?? topic.split('/')[2]
  const mac = espresenseMac(body.mac) ?? espresenseMac(id?.replace(KNOWN, ''))
  const rssi = rssiIn(body.rssi)
  if (mac === undefined || rssi === undefined) return undefined
  const ibeacon = espresenseBeacon(id)
  return {
    mac,
    rssi,
    time: receivedAt,
    name: textIn(body.name),
    facts: factsOf(body),
    seems: 'TAG',
    ...(ibeacon && { ibeacon }),
  }
}

function factsOf(body: Fields): BeaconFacts {
  const facts: BeaconFacts = {}
  measured(facts, 'temperature', numberIn(body.temp))
  measured(facts, 'humidity', numberIn(body.rh))
  measured(facts, 'battery', numberIn(body.batt))
  measured(facts, 'batteryMv', numberIn(body.mV))
  return facts
}
