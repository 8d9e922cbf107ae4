import type { EventType } from '@carewatch/contracts/alarms'
import { type Metric, type MetricName, metrics } from '@carewatch/contracts/metrics'
import type { Decoded, DecodedPosition, RejectReason } from '../codec.ts'
import { readTime } from './device-time.ts'
import type { NearbyCell, NearbyWifi } from './nearby.ts'
import { readable } from './text.ts'

export function reject(decoded: Decoded, reason: RejectReason, detail: string): void {
  const cut = readable(detail.slice(0, 64))
  // One message may hold 500 readings: a few reasons tell enough, each of them once.
  if (decoded.rejects.length >= 5) return
  if (decoded.rejects.some((one) => one.reason === reason && one.detail === cut)) return
  decoded.rejects.push({ reason, detail: cut })
}

/** One number a device measured, if a living person can have it. */
// oxlint-disable-next-line max-params -- the hot path: an object a value would cost more than the value
export function addReading(decoded: Decoded, time: number, name: MetricName, value: number): void {
  const metric: Metric = metrics[name]
  if (value === 0 && metric.zeroMeansAbsent) return
  // The comparison is this way round so that NaN is refused too.
  if (!(value >= metric.range.min && value <= metric.range.max)) return reject(decoded, 'range', name)
  decoded.readings.push({ metric: metric.id, time, value })
}

export type Measured = { [Name in MetricName]?: number | undefined }

/** What a watch says it measured at one time; what it leaves out, or has no number for, it did not measure. A battery at 0 would not speak. */
export function addMeasured(decoded: Decoded, time: number, measured: Measured): void {
  for (const key in measured) {
    // Safe: nothing but metrics' names are keys of the type.
    const name = key as MetricName
    const value = measured[name]
    if (value === undefined || (name === 'battery' && value === 0)) continue
    addReading(decoded, time, name, value)
  }
}

export function addPosition(decoded: Decoded, position: DecodedPosition): void {
  const { lat, lng } = position
  // 0,0 is how a receiver without a fix says so.
  if (lat === 0 && lng === 0) return
  if (!(Math.abs(lat) <= 90 && Math.abs(lng) <= 180)) return reject(decoded, 'range', 'position')
  decoded.positions.push(position)
}

const BSSID = /^[0-9a-f]{12}$/
const NETWORKS_MAX = 24
/** Given by whoever runs it, and not by a maker: phones that others go online by call themselves so, and move about. */
const isOwnAddress = (bssid: string): boolean => /^.[2367abef]/.test(bssid)

/** The networks around it that stay where they are. */
export function addNetworks(decoded: Decoded, time: number, wifi: readonly NearbyWifi[] | undefined): void {
  const bssids = (wifi ?? [])
    .map(({ bssid }) => bssid.replaceAll(/[^0-9A-Fa-f]/g, '').toLowerCase())
    .filter((bssid) => BSSID.test(bssid) && !/^(.)\1+$/.test(bssid) && !isOwnAddress(bssid))
  if (bssids.length > 0) decoded.networks = { time, bssids: [...new Set(bssids)].slice(0, NETWORKS_MAX) }
}

const CELLS_MAX = 8
/** How receivers say that they know none: every bit of 16, 24, 28 or 31 set. */
const NO_CELL = new Set([0xff_ff, 0xff_ff_ff, 0xf_ff_ff_ff, 0x7f_ff_ff_ff])
const isWithin = (value: number, most: number): boolean =>
  Number.isInteger(value) && value > 0 && value <= most && !NO_CELL.has(value)

const isCell = ({ mcc, mnc, lac, cid }: NearbyCell): boolean =>
  isWithin(mcc, 999) &&
  Number.isInteger(mnc) &&
  mnc >= 0 &&
  mnc <= 999 &&
  isWithin(lac, 0xff_ff_fe) &&
  isWithin(cid, 2 ** 36)

/** The cells around it, the serving one first; those that are none are left out. */
export function addCells(decoded: Decoded, time: number, cells: readonly NearbyCell[] | undefined): void {
  const found = (cells ?? []).filter(isCell).slice(0, CELLS_MAX)
  if (found.length > 0) decoded.cells = { time, cells: found }
}

const FIRMWARE_MAX = 64

/** What a watch calls its version: a bar stands between the values of a filter, and in no version. */
export function addFirmware(decoded: Decoded, text: string | undefined): void {
  const clean = (text ?? '').replaceAll(/[^\x20-\x7E]|\|/g, '').trim()
  if (clean !== '') decoded.firmware = clean.slice(0, FIRMWARE_MAX)
}

export function addEvent(decoded: Decoded, type: EventType, time: number): void {
  decoded.events.push({ type, time })
}

/** What smells of an alarm and is in no word that we know rings, and stays to be looked at. */
export function addUnknownAlarm(decoded: Decoded, word: string, time: number): void {
  reject(decoded, 'unknownEvent', word || 'empty')
  addEvent(decoded, 'UNKNOWN_ALARM', time)
}

/** When it was, by the device: milliseconds since 1970, `undefined` where it does not say, NaN where it cannot be read. A clock we cannot believe is the server's. */
export function stamp(decoded: Decoded, given: number | undefined, receivedAt: number): number {
  const { time = receivedAt, isSkewed } = readTime(given, receivedAt)
  if (isSkewed || Number.isNaN(given)) decoded.clockSkew = true
  return time
}
