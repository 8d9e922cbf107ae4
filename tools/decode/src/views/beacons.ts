import { readEddystone } from '@carewatch/devices/eddystone/advertisement'
import { readIBeacon } from '@carewatch/devices/ibeacon/advertisement'
import { readRuuvi } from '@carewatch/devices/ruuvi/advertisement'
import { bytesOf } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { withoutAbsent, withColons } from './advertisement.ts'

export const iBeaconView: View = (one) => {
  const read = readIBeacon(bytesOf(one))
  if (!read) return {}
  const { uuid, major, minor, power } = read
  return { uuid, major, minor, tx_power: power, ibeacon: { uuid, major, minor, tx_power: power } }
}

export const eddystoneView: View = (one) => {
  const read = readEddystone(bytesOf(one))
  if (!read) return {}
  const ids = [
    ...(read.namespace ? [`${read.namespace}/${read.instance}`] : []),
    ...(read.ephemeral ? [`${read.ephemeral}/0`] : []),
  ]
  return withoutAbsent({
    frame: read.frame,
    tx_power: read.power,
    deviceIds: ids.length > 0 ? ids : undefined,
    url: read.url,
    uri: read.url,
    battery_v: read.batteryMv === undefined ? undefined : read.batteryMv / 1000,
    temperature_c: read.chipTemperature,
    txCount: read.count,
    uptime: read.uptimeMs,
  })
}

export const ruuviView: View = (one) => {
  const read = readRuuvi(bytesOf(one))
  if (!read) return {}
  const flags = read.flags ?? 0
  const set = (bit: number): string => ((flags & bit) === 0 ? 'false' : 'true')
  return withoutAbsent({
    data_format: read.format,
    temperature: read.temperature,
    humidity: read.humidity,
    pressure: read.pressure,
    acceleration_x: read.acceleration?.x,
    acceleration_y: read.acceleration?.y,
    acceleration_z: read.acceleration?.z,
    voltage: read.voltage,
    tx_power: read.power,
    movement_counter: read.movements,
    measurement_sequence: read.sequence,
    pm_1_0: read.pm1,
    pm_2_5: read.pm25,
    pm_4_0: read.pm4,
    pm_10_0: read.pm10,
    co2: read.co2,
    voc: read.voc,
    nox: read.nox,
    luminosity: read.luminosity,
    flags_text:
      read.flags === undefined
        ? undefined
        : `Calibration in progress: ${set(0x01)} VOC b9: ${set(0x40)} NOX b9: ${set(0x80)}`,
    mac: read.mac && withColons(read.mac),
  })
}
