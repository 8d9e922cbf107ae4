import { decode } from '@msgpack/msgpack'
import { type GatewayCodec, emptyScan } from '../gateway-codec.ts'
import { macAt, u8 } from '../kit/bytes.ts'
import { type Fields, hexIn, isFields, macIn, numberIn, readJson, rssiIn } from '../kit/json.ts'
import {
  addSightings,
  type RawSighting,
  reject,
  rejected,
  timeOfSeconds,
} from '../advertisements/sighting.ts'

export type AprilDevice = { type: number; mac: string; rssi: number; adv: Uint8Array }

const HEADER = 8
const SCAN_ANSWER = 4

/** Kind, address, strength and advertisement in one row of bytes. */
export function readAprilDevice(bytes: Uint8Array): AprilDevice | undefined {
  const mac = macAt(bytes, 1)
  if (mac === undefined || bytes.length < HEADER) return undefined
  return { type: u8(bytes, 0), mac, rssi: u8(bytes, 7) - 256, adv: bytes.subarray(HEADER) }
}

/** The same as bytes, as hexadecimal text, or as a list of its four parts. */
function deviceOf(given: unknown): AprilDevice | undefined {
  if (given instanceof Uint8Array) return readAprilDevice(given)
  if (typeof given === 'string') return readAprilDevice(hexIn(given) ?? new Uint8Array())
  if (!Array.isArray(given)) return undefined
  const [type, address, strength, adv]: unknown[] = given
  const [mac, rssi] = [macIn(address), rssiIn(strength)]
  if (mac === undefined || rssi === undefined) return undefined
  return { type: numberIn(type) ?? 0, mac, rssi, adv: hexIn(adv) ?? new Uint8Array() }
}

const JSON_BEGINS = 0x7b
const LARGEST = {
  maxStrLength: 4_096,
  maxBinLength: 4_096,
  maxArrayLength: 5_000,
  maxMapLength: 64,
  maxExtLength: 64,
}

/** What its message holds, packed or in JSON. */
export function readAprilBrother(payload: Uint8Array): Fields | undefined {
  const body = payload[0] === JSON_BEGINS ? readJson(payload) : unpacked(payload)
  return isFields(body) && Array.isArray(body.devices) ? body : undefined
}

function unpacked(payload: Uint8Array): unknown {
  try {
    return decode(payload, LARGEST)
  } catch {
    return undefined
  }
}

/** April Brother's gateway, version 4. */
export const aprilBrother: GatewayCodec = (_topic, payload, context) => {
  const body = readAprilBrother(payload)
  if (!body || !Array.isArray(body.devices)) return rejected('shape', 'april brother')
  const scan = emptyScan()
  const time = timeOfSeconds(numberIn(body.time), context.receivedAt)
  const rows: RawSighting[] = []
  for (const given of body.devices) {
    const device = deviceOf(given)
    if (device) rows.push(rowOf(device, time))
    else reject(scan, 'shape', 'device')
  }
  addSightings(scan, rows, context)
  return scan
}

function rowOf({ type, mac, rssi, adv }: AprilDevice, time: number): RawSighting {
  const bytes = adv.length > 0 ? adv : undefined
  return { mac, rssi, time, ...(type === SCAN_ANSWER ? { rsp: bytes } : { adv: bytes }) }
}
