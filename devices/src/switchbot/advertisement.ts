import { macAt, u8 } from '../kit/bytes.ts'
import { measured, flagged } from '../advertisements/facts.ts'
import type { Parts, Product, Read, Reader } from '../advertisements/read.ts'

const product = (id: string, model: string, kind = 'THB'): Product => ({
  brand: 'SwitchBot',
  id,
  model,
  kind,
})
const meter = product('THX1/W230150X', 'Meter (Plus)')
const outdoorMeter = product('W340001X', 'Outdoor Meter')
const motionSensor = product('W110150X', 'Motion Sensor', 'CTMO')
const bot = product('X1', 'Bot', 'UNIQ')
const contactSensor = product('W120150X', 'Contact Sensor', 'CTMO')

/** Tenths, then whole degrees of which the top bit means above zero, then per cent. */
function climate({ facts }: Read, body: Uint8Array, at: number): void {
  const degrees = (u8(body, at + 1) & 0x7f) + (u8(body, at) & 0x0f) / 10
  if (body.length < at + 3) return
  measured(facts, 'temperature', u8(body, at + 1) & 0x80 ? degrees : -degrees)
  measured(facts, 'humidity', u8(body, at + 2) & 0x7f)
}

/** The maker's data of the meters, from the maker's number on; the battery stands in the service data. */
export const switchBotReader: Reader = (body, parts) => {
  if (body.length !== 13 && body.length !== 14) return undefined
  const isOutdoor = body.length === 14 || kindOf(parts) === OUTDOOR
  const read: Read = { facts: {}, product: isOutdoor ? outdoorMeter : meter }
  climate(read, body, 10)
  const mac = macAt(body, 2)
  return mac ? { ...read, mac } : read
}

const OUTDOOR = 0x77
const SERVICES = new Set([0xfd3d, 0x0d00])
const kindOf = ({ services }: Parts): number | undefined =>
  services.find(({ uuid }) => SERVICES.has(uuid))?.data[0]

const battery = ({ facts }: Read, body: Uint8Array): void => measured(facts, 'battery', u8(body, 2) & 0x7f)

const distances = ['long', 'middle', 'short']

function motion(body: Uint8Array): Read {
  const [flags, last] = [u8(body, 1), u8(body, 5)]
  const read: Read = {
    facts: {},
    product: motionSensor,
    more: {
      led: (last & 0x20) !== 0,
      scopetested: (flags & 0x80) !== 0,
      sensingdistance: distances[(last >> 2) & 3],
      lightlevel: (last & 3) === 2 ? 'bright' : 'dark',
    },
  }
  flagged(read.facts, 'motion', (flags & 0x40) !== 0)
  flagged(read.facts, 'light', (last & 3) === 2)
  battery(read, body)
  return read
}

const contacts = ['closed', 'open', 'timeout not closed']

function contact(body: Uint8Array): Read {
  const [flags, state, counts] = [u8(body, 1), u8(body, 3), u8(body, 8)]
  const position = (state >> 1) & 3
  const isBright = (state & 1) !== 0
  const read: Read = {
    facts: {},
    product: contactSensor,
    more: {
      contact: contacts[position],
      lightlevel: isBright ? 'bright' : 'dark',
      in_ct: counts >> 6,
      out_ct: (counts >> 4) & 3,
      push_ct: counts & 0x0f,
      scopetested: (flags & 0x80) !== 0,
    },
  }
  if (position < contacts.length) flagged(read.facts, 'door', position !== 0)
  flagged(read.facts, 'motion', (flags & 0x40) !== 0)
  flagged(read.facts, 'light', isBright)
  battery(read, body)
  return read
}

function meterItself(body: Uint8Array): Read {
  const read: Read = { facts: {}, product: meter }
  battery(read, body)
  climate(read, body, 3)
  return read
}

/** The S1, a finger that presses switches. */
function finger(body: Uint8Array): Read {
  const flags = u8(body, 1)
  const read: Read = {
    facts: {},
    product: bot,
    more: {
      mode: flags & 0x80 ? 'on/off' : 'onestate',
      state: flags & 0x40 ? 'off' : 'on',
    },
  }
  battery(read, body)
  return read
}

function outdoorBattery(body: Uint8Array): Read {
  const read: Read = { facts: {}, product: outdoorMeter }
  battery(read, body)
  return read
}

type Kind = { length: number; read: (body: Uint8Array) => Read }

/** By the first byte. */
const kinds: Record<number, Kind> = {
  0x48: { length: 3, read: finger },
  0x54: { length: 6, read: meterItself },
  0x69: { length: 6, read: meterItself },
  0x73: { length: 6, read: motion },
  0x64: { length: 9, read: contact },
  [OUTDOOR]: { length: 3, read: outdoorBattery },
}

/** Their service data. */
export const switchBotServiceReader: Reader = (body) => {
  // Its top bit says that it can be paired.
  const kind = kinds[u8(body, 0) & 0x7f]
  return kind && body.length >= kind.length ? kind.read(body) : undefined
}
