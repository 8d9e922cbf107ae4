import { ingicsFacts } from './advertisement.ts'
import { type GatewayCodec, type ScanContext, emptyScan, type Scan } from '../gateway-codec.ts'
import { ascii } from '../kit/bytes.ts'
import {
  type Fields,
  flagIn,
  hexIn,
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
  reject,
  rejected,
  timeOfSeconds,
} from '../advertisements/sighting.ts'

export type IngicsLine = {
  type: string
  beacon: string
  gateway: string
  rssi: number
  /** What stands behind: an advertisement, or a place. */
  rest: string[]
}

const LINE = /^\$([0-9A-Z]{4}),([0-9A-Fa-f]{12}),([0-9A-Fa-f]{12}),(-?\d{1,3}),(.*)$/

export function readIngicsLine(line: string): IngicsLine | undefined {
  const parts = LINE.exec(line.trim())
  if (!parts) return undefined
  const [, type = '', beacon = '', gateway = '', rssi = '', rest = ''] = parts
  return { type, beacon, gateway, rssi: Number(rssi), rest: rest.split(',') }
}

const ADVERTISEMENTS = new Set(['GPRP', 'LRAD', '1MAD'])
const ANSWERS = new Set(['RSPR', 'SRRP', 'LRSR', '1MSR'])

const isAdvertisement = ({ type }: IngicsLine): boolean => ADVERTISEMENTS.has(type) || ANSWERS.has(type)

function rawSightingOf(line: IngicsLine, receivedAt: number): RawSighting | undefined {
  const isAnswer = ANSWERS.has(line.type)
  const mac = macIn(line.beacon)
  const rssi = rssiIn(line.rssi)
  if (!isAdvertisement(line) || mac === undefined || rssi === undefined) return undefined
  const bytes = hexIn(line.rest[0])
  return {
    mac,
    rssi,
    time: timeOfSeconds(numberIn(line.rest[1]), receivedAt),
    adv: isAnswer ? undefined : bytes,
    rsp: isAnswer ? bytes : undefined,
  }
}

/** Of the two names its gateways gave each value. */
const either = (row: Fields, names: readonly string[]): unknown =>
  names.map((name) => row[name]).find((value) => value !== undefined)

const OTHERS = [
  'co2',
  'counter',
  'range',
  'user',
  'gp',
  'voltage',
  'current',
  'value',
  'pm2p5',
  'pm10p0',
  'voc',
  'nox',
]

/** Rows that it has read itself. */
export function readIngicsRow(row: Fields) {
  const values = {
    temperature: numberIn(either(row, ['temperature', 'temp'])),
    temperatureExt: numberIn(either(row, ['temperatureExt', 'temp_ext', 'temperature_ext', 'xtemp'])),
    humidity: numberIn(either(row, ['humidity', 'rh'])),
    lux: numberIn(row.lux),
    temperatureEnv: numberIn(row.temperatureEnv),
    ...Object.fromEntries(OTHERS.map((name) => [name, numberIn(row[name])])),
  }
  const events = {
    button: flagIn(either(row, ['button', 'btn'])),
    moving: flagIn(either(row, ['moving', 'move'])),
    hall: flagIn(row.hall),
    fall: flagIn(row.fall),
    pir: flagIn(row.pir),
    ir: flagIn(row.ir),
    din: flagIn(row.din),
    detect: flagIn(row.detect),
    din2: flagIn(row.din2),
    flip: flagIn(row.flip),
  }
  return {
    battery: numberIn(either(row, ['battery', 'vbatt'])),
    values: known(values),
    events: known(events),
  }
}

function known<T>(fields: Record<string, T | undefined>): Record<string, T> {
  const there: Record<string, T> = {}
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) there[name] = value
  return there
}

const NO_BEACONS = new Set(['HEARTBEAT', 'GNSS'])

function rawSightingIn(row: Fields, receivedAt: number): RawSighting | undefined {
  const mac = macIn(row.tag)
  const rssi = rssiIn(row.rssi)
  if (mac === undefined || rssi === undefined) return undefined
  const type = textIn(row.type)
  const { battery, values, events } = readIngicsRow(row)
  return {
    mac,
    rssi,
    time: timeOfSeconds(numberIn(row.ts), receivedAt),
    adv: hexIn(row.raw_data),
    facts: ingicsFacts({ type: type ?? '', ...(battery !== undefined && { battery }), values, events }),
    ...(type && type !== 'Unknown' && { model: `Ingics ${type}` }),
  }
}

/** Ingics iGS01, iGS02 and iGS03: lines of text, the same in JSON, or rows that the gateway has read. */
export const ingics: GatewayCodec = (_topic, payload, context) => {
  if (payload[0] === 0x24) return fromLines(ascii(payload).split(/\r?\n/), context)
  const body = readJson(payload)
  if (body === undefined) return rejected('json', 'ingics')
  const rows = isFields(body) && Array.isArray(body.data) ? body.data : [body].flat()
  const lines = rows.filter((row) => typeof row === 'string')
  return lines.length > 0 ? fromLines(lines, context) : fromRows(rows, context)
}

const QUIET = new Set(['HBRP', 'GPSR'])

function fromLines(lines: readonly string[], context: ScanContext): Scan {
  const scan = emptyScan()
  const rows: RawSighting[] = []
  for (const text of lines) {
    if (text.trim() === '') continue
    const line = readIngicsLine(text)
    const row = line && rawSightingOf(line, context.receivedAt)
    if (row) rows.push(row)
    else if (!line || isAdvertisement(line)) reject(scan, 'shape', 'line')
    else if (!QUIET.has(line.type)) reject(scan, 'unknownMessage', line.type)
  }
  addSightings(scan, rows, context)
  return scan
}

function fromRows(given: readonly unknown[], context: ScanContext): Scan {
  const scan = emptyScan()
  const rows: RawSighting[] = []
  for (const one of given) {
    const row = isFields(one) ? rawSightingIn(one, context.receivedAt) : undefined
    if (row) rows.push(row)
    else if (!isFields(one) || !NO_BEACONS.has(String(textIn(one.type)))) reject(scan, 'shape', 'row')
  }
  addSightings(scan, rows, context)
  return scan
}
