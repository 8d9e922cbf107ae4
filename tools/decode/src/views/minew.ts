import { advertisementOf, partsOf } from '@carewatch/devices/advertisements/advertisement'
import { readParts } from '@carewatch/devices/registry/read-advertisement'
import { minewConnectReader } from '@carewatch/devices/minew/connect'
import { minewReader } from '@carewatch/devices/minew/advertisement'
import type { Read } from '@carewatch/devices/advertisements/read'
import { readMinewRow } from '@carewatch/devices/minew/gateway-json'
import { minewReboot } from '@carewatch/devices/minew/gateway-config'
import { isFields, textIn } from '@carewatch/devices/kit/json'
import { bytesOf, type Case } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { partsWith, withoutAbsent, withMaker } from './advertisement.ts'

const MINEW = 0x0639

export const minewView: View = (one) => {
  const read = readOne(one)
  return read ? shown(read) : {}
}

function readOne(one: Case): Read | undefined {
  const body = bytesOf(one)
  const parts = partsWith(one)
  if (one.kind === 'full-adv') return readParts(partsOf(body, undefined, parts))
  if (body[0] === 0xa1) return minewReader(body, parts)
  return minewConnectReader(withMaker(MINEW, body), parts)
}

function shown({ facts, mac, more }: Read): Record<string, unknown> {
  const contact = facts.door ?? facts.tamper
  return withoutAbsent({
    battery_percent: facts.battery,
    battery_v: facts.batteryMv === undefined ? undefined : facts.batteryMv / 1000,
    temperature_c: facts.temperature,
    humidity_percent: facts.humidity,
    illuminance_lux: facts.illuminanceLux,
    illuminance: facts.illuminanceLux,
    light: facts.light,
    motion: facts.motion ?? facts.vibration,
    vibration: facts.vibration,
    tamper: facts.tamper,
    water: facts.water,
    door: facts.door === undefined ? undefined : facts.door ? 'open' : 'closed',
    isContactDetected: contact === undefined ? undefined : [!contact],
    mac,
    ...more,
  })
}

export const minewGatewayView: View = (one) => {
  if (one.direction === 'to-device') return downlink(one)
  const rows = Array.isArray(one.message) ? one.message.filter(isFields) : []
  const gateway = rows.find(({ type }) => type === 'Gateway')
  return {
    entries: rows.filter(({ type }) => type !== 'Gateway').map(row),
    ...(gateway && { gateway }),
  }
}

const received = Date.parse('2030-01-01T00:00:00Z')

function row(fields: Record<string, unknown>): Record<string, unknown> {
  const rawSighting = readMinewRow(fields, received)
  if (!rawSighting) return {}
  const parts = partsOf(rawSighting.adv ?? new Uint8Array(), undefined, { mac: rawSighting.mac })
  const read = readParts(parts)
  const minew = parts.services.find(({ uuid }) => uuid === 0xffe1)
  const facts = { ...rawSighting.facts, ...advertisementOf(parts, readParts).facts }
  const ibeacon = rawSighting.ibeacon ?? read?.ibeacon
  return {
    ...shown({ facts, ...(read?.more && { more: read.more }) }),
    mac: rawSighting.mac.toUpperCase(),
    rssi: rawSighting.rssi,
    type: fields.type,
    timestamp: fields.timestamp,
    name: rawSighting.name ?? (parts.name || undefined),
    ...(ibeacon && { ibeacon: { ...ibeacon, tx_power: fields.ibeaconTxPower } }),
    ...(minew && read && { minew: { ...frame(minew.data), ...shown(read) } }),
  }
}

const frame = (data: Uint8Array): Record<string, unknown> => ({
  frame_type: data[0]?.toString(16).toUpperCase().padStart(2, '0'),
  product_model: data[1]?.toString(16).padStart(2, '0'),
})

/** Told to restart; its number is the asker's to choose. */
function downlink(one: Case): Record<string, unknown> {
  const requestId = (isFields(one.message) && textIn(one.message.requestId)) || ''
  return one.expected.intent === 'reboot gateway' ? { message: minewReboot(requestId) } : {}
}
