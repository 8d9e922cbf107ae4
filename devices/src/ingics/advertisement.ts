import { s16le, u16le, u8 } from '../kit/bytes.ts'
import { measured, flagged } from '../advertisements/facts.ts'
import { type IngicsEvent, type IngicsField, ingicsModel, rowsOf } from './models.ts'
import type { Reader } from '../advertisements/read.ts'

type Axes = { x: number; y: number; z: number }

/** What one of Ingics' beacons says; absent: it does not measure that, or nothing just now. */
export type Ingics = {
  code: number
  type: string
  /** Volts. */
  battery?: number
  events: Partial<Record<IngicsEvent | 'boot', boolean>>
  values: Partial<Record<IngicsField, number>>
  accel?: Axes
  accels?: Axes[]
}

/** From its maker's number on. */
export function readIngics(body: Uint8Array): Ingics | undefined {
  const code = u16le(body, 2)
  if (code === 0xbc80 && u16le(body, 0) === 0x59 && isOld(body)) return readOld(body)
  if (code === 0xbc81 || code === 0xbc85 || code === 0xbc86) return readMoves(body, code)
  const rows = rowsOf(code, u16le(body, 0))
  return rows && body.length > rows.typeAt ? readRow(body, { code, ...rows }) : undefined
}

type Layout = { code: number; typeAt: number; models: ReturnType<typeof ingicsModel> }

function readRow(body: Uint8Array, { code, typeAt, models }: Layout): Ingics {
  const model = models[u8(body, typeAt)]
  const battery = s16le(body, 4) / 100
  const read: Ingics = { code, type: model?.name ?? 'Unknown', events: {}, values: {}, ...batteryOf(battery) }
  if (!model) return read
  let at = 7
  for (const field of model.fields) {
    if (field === 'accel') read.accel = axes(body, at)
    else readField(read, field, { raw: u16le(body, at), signed: s16le(body, at) })
    at += field === 'accel' ? 6 : 2
  }
  for (const event of model.events) read.events[event] = (u8(body, 6) & (1 << BITS[event])) !== 0
  read.events.boot = (u8(body, code === 0xbc87 || code === 0xbc88 ? typeAt + 2 : 14) & 0x10) !== 0
  return read
}

const batteryOf = (battery: number): { battery?: number } => (battery > 0 ? { battery } : {})

const BITS: Record<IngicsEvent, number> = {
  button: 0,
  moving: 1,
  hall: 2,
  din: 6,
  fall: 3,
  din2: 3,
  pir: 4,
  ir: 5,
  detect: 5,
  flip: 5,
  rs: 2,
}

const NO_TEMPERATURE = 0xaaaa
const NOTHING = 0xffff

/** How a field is written; unsigned, whole and none at 0xFFFF where it is not said. */
const WRITTEN: Partial<Record<IngicsField, { factor?: number; isSigned?: boolean; none?: number }>> = {
  temperature: { factor: 0.01, isSigned: true, none: NO_TEMPERATURE },
  temperatureExt: { factor: 0.01, isSigned: true, none: NO_TEMPERATURE },
  temperatureEnv: { factor: 0.01, isSigned: true, none: NO_TEMPERATURE },
  humidity1D: { factor: 0.1 },
  user: { isSigned: true, none: -1 },
  value: { isSigned: true, none: -1 },
  pm2p5: { factor: 0.1 },
  pm10p0: { factor: 0.1 },
  voc: { factor: 0.1 },
  nox: { factor: 0.1 },
}

function readField(read: Ingics, field: IngicsField, { raw, signed }: { raw: number; signed: number }): void {
  const { factor = 1, isSigned = false, none = NOTHING } = WRITTEN[field] ?? {}
  if (field === 'none' || raw === none || Number.isNaN(raw)) return
  const value = Math.round((isSigned ? signed : raw) * factor * 1e4) / 1e4
  const name = field === 'humidity1D' ? 'humidity' : field
  if (name === 'humidity' && value > 100) return
  read.values[name] = value
}

const axes = (body: Uint8Array, at: number): Axes => ({
  x: s16le(body, at),
  y: s16le(body, at + 2),
  z: s16le(body, at + 4),
})

/** The first of them did not say what they are. */
const isOld = (body: Uint8Array): boolean => body[13] === 0xff || body[13] === 0x00

function readOld(body: Uint8Array): Ingics {
  const flags = u8(body, 6)
  const read: Ingics = {
    code: 0xbc80,
    type: 'iBS01',
    events: {},
    values: {},
    ...batteryOf(u16le(body, 4) / 100),
  }
  const isClimate = body[7] !== 0xff && body[8] !== 0xff
  if (isClimate) {
    read.type = 'iBS01T'
    readField(read, 'temperature', { raw: u16le(body, 7), signed: s16le(body, 7) })
    readField(read, 'humidity', { raw: u16le(body, 9), signed: s16le(body, 9) })
    return read
  }
  for (const event of ['button', 'moving', 'hall', 'fall'] as const) {
    read.events[event] = (flags & (1 << BITS[event])) !== 0
  }
  return read
}

const MOVERS: Record<number, string> = { 0xbc81: 'iBS03RG', 0xbc85: 'iBS03GP', 0xbc86: 'iBS05RG' }

/** Three samples of acceleration; what happened stands above the battery. */
function readMoves(body: Uint8Array, code: number): Ingics | undefined {
  if (body.length < 24) return undefined
  const first = u16le(body, 4)
  const type = u16le(body, 0) === 0x59 ? 'iBS01RG' : (MOVERS[code] ?? 'iBSXXRG')
  return {
    code,
    type,
    ...batteryOf((first & 0x0fff) / 100),
    events: {
      button: (first & 0x2000) !== 0,
      moving: (first & 0x1000) !== 0,
      ...(type === 'iBS05RG' && { boot: (u8(body, 24) & 0x10) !== 0 }),
    },
    values: type === 'iBS03GP' && body.length >= 26 ? { gp: u16le(body, 24) / 50 } : {},
    accels: [axes(body, 6), axes(body, 12), axes(body, 18)],
  }
}

export const ingicsReader: Reader = (body) => {
  const read = readIngics(body)
  if (!read) return undefined
  const kind = read.events.button === undefined ? 'UNIQ' : 'BTN'
  return {
    facts: ingicsFacts(read),
    product: { brand: 'Ingics', model: read.type, id: read.type, kind },
  }
}

export function ingicsFacts({ type, battery, events, values }: Omit<Ingics, 'code'>): object {
  const facts: Parameters<typeof measured>[0] = {}
  measured(facts, 'batteryMv', battery === undefined ? undefined : Math.round(battery * 1000))
  measured(facts, 'temperature', values.temperature ?? values.temperatureEnv)
  measured(facts, 'humidity', values.humidity)
  // Of these some have no sensor of light, and say that it is dark.
  if (type !== 'iBS07' || values.lux !== 0) measured(facts, 'illuminanceLux', values.lux)
  flagged(facts, 'motion', events.pir ?? events.ir)
  flagged(facts, 'vibration', events.moving)
  // A magnet that is near is a door that is closed; of the first of them nobody knows whether they feel for one.
  if (type !== 'iBS01') flagged(facts, 'door', events.hall === undefined ? undefined : !events.hall)
  if (events.button) facts.button = 'PRESS'
  return facts
}
