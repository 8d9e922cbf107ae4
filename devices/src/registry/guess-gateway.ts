import type { FormatName } from '@carewatch/contracts/formats'
import { ascii } from '../kit/bytes.ts'
import { fieldOf, type Fields, isFields, macIn, readJson } from '../kit/json.ts'
import { readAprilBrother } from '../april-brother/gateway.ts'
import { readMkgw4 } from '../moko/mkgw4.ts'
import { shellyData } from '../shelly/gateway.ts'

/** What a gateway whose model nobody named speaks, by the shape of what it says; undefined: nothing we know. */
export function gatewayFormatOf(topic: string, payload: Uint8Array): FormatName | undefined {
  const first = payload[0]
  if (first === undefined) return undefined
  return formatOfBytes(payload, first) ?? formatOfTopic(topic) ?? formatOfJson(topic, payload, first)
}

const LINE = /^\$[0-9A-Z]{4},/

function formatOfBytes(payload: Uint8Array, first: number): FormatName | undefined {
  if (first === 0xbb) return 'minew-gateway-binary'
  if (first === 0xef || first === 0x45 || first === 0x65) return readMkgw4(payload) && 'moko-mkgw4-binary'
  if (first === 0x24) return LINE.test(ascii(payload.subarray(0, 6))) ? 'ingics-gprp' : undefined
  const isPackedMap = (first & 0xf0) === 0x80 || first === 0xde || first === 0xdf
  return isPackedMap && readAprilBrother(payload) ? 'april-brother-v4' : undefined
}

const topics: readonly (readonly [RegExp, FormatName])[] = [
  [/^espresense\/(devices|rooms)\//, 'espresense-mqtt'],
  [/\/(BTtoMQTT|SYStoMQTT)(\/|$)|\/LWT$/, 'omg-theengs-mqtt'],
  [/\/gw_status$/, 'ruuvi-gateway-mqtt'],
  [/^shelly[^/]*\/(events\/rpc|online|status)/, 'shelly-ble-mqtt'],
]

/** Only topics that their makers fix. */
const formatOfTopic = (topic: string): FormatName | undefined =>
  topics.find(([pattern]) => pattern.test(topic))?.[1]

const BRACE = 0x7b
const BRACKET = 0x5b

function formatOfJson(topic: string, payload: Uint8Array, first: number): FormatName | undefined {
  if (first !== BRACE && first !== BRACKET) return undefined
  const body = readJson(payload)
  if (Array.isArray(body)) return formatOfRows(body)
  if (!isFields(body)) return undefined
  return shapes.find(([, is]) => is(body, topic))?.[0]
}

/** The first few tell. */
const LOOKED_AT = 8

function formatOfRows(rows: readonly unknown[]): FormatName | undefined {
  const some = rows.slice(0, LOOKED_AT)
  const fields = some.filter(isFields)
  if (some.some((row) => typeof row === 'string' && LINE.test(row)) || fields.some(isIngics))
    return 'ingics-gprp'
  return fields.some(({ type, mac }) => typeof type === 'string' && macIn(mac) !== undefined)
    ? 'minew-gateway-json'
    : undefined
}

const isIngics = (row: Fields): boolean =>
  (macIn(row.reader) ?? macIn(row.gw)) !== undefined && (row.tag !== undefined || row.type !== undefined)

const has = (body: Fields, ...names: readonly string[]): boolean =>
  names.some((name) => fieldOf(body, name) !== undefined)

type Shape = readonly [FormatName, (body: Fields, topic: string) => boolean]

const shapes: readonly Shape[] = [
  ['moko-gateway-json', (body) => has(body, 'msg_id') && has(body, 'device_info')],
  ['ruuvi-gateway-mqtt', (body) => has(body, 'gw_mac') || (isFields(body.data) && has(body.data, 'gw_mac'))],
  ['april-brother-v4', (body) => Array.isArray(body.devices) && has(body, 'mid', 'mac')],
  [
    'ingics-gprp',
    (body) => isIngics(body) || (Array.isArray(body.data) && formatOfRows(body.data) === 'ingics-gprp'),
  ],
  ['shelly-ble-mqtt', (body) => shellyData(body).length > 0 || (has(body, 'src') && has(body, 'method'))],
  ['espresense-mqtt', (body) => has(body, 'rssi@1m')],
  ['minew-gateway-json', (body) => has(body, 'requestId') && has(body, 'action', 'code', 'result')],
  [
    'omg-theengs-mqtt',
    (body) =>
      macIn(body.id) !== undefined &&
      has(body, 'rssi', 'brand', 'model_id', 'servicedata', 'manufacturerdata', 'tempc', 'presence'),
  ],
]
