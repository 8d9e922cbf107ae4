import { readEddystone } from '@carewatch/devices/eddystone/advertisement'
import { partsOf } from '@carewatch/devices/advertisements/advertisement'
import { readParts } from '@carewatch/devices/registry/read-advertisement'
import { splitAdvertisement, type Structure } from '@carewatch/devices/advertisements/structures'
import { beaconsIn, type Mkgw4, pressAt, readMkgw4, typeOf } from '@carewatch/devices/moko/mkgw4'
import { mokoJson, mokoTime, readMokoRow } from '@carewatch/devices/moko/gateway-json'
import { mokoTypes } from '@carewatch/devices/moko/beacon-types'
import { sightingOf } from '@carewatch/devices/advertisements/sighting'
import { ascii, hex, s16be, s8, u16be, u16le, u32be, u8, utf8 } from '@carewatch/devices/kit/bytes'
import { type Fields, isFields, macIn, numberIn, readJson, textIn } from '@carewatch/devices/kit/json'
import { bytesOf } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { withoutAbsent } from './advertisement.ts'
import { context, neutral } from './gateways.ts'

const interfaces: Record<number, string> = { 0: 'ethernet', 1: 'wifi' }

export const mokoGatewayView: View = (one) => {
  const body = readJson(bytesOf(one))
  if (!isFields(body)) return {}
  const gateway = isFields(body.device_info) ? macIn(body.device_info.mac) : undefined
  const rows = Array.isArray(body.data) ? body.data.filter(isFields) : []
  const data = isFields(body.data) ? body.data : {}
  const isOnline = mokoJson('', bytesOf(one), context).isOnline
  return withoutAbsent({
    gateway,
    kind: Array.isArray(body.data) ? 'scan' : isOnline ? 'heartbeat' : 'offline',
    gateway_online: isOnline,
    interface: interfaces[numberIn(data.net_interface) ?? -1],
    rssi: numberIn(data.wifi_rssi),
    entries: rows.map(entry),
  })
}

function entry(row: Fields): Record<string, unknown> {
  const rawSighting = readMokoRow(row, context.receivedAt)
  if (!rawSighting) return {}
  const fields = isFields(row.value) ? row.value : row
  const { facts, name, ibeacon } = sightingOf(rawSighting, context)
  const parts = partsOf(rawSighting.adv ?? new Uint8Array(), rawSighting.rsp, { mac: rawSighting.mac })
  const read = readParts(parts)
  const time = mokoTime(fields.timestamp)
  const maker = parts.makers[0]
  return withoutAbsent({
    mac: rawSighting.mac,
    rssi: rawSighting.rssi,
    type: mokoTypes[numberIn(row.type_code) ?? -1] ?? textIn(row.type) ?? textIn(fields.type),
    name,
    time: time === undefined ? undefined : new Date(rawSighting.time).toISOString(),
    clock_synced: time !== undefined,
    ...neutral(facts),
    battery_mv: facts.batteryMv,
    motion: facts.motion ?? facts.vibration,
    acceleration_mg: axesIn(fields),
    door: facts.door === undefined ? undefined : facts.door ? 'open' : 'closed',
    press: pressWord(numberIn(row.frame_type)),
    trigger_count: numberIn(row.trigger_count),
    alarm: numberIn(row.alarm_status) === undefined ? undefined : numberIn(row.alarm_status) !== 0,
    ibeacon: ibeacon && { ...ibeacon, tx_power: numberIn(row.rssi_1m) },
    manufacturer_id: maker && `0x${u16le(maker, 0).toString(16).padStart(4, '0')}`,
    monit: read?.product?.brand === 'Monit' ? { battery_percent: facts.battery, ...read.more } : undefined,
    eddystone_tlm: telemetry(rawSighting.adv),
  })
}

const isTelemetry = ({ type, data }: Structure): boolean =>
  type === 0x16 && u16le(data, 0) === 0xfeaa && data[2] === 0x20

/** A frame of it, whole or cut. */
function telemetry(adv: Uint8Array | undefined): object | undefined {
  const { structures, cut } = splitAdvertisement(adv ?? new Uint8Array())
  const found = [...structures, ...(cut ? [cut] : [])].find(isTelemetry)
  if (!found) return undefined
  const read = readEddystone(found.data.subarray(2))
  return { truncated: found === cut || read === undefined, battery_mv: read?.batteryMv }
}

function axesIn(fields: Fields): (number | undefined)[] | undefined {
  const axes = ['x', 'y', 'z'].map((axis) => numberIn(fields[`${axis}_axis_data`]))
  return axes.includes(undefined) ? undefined : axes
}

const words = ['single', 'double', 'long', 'inactivity']
const pressWord = (kind: number | undefined): string | undefined => words[kind ?? -1]

export const mkgw4View: View = (one) => {
  const read = readMkgw4(bytesOf(one))
  if (!read) return { reject: true }
  return withoutAbsent({
    message_id: read.id,
    gateway: read.gateway,
    ...(read.id === '3004' ? status(read) : { entries: beaconsIn(read).map(beacon) }),
  })
}

function status({ tags }: Mkgw4): Record<string, unknown> {
  const by = new Map(tags.map(({ tag, value }) => [tag, value]))
  const [time, network, csq, millivolts] = [0, 1, 2, 3].map((tag) => by.get(tag))
  const [imei, index] = [by.get(6), by.get(7)]
  return {
    time: time && new Date(u32be(time, 0) * 1000).toISOString(),
    network_type: network && ascii(network),
    csq: csq && u8(csq, 0),
    signal_dbm: csq && -113 + 2 * u8(csq, 0),
    battery_mv: millivolts && u16be(millivolts, 0),
    imei: imei && ascii(imei),
    heartbeat_index: index && u32be(index, 0),
  }
}

function beacon(tags: ReadonlyMap<number, Uint8Array>): Record<string, unknown> {
  const number = (tag: number): number | undefined => {
    const value = tags.get(tag)
    return value && (value.length === 1 ? u8(value, 0) : u16be(value, 0))
  }
  const [mac, rssi, name, axes] = [1, 4, 0x0f, 0x12].map((tag) => tags.get(tag))
  const battery = number(0x15)
  const isPercent = battery !== undefined && battery <= 100
  return withoutAbsent({
    type: typeOf(tags),
    mac: mac && hex(mac),
    rssi: rssi && s8(rssi, 0),
    press: pressWord(pressAt(tags)),
    trigger_count: number(0x0c),
    alarm: number(0x0e) === undefined ? undefined : number(0x0e) !== 0,
    name: name && utf8(name),
    battery_percent: isPercent ? battery : undefined,
    battery_mv: isPercent ? undefined : battery,
    acceleration_mg: axes && [0, 2, 4].map((at) => s16be(axes, at)),
  })
}
