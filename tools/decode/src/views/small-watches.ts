import { isoOf } from '@carewatch/devices/kit/clocks'
import { FLAG_NAMES, isSet, openMinifinder } from '@carewatch/devices/pendant-minifinder/protocol'
import { type B2316Record, openB2316 } from '@carewatch/devices/watch-b2316/protocol'
import { openPt60, replyTo } from '@carewatch/devices/watch-pt60/protocol'
import { openThinkrace } from '@carewatch/devices/watch-thinkrace/protocol'
import { openWristband } from '@carewatch/devices/watch-wristband/protocol'
import { bytesOf } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { group, context, withoutAbsent } from './plain.ts'

export const minifinderView: View = (one) => {
  const read = openMinifinder(bytesOf(one))
  if (!read) return { reject: true }
  const { flags, place } = read
  const names = Object.entries(FLAG_NAMES).flatMap(([bit, { name }]) =>
    flags !== undefined && isSet(flags, Number(bit)) ? [name] : [],
  )
  return withoutAbsent({
    type: read.type,
    login: read.imei === undefined ? undefined : { imei: read.imei },
    result: read.result,
    numbers: read.numbers,
    fix: read.fix,
    signal: read.signal,
    battery_percent: read.battery,
    flags_hex: flags,
    alarms: flags === undefined ? undefined : [...new Set(names)],
    charging: flags === undefined ? undefined : isSet(flags, 22),
    time: isoOf(place?.time),
    position:
      place &&
      withoutAbsent({
        lat: place.lat,
        lon: place.lng,
        speed_kmh: place.speedKmh,
        course: place.course,
        altitude_m: place.altitudeM,
        valid: place.isValid,
        satellites: place.satellites,
      }),
  })
}

export const pt60View: View = (one) => {
  const read = openPt60(bytesOf(one))
  if (!read) return { reject: true }
  return withoutAbsent({
    family: read.family,
    version: read.version,
    type: read.type,
    imei: read.imei,
    imsi: read.imsi,
    // As printed: the zone is not.
    time: isoOf(read.time)?.slice(0, 19),
    state: read.state,
    battery_percent: read.battery,
    position: read.lat === undefined ? undefined : { lat: read.lat, lon: read.lng, valid: true },
    cells: read.cells,
    vitals: group({ heart_rate: read.heartRate }),
    second_value: read.second,
    steps: read.steps,
    activity: group({ steps: read.steps }),
    reply: replyTo(read, context.receivedAt).replace(/\d{14}(?=[,|]@)/, '<yyyymmddHHMMSS>'),
  })
}

export const wristbandView: View = (one) => {
  const bytes = bytesOf(one)
  const read = openWristband(bytes)
  if (!read) return { reject: true }
  const fields = read.data.split(',').map(Number)
  return withoutAbsent({
    declared_length: (bytes[3] ?? 0) * 256 + (bytes[4] ?? 0),
    actual_length: bytes.length - 8,
    imei: read.imei,
    version: read.version,
    function: read.function,
    data: read.data,
    battery_percent: read.battery,
    all_fields: read.function === 1 ? fields : undefined,
    cells: read.cells,
    wifi: read.wifi?.map(({ bssid, signal }) => ({ bssid, rssi: signal })),
    positions: read.tracks?.map((track) => ({
      time: isoOf(track.time),
      lat: track.lat,
      lon: track.lng,
      speed_kmh: track.speedKmh,
    })),
  })
}

export const b2316View: View = (one) => {
  const read = openB2316(bytesOf(one))
  return read ? { imei: read.imei, records: read.records.map(recordOf) } : { reject: true }
}

const WARNINGS: Record<string, string> = { 1: 'low_battery', 2: 'sos', 3: 'power_off', 4: 'watch_removed' }

const recordOf = (record: B2316Record) =>
  withoutAbsent({
    time: isoOf(record.time),
    battery_percent: record.battery,
    steps: record.steps,
    signal: record.signal,
    heart_rate: record.heartRate,
    systolic: record.systolic,
    diastolic: record.diastolic,
    vitals: group({
      heart_rate: record.heartRate,
      systolic: record.systolic,
      diastolic: record.diastolic,
    }),
    temperatures_c: record.temperatures.length > 0 ? record.temperatures : undefined,
    position: record.lat === undefined ? undefined : { lat: record.lat, lon: record.lng },
    alarm: WARNINGS[record.warnings[0] ?? ''],
    cells: record.cells,
    wifi: record.wifi?.map(({ bssid, signal }) => ({ bssid, rssi: signal })),
    iccid: record.iccid,
    firmware: record.firmware,
  })

export const thinkraceView: View = (one) => {
  const read = openThinkrace(bytesOf(one))
  if (!read) return { reject: true }
  const { header, type, imei, fix } = read
  return withoutAbsent({
    header_ascii: header,
    type,
    imei,
    time: isoOf(fix?.time),
    position: fix && { time: isoOf(fix.time), lat: fix.lat, lon: fix.lng, valid: fix.isSure },
  })
}
