import { type BeaconFacts, measured, numbered, flagged, pressed } from '../advertisements/facts.ts'
import { beaconButtons } from '@carewatch/contracts/rooms'
import { modelOf } from '../advertisements/advertisement.ts'
import { UNKNOWN_SERVICE } from '../advertisements/read.ts'
import { pressOf } from '../bthome/advertisement.ts'
import { type GatewayCodec, emptyScan, type Sighting } from '../gateway-codec.ts'
import { ascii } from '../kit/bytes.ts'
import {
  type Fields,
  flagIn,
  ibeaconIn,
  isFields,
  macIn,
  numberIn,
  readJson,
  rssiIn,
  textIn,
} from '../kit/json.ts'
import {
  addSightings,
  type RawSighting,
  presence,
  rejected,
  UNKNOWN_RSSI,
} from '../advertisements/sighting.ts'

const WILL = /\/LWT$/
/** It speaks of itself, or of another radio. */
const SYSTEM = /\/((?!BTto)[A-Za-z0-9]+toMQTT|version|commands)(\/|$)/

/** OpenMQTTGateway and Theengs Gateway: a beacon a message, mostly read already. */
export const openMqtt: GatewayCodec = (topic, payload, context) => {
  if (WILL.test(topic)) return will(ascii(payload).trim())
  if (SYSTEM.test(topic)) return emptyScan()
  const body = readJson(payload)
  if (body === undefined) return rejected('json', 'openmqtt')
  if (!isFields(body)) return rejected('shape', 'openmqtt')
  // That a beacon is absent is no sighting of it.
  if (body.presence === 'absent') return emptyScan()
  const row = readOpenMqtt(topic, body, context.receivedAt)
  if (!row) return rejected('shape', 'openmqtt')
  const scan = emptyScan()
  addSightings(scan, [row], context)
  return scan
}

function will(word: string) {
  return word === 'online' || word === 'offline' ? presence(word === 'online') : rejected('shape', 'will')
}

/** Whose it is: itself says so, or the topic. */
export const openMqttMac = (topic: string, body: Fields): string | undefined =>
  macIn(body.id) ?? macIn(body.mac) ?? macIn(topic.split('/').at(-1))

export function readOpenMqtt(topic: string, body: Fields, receivedAt: number): RawSighting | undefined {
  const mac = openMqttMac(topic, body)
  if (mac === undefined) return undefined
  const ibeacon = ibeaconIn({ uuid: body.uuid, major: body.major, minor: body.minor })
  const seems = seemsBy.get(textIn(body.type) ?? '')
  return {
    mac,
    rssi: rssiIn(body.rssi) ?? UNKNOWN_RSSI,
    time: receivedAt,
    name: textIn(body.name),
    services: serviceIn(body),
    makers: makersIn(body),
    facts: factsOf(body),
    model: modelIn(body),
    ...(ibeacon && { ibeacon }),
    ...(seems && { seems }),
  }
}

/** By the sensor lists' kinds. */
const seemsBy: ReadonlyMap<string, Sighting['seems']> = new Map([
  ['THB', 'CLIMATE'],
  ['THBX', 'CLIMATE'],
  ['AIR', 'CLIMATE'],
  ['BTN', 'BUTTON'],
  ['BCON', 'TAG'],
  ['TRACK', 'TAG'],
  ['ACEL', 'TAG'],
])

function modelIn(body: Fields): string | undefined {
  const [brand, model] = [textIn(body.brand), textIn(body.model)]
  return model && modelOf({ brand: brand ?? 'GENERIC', model, id: '', kind: '' })
}

const HEX = /^([0-9a-f]{2})+$/i
/** Hexadecimal, unless parts of it are hidden. */
const bytesIn = (value: unknown): Uint8Array | undefined =>
  typeof value === 'string' && HEX.test(value) ? Buffer.from(value, 'hex') : undefined

const makersIn = (body: Fields): Uint8Array[] => {
  const maker = bytesIn(body.manufacturerdata)
  return maker && maker.length >= 2 ? [maker] : []
}

function serviceIn(body: Fields): { uuid: number; data: Uint8Array }[] {
  const data = bytesIn(body.servicedata)
  const uuid = Number.parseInt(String(textIn(body.servicedatauuid)).replace(/^0x/i, ''), 16)
  return data ? [{ uuid: Number.isNaN(uuid) ? UNKNOWN_SERVICE : uuid, data }] : []
}

export function factsOf(body: Fields): BeaconFacts {
  const facts: BeaconFacts = {}
  const volts = numberIn(body.volt)
  const contact = textIn(body.contact)
  measured(facts, 'temperature', temperatureIn(body))
  measured(facts, 'humidity', numberIn(body.hum))
  measured(facts, 'battery', numberIn(body.batt))
  measured(facts, 'batteryMv', volts === undefined ? undefined : volts * 1000)
  measured(facts, 'illuminanceLux', numberIn(body.lux))
  numbered(facts, numberIn(body.packet))
  flagged(facts, 'door', flagIn(body.open) ?? (contact === undefined ? undefined : contact !== 'closed'))
  flagged(facts, 'motion', flagIn(body.motion) ?? flagIn(body.presence))
  flagged(facts, 'water', flagIn(body.water) ?? flagIn(body.leak) ?? flagIn(body.wet))
  for (const name of ['smoke', 'gas', 'carbon_monoxide']) flagged(facts, 'smoke', flagIn(body[name]))
  flagged(facts, 'tamper', flagIn(body.tamper))
  flagged(facts, 'vibration', flagIn(body.vibration))
  flagged(facts, 'isLowOnBattery', flagIn(body.lowbatt))
  // Of a remote with several they are numbered from the first.
  for (const [index, name] of beaconButtons.entries()) pressed(facts, index, pressOf(numberIn(body[name])))
  pressed(facts, 0, pressOf(numberIn(body.button1)))
  return facts
}

function temperatureIn(body: Fields): number | undefined {
  const fahrenheit = numberIn(body.tempf)
  return (
    numberIn(body.tempc) ??
    // The oldest said it so.
    numberIn(body.tem) ??
    (fahrenheit === undefined ? undefined : (fahrenheit - 32) / 1.8)
  )
}
