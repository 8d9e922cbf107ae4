import { readParts } from '@carewatch/devices/registry/read-advertisement'
import type { BeaconFacts } from '@carewatch/devices/advertisements/facts'
import { readIBeacon } from '@carewatch/devices/ibeacon/advertisement'
import { splitAdvertisement } from '@carewatch/devices/advertisements/structures'
import { readAprilDevice } from '@carewatch/devices/april-brother/gateway'
import { espresense, espresenseBeacon, readEspresense } from '@carewatch/devices/espresense/gateway'
import { readMinewBinary } from '@carewatch/devices/minew/gateway-binary'
import { factsOf, openMqtt, openMqttMac, readOpenMqtt } from '@carewatch/devices/openmqtt/gateway'
import { shelly, shellyData, shellyFacts, shellyMac } from '@carewatch/devices/shelly/gateway'
import type { GatewayCodec } from '@carewatch/devices/gateway-codec'
import { ascii, hex } from '@carewatch/devices/kit/bytes'
import { type Fields, isFields, numberIn, readJson } from '@carewatch/devices/kit/json'
import { bytesOf, type Case } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { withoutAbsent } from './advertisement.ts'

/** A clock ahead of every recorded message. */
export const context = { receivedAt: Date.parse('2030-01-01T00:00:00Z'), keyOf: () => undefined, readParts }

const fieldsOf = (one: Case): Fields => {
  const body = readJson(bytesOf(one))
  return isFields(body) ? body : {}
}
const topicOf = (one: Case): string => one.topic ?? ''

/** Facts by neutral names. */
export const neutral = (facts: BeaconFacts): Record<string, unknown> => ({
  temperature_c: facts.temperature,
  humidity_percent: facts.humidity,
  battery_percent: facts.battery,
  battery_mv: facts.batteryMv,
  battery_v: facts.batteryMv === undefined ? undefined : facts.batteryMv / 1000,
  illuminance_lux: facts.illuminanceLux,
  lux: facts.illuminanceLux,
  motion: facts.motion,
  tamper: facts.tamper,
  water: facts.water,
  vibration: facts.vibration,
})

export const minewBinaryView: View = (one) => {
  const read = readMinewBinary(bytesOf(one))
  if (!read) return { reject: true }
  return {
    gateway: read.gateway,
    end_ok: true,
    devices: read.devices.map(({ mac, packets }) => ({
      mac,
      packets: packets.map(({ adv, flags, rssi }) => ({
        adv: hex(adv),
        flags,
        rssi,
        random_address: (flags & 6) !== 0,
      })),
    })),
  }
}

export const aprilBrotherView: View = (one) => {
  const device = readAprilDevice(bytesOf(one))
  if (!device) return {}
  const maker = splitAdvertisement(device.adv).structures.find(({ type }) => type === 0xff)
  const ibeacon = maker && readIBeacon(maker.data)
  return withoutAbsent({
    adv_type: device.type,
    mac: device.mac,
    rssi: device.rssi,
    adv: hex(device.adv),
    ibeacon: ibeacon && { ...ibeacon, tx: ibeacon.power },
  })
}

/** Whether its message means that the gateway is there, where it says no more than that. */
function onlineIn(codec: GatewayCodec, one: Case): boolean | undefined {
  const words = ascii(bytesOf(one)).trim()
  if (!/^(online|offline|true|false)$/.test(words)) return undefined
  return codec(topicOf(one), bytesOf(one), context).isOnline
}

export const espresenseView: View = (one) => {
  const [, , id = '', room] = topicOf(one).split('/')
  const fields = fieldsOf(one)
  if (topicOf(one).includes('/rooms/')) {
    return withoutAbsent({
      node: id,
      gateway_online: onlineIn(espresense, one),
      node_rssi: numberIn(fields.rssi),
      uptime_s: numberIn(fields.uptime),
      firmware: fields.ver,
    })
  }
  const rawSighting = readEspresense(topicOf(one), fields, context.receivedAt)
  const ibeacon = espresenseBeacon(id)
  return withoutAbsent({
    device_id: id,
    node: room,
    // As it is written: without the noughts it begins with.
    mac: fields.mac,
    name: rawSighting?.name,
    rssi: rawSighting?.rssi,
    distance_m: numberIn(fields.distance),
    ...neutral(rawSighting?.facts ?? {}),
    ibeacon: ibeacon && { ...ibeacon, uuid: withDashes(ibeacon.uuid) },
  })
}

const withDashes = (uuid: string): string =>
  uuid.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

export const openMqttView: View = (one) => {
  const fields = fieldsOf(one)
  const gateway = topicOf(one).split('/')[1]
  const online = onlineIn(openMqtt, one)
  if (online !== undefined) return { gateway, gateway_online: online }
  const rawSighting = readOpenMqtt(topicOf(one), fields, context.receivedAt)
  const facts = factsOf(fields)
  return withoutAbsent({
    gateway,
    mac: openMqttMac(topicOf(one), fields),
    rssi: numberIn(fields.rssi),
    distance_m: numberIn(fields.distance),
    name: rawSighting?.name,
    brand: fields.brand,
    model: fields.model,
    model_id: fields.model_id,
    type: fields.type,
    ...neutral(facts),
    open: facts.door,
    door: facts.door === undefined ? undefined : facts.door ? 'open' : 'closed',
    button: numberIn(fields.button),
    presence: presenceIn(fields.presence),
    ibeacon: rawSighting?.ibeacon && { ...rawSighting.ibeacon, tx_power: numberIn(fields.txpower) },
  })
}

const presenceIn = (word: unknown): unknown =>
  word === 'present' ? true : word === 'absent' ? false : typeof word === 'boolean' ? word : undefined

export const shellyView: View = (one) => {
  const online = onlineIn(shelly, one)
  if (online !== undefined) return { gateway_online: online }
  const [data] = shellyData(fieldsOf(one))
  if (!data) return {}
  const facts = shellyFacts(data.fields)
  return withoutAbsent({
    mac: shellyMac(topicOf(one), data.fields),
    rssi: numberIn(data.fields.rssi),
    packet_id: numberIn(data.fields.pid),
    time: data.seconds === undefined ? undefined : new Date(data.seconds * 1000).toISOString(),
    ...neutral(facts),
    door: facts.door === undefined ? undefined : facts.door ? 'open' : 'closed',
    window: facts.door === undefined ? undefined : facts.door ? 'open' : 'closed',
    open: facts.door,
    button: numberIn(data.fields.button) ?? data.fields.button,
    window_open: facts.door,
    rotation: numberIn(data.fields.rotation),
    rotation_deg: numberIn(data.fields.rotation),
  })
}
