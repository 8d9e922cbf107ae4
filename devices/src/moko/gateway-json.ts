import type { GatewayCodec, Scan } from '../gateway-codec.ts'
import { emptyScan } from '../gateway-codec.ts'
import { type Fields, hexIn, isFields, macIn, numberIn, readJson, rssiIn, textIn } from '../kit/json.ts'
import { mokoTyped, mokoTypes, unknownType } from './beacon-types.ts'
import {
  addSightings,
  type RawSighting,
  presence,
  reject,
  rejected,
  timeOf,
} from '../advertisements/sighting.ts'

const GONE = 3999
/** Asked and answered; that it is there, and that somebody pressed the button on it. */
const isKnown = (id: number): boolean => (id >= 2000 && id < 3000) || [3003, 3004, 3014, 3070].includes(id)
/** Written, and answered with the same number. */
const isWrite = (id: number): boolean => id >= 1000 && id < 2000

/** MOKO MKGW1, MKGW3, MKGW-mini, MK107, MK110. */
export const mokoJson: GatewayCodec = (_topic, payload, context) => {
  const body = readJson(payload)
  if (body === undefined) return rejected('json', 'moko')
  const id = isFields(body) ? numberIn(body.msg_id) : undefined
  if (!isFields(body) || id === undefined) return rejected('shape', 'moko')
  if (id === GONE) return presence(false)
  if (isWrite(id)) return answer(body)
  // The oldest sent a scan under the number of today's heartbeat: the data tell which it is.
  if (!Array.isArray(body.data)) return isKnown(id) ? emptyScan() : rejected('unknownMessage', `msg_id ${id}`)
  return scanOf(body.data, context)
}

function answer(body: Fields): Scan {
  return { ...emptyScan(), ...(numberIn(body.result_code) === 0 && { isConfigTaken: true }) }
}

function scanOf(rows: readonly unknown[], context: Parameters<GatewayCodec>[2]): Scan {
  const scan = emptyScan()
  const rawSightings: RawSighting[] = []
  for (const row of rows) {
    const one = isFields(row) ? readMokoRow(row, context.receivedAt) : undefined
    if (one) rawSightings.push(one)
    else reject(scan, 'shape', 'row')
  }
  addSightings(scan, rawSightings, context)
  return scan
}

export function readMokoRow(row: Fields, receivedAt: number): RawSighting | undefined {
  // The oldest kept the row's fields one deeper.
  const fields = isFields(row.value) ? row.value : row
  const mac = macIn(fields.mac)
  const rssi = rssiIn(fields.rssi)
  if (mac === undefined || rssi === undefined) return undefined
  const code = numberIn(row.type_code)
  const type = mokoTypes[code ?? -1] ?? textIn(row.type)
  return {
    mac,
    rssi,
    time: timeOf(mokoTime(fields.timestamp), receivedAt),
    name: textIn(fields.adv_name) ?? textIn(fields.name),
    adv: hexIn(fields.adv_data) ?? hexIn(fields.raw) ?? hexIn(fields['raw data']),
    rsp: hexIn(fields.rsp_data),
    ...unknownType(code),
    ...mokoTyped(type, fields),
  }
}

/** Below this it counts from its start, or its clock is not set. */
const CLOCK_SET = 1e11
const OLD = /^(\d{4}-\d{2}-\d{2})&(\d{2}:\d{2}:\d{2})([+-]\d{2}):?(\d{2})?$/

export function mokoTime(given: unknown): unknown {
  const number = numberIn(given)
  if (number !== undefined) return number >= CLOCK_SET ? number : undefined
  const parts = typeof given === 'string' ? OLD.exec(given) : null
  return parts ? `${parts[1]}T${parts[2]}${parts[3]}:${parts[4] ?? '00'}` : undefined
}
