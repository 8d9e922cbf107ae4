import { readRuuvi } from '@carewatch/devices/ruuvi/advertisement'
import { splitAdvertisement } from '@carewatch/devices/advertisements/structures'
import { ruuviGateway, tagsIn } from '@carewatch/devices/ruuvi/gateway'
import { type Fields, hexIn, isFields, numberIn, readJson } from '@carewatch/devices/kit/json'
import { bytesOf } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { withoutAbsent, withColons } from './advertisement.ts'
import { context } from './gateways.ts'

export const ruuviGatewayView: View = (one) => {
  const topic = one.topic ?? ''
  const body = readJson(bytesOf(one))
  if (topic.endsWith('/gw_status')) {
    return { gateway_online: ruuviGateway(topic, bytesOf(one), context).isOnline }
  }
  if (!isFields(body)) return {}
  const inner = isFields(body.data) ? body.data : body
  const tags = tagsIn(topic, body).map(([mac, tag]) => [String(mac), tagOf(tag)] as const)
  if (isFields(inner.tags)) return { gateway: inner.gw_mac, tags: Object.fromEntries(tags) }
  return { gateway: body.gw_mac, ...tags[0]?.[1] }
}

const RUUVI = 0x0499

function tagOf(tag: Fields): Record<string, unknown> {
  const parts = splitAdvertisement(hexIn(tag.data) ?? new Uint8Array()).structures
  const maker = parts.find(
    ({ type, data }) => type === 0xff && data[0] === (RUUVI & 0xff) && data[1] === RUUVI >> 8,
  )
  const read = maker && readRuuvi(maker.data.subarray(2))
  const raw = read && {
    temperature: read.temperature,
    humidity: read.humidity,
    pressure: read.pressure,
    accelX: read.acceleration?.x,
    accelY: read.acceleration?.y,
    accelZ: read.acceleration?.z,
    voltage: read.voltage,
    txPower: read.power,
    movementCounter: read.movements,
    measurementSequenceNumber: read.sequence,
    'PM1.0': read.pm1,
    'PM2.5': read.pm25,
    'PM4.0': read.pm4,
    'PM10.0': read.pm10,
    CO2: read.co2,
    VOC: read.voc,
    NOx: read.nox,
    luminosity: read.luminosity,
    mac: read.mac && withColons(read.mac),
  }
  return withoutAbsent({ ...raw, ...given(tag), rssi: numberIn(tag.rssi) })
}

const NAMES = [
  'temperature',
  'humidity',
  'pressure',
  'accelX',
  'accelY',
  'accelZ',
  'voltage',
  'txPower',
  'movementCounter',
  'measurementSequenceNumber',
  'PM1.0',
  'PM2.5',
  'PM4.0',
  'PM10.0',
  'CO2',
  'VOC',
  'NOx',
  'luminosity',
]

/** What the gateway has read itself. */
function given(tag: Fields): Record<string, unknown> {
  return withoutAbsent(Object.fromEntries(NAMES.map((name) => [name, numberIn(tag[name])])))
}
