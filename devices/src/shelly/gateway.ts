import { pressOf } from '../bthome/advertisement.ts'
import { beaconButtons } from '@carewatch/contracts/rooms'
import { firmwareSightings } from './firmware.ts'
import { type BeaconFacts, measured, numbered, flagged, pressed } from '../advertisements/facts.ts'
import { type GatewayCodec, emptyScan } from '../gateway-codec.ts'
import { ascii } from '../kit/bytes.ts'
import { type Fields, flagIn, isFields, macIn, numberIn, readJson, rssiIn } from '../kit/json.ts'
import {
  addSightings,
  type RawSighting,
  presence,
  rejected,
  timeOfSeconds,
  UNKNOWN_RSSI,
} from '../advertisements/sighting.ts'

export type ShellyData = { fields: Fields; seconds: number | undefined }

/** Shellies that pass on what Shelly's sensors say, by a script: told by BTHome's version, whatever the event is called. */
export const shelly: GatewayCodec = (topic, payload, context) => {
  if (topic.endsWith('/online')) return presence(ascii(payload).trim() === 'true')
  const body = readJson(payload)
  if (!isFields(body)) return rejected(body === undefined ? 'json' : 'shape', 'shelly')
  const scan = emptyScan()
  const rows = shellyData(body).map((data) => rawSightingOf(topic, data, context.receivedAt))
  addSightings(
    scan,
    [...rows.filter((row) => row !== undefined), ...firmwareSightings(body, context.receivedAt)],
    context,
  )
  return scan
}

/** What sensors say in a message, whichever of its shapes it has; keys in small letters. */
export function shellyData(body: Fields): ShellyData[] {
  const params = isFields(body.params) ? body.params : undefined
  if (!params) return [body, body.data].flatMap((one) => dataIn(one, numberIn(body.ts)))
  const events = Array.isArray(params.events) ? params.events.filter(isFields) : []
  return events.flatMap(({ data, ts }) => dataIn(data, numberIn(ts) ?? numberIn(params.ts)))
}

function dataIn(value: unknown, seconds: number | undefined): ShellyData[] {
  if (!isFields(value)) return []
  const fields: Fields = Object.create(null)
  for (const name of Object.keys(value)) fields[name.toLowerCase()] = value[name]
  return fields.bthome_version === undefined ? [] : [{ fields, seconds }]
}

export const shellyMac = (topic: string, { address, addr }: Fields): string | undefined =>
  macIn(address) ?? macIn(addr) ?? macIn(topic.split('/').at(-1))

function rawSightingOf(
  topic: string,
  { fields, seconds }: ShellyData,
  receivedAt: number,
): RawSighting | undefined {
  const mac = shellyMac(topic, fields)
  if (mac === undefined) return undefined
  return {
    mac,
    rssi: rssiIn(fields.rssi) ?? UNKNOWN_RSSI,
    time: timeOfSeconds(seconds, receivedAt),
    facts: shellyFacts(fields),
  }
}

/** Of several of the same, in a list, the first. */
const first = (value: unknown): unknown => (Array.isArray(value) ? value[0] : value)

export function shellyFacts(fields: Fields): BeaconFacts {
  const facts: BeaconFacts = {}
  const number = (name: string): number | undefined => numberIn(first(fields[name]))
  measured(facts, 'temperature', number('temperature'))
  measured(facts, 'humidity', number('humidity'))
  measured(facts, 'battery', number('battery'))
  measured(facts, 'illuminanceLux', number('illuminance'))
  numbered(facts, number('pid'))
  flagged(facts, 'motion', flagIn(first(fields.motion)))
  flagged(
    facts,
    'door',
    flagIn(first(fields.window)) ?? flagIn(first(fields.door)) ?? flagIn(first(fields.opening)),
  )
  flagged(facts, 'water', flagIn(first(fields.moisture)))
  for (const name of ['smoke', 'gas', 'carbon_monoxide']) flagged(facts, 'smoke', flagIn(first(fields[name])))
  flagged(facts, 'tamper', flagIn(first(fields.tamper)))
  flagged(facts, 'vibration', flagIn(first(fields.vibration)))
  for (const [index, one] of [fields.button].flat().entries()) pressed(facts, index, pressOf(numberIn(one)))
  for (const index of beaconButtons.keys())
    pressed(facts, index, pressOf(numberIn(fields[`button_${index + 1}`])))
  return facts
}
