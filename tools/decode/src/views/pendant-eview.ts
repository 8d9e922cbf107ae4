import { isoOf } from '@carewatch/devices/kit/clocks'
import { openEview } from '@carewatch/devices/pendant-eview/frame'
import { alarmsIn, batteryIn, isSet } from '@carewatch/devices/pendant-eview/protocol'
import { colons, nearbyReaders } from '@carewatch/devices/pendant-eview/nearby'
import { type EviewRecord, readBody } from '@carewatch/devices/pendant-eview/records'
import type { Beacon } from '@carewatch/devices/pendant-eview/beacons'
import { bytesOf } from '@carewatch/devices/testing/case'
import type { View } from '../view.ts'
import { withoutAbsent } from './plain.ts'

/** Eview in the words of its case file. */
export const pendantEviewView: View = (one) => {
  const bytes = bytesOf(one)
  const frame = openEview(bytes)
  if (!frame) return { reject: true }
  const { imei, records } = readBody(frame.fields, nearbyReaders)
  const values = records.map(recordOf)
  return withoutAbsent({
    flags: frame.flags,
    ack_requested: frame.wantsAck,
    declared_length: frame.declaredLength,
    actual_length: frame.fields.length + 1,
    crc_ok: frame.isIntact,
    index: frame.index,
    message_type: frame.type,
    imei,
    records: values.length,
    record_values: values,
    first_record: values[0],
    last_record: values.at(-1),
  })
}

const recordOf = (record: EviewRecord): Record<string, unknown> =>
  withoutAbsent({
    time: isoOf(record.time),
    ...statusOf(record),
    alarm_bits: record.alarms,
    alarms: record.alarms === undefined ? undefined : alarmsIn(record.alarms).map(({ name }) => name),
    alarm_time: isoOf(record.alarmTime),
    position: record.gps && positionOf(record.gps),
    wifi: record.wifi?.map(({ ssid, bssid, signal }) =>
      withoutAbsent({ ssid: ssid || undefined, bssid, rssi: signal }),
    ),
    known_wifi: record.knownWifi && {
      bssid: colons(record.knownWifi.mac),
      text: record.knownWifi.text,
      lat: record.knownWifi.lat,
      lon: record.knownWifi.lng,
    },
    battery_mv: record.batteryMv,
    cells: record.cells?.map(({ signal, ...cell }) => ({ ...cell, rssi: signal })),
    beacons: record.beacons?.map(beaconOf),
    beacon_mac: colons(record.knownBeacon?.mac),
    beacon_position: record.knownBeacon && { lat: record.knownBeacon.lat, lon: record.knownBeacon.lng },
    beacon_text: record.knownBeacon?.text,
    steps: record.steps,
    steps_time: isoOf(record.stepsTime),
    activity: record.activity,
    bark_count: record.barks,
    heart_rate: record.heartRate,
    spo2: record.spo2,
  })

function statusOf({ status, battery }: EviewRecord): Record<string, unknown> {
  if (status === undefined) return { battery_percent: battery }
  return {
    status_bits: status,
    battery_percent: batteryIn(status),
    charging: isSet(status, 4),
    archived: isSet(status, 7),
    motion: isSet(status, 9),
    signal: Math.floor(status / 2 ** 19) % 32,
  }
}

const positionOf = (gps: NonNullable<EviewRecord['gps']>) =>
  withoutAbsent({
    lat: gps.lat,
    lon: gps.lng,
    speed_kmh: gps.speedKmh,
    course: gps.course,
    altitude_m: gps.altitudeM,
    hdop: gps.hdop,
    valid: gps.hdop > 0,
    odometer_m: gps.odometerM,
    satellites: gps.satellites,
  })

const beaconOf = (beacon: Beacon, index: number) =>
  withoutAbsent({
    slot: index + 1,
    mac: colons(beacon.mac),
    rssi: beacon.rssi,
    rssi_1m: beacon.rssiAt1m,
    battery_percent: beacon.battery,
    lat: beacon.lat,
    lon: beacon.lng,
    text: beacon.text,
    temperature_c: beacon.temperature,
  })
