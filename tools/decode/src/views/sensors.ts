import { readParts } from '@carewatch/devices/registry/read-advertisement'
import { UNKNOWN_SERVICE } from '@carewatch/devices/advertisements/read'
import type { Parts, Read } from '@carewatch/devices/advertisements/read'
import { mokoReader } from '@carewatch/devices/moko/advertisement'
import { hex } from '@carewatch/devices/kit/bytes'
import { hexIn, isFields, textIn } from '@carewatch/devices/kit/json'
import { bytesOf, type Case } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { keyOf, partsWith, withoutAbsent, withColons, withMaker, withoutColons } from './advertisement.ts'
import { traitsOf } from './sensor-traits.ts'

/** An advertisement as the sensor lists are given it, and told of by their names. */
export const sensorView: View = (one) => {
  const parts = partsIn(one)
  const read = readParts(parts)
  return read ? shown(read, parts) : {}
}

function partsIn(one: Case): Parts {
  const fields = isFields(one.message) ? one.message : {}
  const uuid = Number.parseInt((textIn(fields.uuid) ?? '').replace(/^0x/i, ''), 16)
  const service = hexIn(fields.servicedata)
  const maker = hexIn(fields.manufacturerdata)
  return {
    name: textIn(fields.name) ?? '',
    services: service ? [{ uuid: Number.isNaN(uuid) ? UNKNOWN_SERVICE : uuid, data: service }] : [],
    uuids: [],
    makers: maker ? [maker] : [],
    mac: withoutColons(textIn(fields.mac) ?? one.mac),
    key: keyOf(one),
  }
}

const presses: Record<string, number> = { PRESS: 1, DOUBLE: 2, TRIPLE: 3, LONG: 4 }

function shown(read: Read, parts: Parts): Record<string, unknown> {
  const { facts, product, more = {} } = read
  const mac = read.mac ?? parts.mac
  const { sealed, ...rest } = more
  return withoutAbsent({
    ...(product && {
      brand: product.brand,
      model: product.model,
      model_id: product.id,
      type: product.kind,
      ...traitsOf(product),
    }),
    tempc: facts.temperature,
    tempf: facts.temperature === undefined ? undefined : facts.temperature * 1.8 + 32,
    hum: facts.humidity,
    batt: facts.battery,
    volt: facts.batteryMv === undefined ? undefined : facts.batteryMv / 1000,
    lux: facts.illuminanceLux,
    open: facts.door,
    motion: facts.motion,
    water: facts.water,
    leak: facts.water,
    tamper: facts.tamper,
    packet: facts.packetId,
    button: facts.button && presses[facts.button],
    mac: mac === '' ? undefined : withColons(mac),
    ...(isSealed(sealed) && {
      cipher: hex(sealed.cipher),
      ctr: hex(sealed.counter),
      mic: hex(sealed.seal),
    }),
    ...rest,
  })
}

type Sealed = { cipher: Uint8Array; counter: Uint8Array; seal: Uint8Array }

// Safe: only BTHome's reader gives it, and gives it so.
const isSealed = (value: unknown): value is Sealed => isFields(value) && value.cipher instanceof Uint8Array

const MOKO = 0x0a62

/** Its maker's data alone, or as the sensor lists are given it. */
export const mokoView: View = (one) => {
  if (one.encoding === 'json') return sensorView(one)
  const read = mokoReader(withMaker(MOKO, bytesOf(one)), partsWith(one))
  if (!read) return {}
  const { door, motion, batteryMv } = read.facts
  return withoutAbsent({
    battery_v: batteryMv === undefined ? undefined : batteryMv / 1000,
    mac: read.mac,
    isContactDetected: door === undefined ? undefined : [!door],
    door: door === undefined ? undefined : door ? 'open' : 'closed',
    motion,
  })
}
