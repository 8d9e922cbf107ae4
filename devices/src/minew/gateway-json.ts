import { type BeaconFacts, battery, measured } from '../advertisements/facts.ts'
import type { GatewayCodec } from '../gateway-codec.ts'
import { emptyScan } from '../gateway-codec.ts'
import {
  type Fields,
  hexIn,
  ibeaconIn,
  isFields,
  macIn,
  numberIn,
  readJson,
  rssiIn,
  textIn,
} from '../kit/json.ts'
import { addSightings, type RawSighting, reject, rejected, timeOf } from '../advertisements/sighting.ts'

/** Minew G1 and MG: an array of rows, one of them the gateway itself. */
export const minewJson: GatewayCodec = (_topic, payload, context) => {
  const body = readJson(payload)
  if (body === undefined) return rejected('json', 'minew')
  if (isFields(body) && body.type === undefined) return answer(body)
  const scan = emptyScan()
  const rows: RawSighting[] = []
  for (const row of Array.isArray(body) ? body : [body]) {
    const rawSighting = isFields(row) ? readMinewRow(row, context.receivedAt) : undefined
    if (rawSighting) rows.push(rawSighting)
    else if (!isFields(row) || row.type !== 'Gateway') reject(scan, 'shape', 'row')
  }
  addSightings(scan, rows, context)
  return scan
}

/** A row that is a beacon; undefined: the gateway's own, or none. */
export function readMinewRow(row: Fields, receivedAt: number): RawSighting | undefined {
  const mac = macIn(row.mac)
  const rssi = rssiIn(row.rssi)
  if (row.type === 'Gateway' || mac === undefined || rssi === undefined) return undefined
  const ibeacon = ibeaconIn({ uuid: row.ibeaconUuid, major: row.ibeaconMajor, minor: row.ibeaconMinor })
  return {
    mac,
    rssi,
    time: timeOf(row.timestamp, receivedAt),
    name: textIn(row.bleName),
    adv: hexIn(row.rawData),
    facts: factsOf(row),
    ...(ibeacon && { ibeacon, seems: 'TAG' }),
  }
}

function factsOf(row: Fields): BeaconFacts {
  const facts: BeaconFacts = {}
  measured(facts, 'temperature', numberIn(row.temperature))
  measured(facts, 'humidity', numberIn(row.humidity))
  battery(facts, numberIn(row.battery))
  return facts
}

/** What it answers when it was told something. */
function answer(body: Fields): ReturnType<GatewayCodec> {
  if (textIn(body.requestId) === undefined) return rejected('shape', 'minew')
  const code = numberIn(body.code)
  const isRefused = (code !== undefined && code !== 0 && code !== 200) || body.result === 'fail'
  return { ...emptyScan(), ...(!isRefused && { isConfigTaken: true }) }
}
