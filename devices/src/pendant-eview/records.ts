import { s16le, s32le, u8, u16le, u32le, utf8 } from '../kit/bytes.ts'
import type { NearbyCell, NearbyWifi } from '../kit/nearby.ts'
import { type Beacon, readKnownBeacon, readKnownWifi } from './beacons.ts'

/** One moment of a pendant's day: a message may hold many that it could not send before. */
export type EviewRecord = {
  time?: number
  status?: number
  alarms?: number
  alarmTime?: number | undefined
  battery?: number
  batteryMv?: number
  gps?: {
    lat: number
    lng: number
    speedKmh?: number
    course?: number
    altitudeM: number
    hdop: number
    odometerM?: number
    satellites?: number
  }
  cells?: NearbyCell[]
  wifi?: NearbyWifi[]
  knownWifi?: Beacon
  knownBeacon?: Beacon
  beacons?: Beacon[]
  steps?: number
  stepsTime?: number
  activity?: number
  barks?: number
  heartRate?: number
  spo2?: number
}

type Reader = (record: EviewRecord, value: Uint8Array) => void
export type Readers = Record<number, Reader>

export type EviewBody = {
  imei?: string
  records: EviewRecord[]
  isCut: boolean
  /** Keys that stand in no paper that we know. */
  unknown: Set<number>
}

const IMEI = 0x01
/** Empty, behind all that a pendant says: so in the recorded `pendant-eview/open/006`. */
const CLOSING = 0x10
const REPEATED = new Set([0x28, 0x2c])
const MAX_RECORDS = 256

/** Length with the key, key, value, again and again; a key that comes again begins the next moment. `others`: keys to be read beside those that facts are made of. */
export function readBody(fields: Uint8Array, others: Readers = {}): EviewBody {
  const body: EviewBody = { records: [], isCut: false, unknown: new Set() }
  let record: EviewRecord = {}
  let seen = new Set<number>()
  for (let at = 0; at + 1 < fields.length;) {
    const end = at + 1 + u8(fields, at)
    const key = u8(fields, at + 1)
    if (end > fields.length || end < at + 2) return { ...body, isCut: true }
    const value = fields.subarray(at + 2, end)
    at = end
    if (key === IMEI) {
      body.imei = utf8(value)
      continue
    }
    if (seen.size === 0 || (seen.has(key) && !REPEATED.has(key))) {
      if (body.records.length >= MAX_RECORDS) return { ...body, isCut: true }
      record = {}
      seen = new Set()
      body.records.push(record)
    }
    seen.add(key)
    const read = readers[key] ?? others[key]
    if (read) read(record, value)
    else if (key !== CLOSING || value.length > 0) body.unknown.add(key)
  }
  return body
}

const seconds = (value: Uint8Array, at: number): number => u32le(value, at) * 1_000

/** 255 and 0 and 1 are none. */
const vital = (value: Uint8Array): number | undefined => {
  const number = u8(value, 4)
  return number > 1 && number < 255 ? number : undefined
}

const readers: Readers = {
  0x02: (record, value) => {
    record.alarms = u32le(value, 0)
    if (value.length >= 8) record.alarmTime = seconds(value, 4)
  },
  0x14: (record, value) => {
    record.battery = u8(value, 0)
    if (value.length >= 3) record.batteryMv = u16le(value, 1)
  },
  0x20: (record, value) => {
    if (value.length >= 21) record.gps = readGps(value)
  },
  0x23: (record, value) => {
    record.knownBeacon = readKnownBeacon(value)
  },
  0x24: (record, value) => {
    if (value.length < 8) return
    record.time = seconds(value, 0)
    record.status = u32le(value, 4)
  },
  0x26: (record, value) => {
    record.knownBeacon = readKnownBeacon(value)
  },
  0x27: (record, value) => {
    if (value.length >= 12) record.gps = readShortGps(value)
  },
  0x2a: (record, value) => {
    record.knownWifi = readKnownWifi(value)
  },
  0x30: (record, value) => {
    record.stepsTime = seconds(value, 0)
    record.steps = u32le(value, 4)
  },
  0x31: (record, value) => {
    record.activity = u32le(value, 4)
  },
  0x37: (record, value) => {
    record.barks = u32le(value, 4)
  },
  0x40: (record, value) => {
    const rate = vital(value)
    if (rate !== undefined) record.heartRate = rate
  },
  0x41: (record, value) => {
    const saturation = vital(value)
    if (saturation !== undefined) record.spo2 = saturation
  },
}

const readShortGps = (value: Uint8Array): NonNullable<EviewRecord['gps']> => ({
  lat: s32le(value, 0) / 1e7,
  lng: s32le(value, 4) / 1e7,
  hdop: u16le(value, 8) / 10,
  altitudeM: s16le(value, 10),
})

const readGps = (value: Uint8Array): NonNullable<EviewRecord['gps']> => ({
  lat: s32le(value, 0) / 1e7,
  lng: s32le(value, 4) / 1e7,
  speedKmh: u16le(value, 8),
  course: u16le(value, 10),
  altitudeM: s16le(value, 12),
  hdop: u16le(value, 14) / 10,
  odometerM: u32le(value, 16),
  satellites: u8(value, 20),
})
