import { utcOf } from '../kit/clocks.ts'
import type { NearbyCell, NearbyWifi } from '../kit/nearby.ts'
import { numberIn } from '../kit/numbers.ts'
import { macOf, utf8Of } from '../kit/text.ts'
import { unescape3g } from './frame.ts'

/** Where a watch is, how it fares and what it hears, behind the type of a message. */
export type Block3g = {
  time: number
  isValid: boolean
  lat: number
  lng: number
  speedKmh: number | undefined
  course: number | undefined
  altitudeM: number | undefined
  satellites: number | undefined
  gsm: number | undefined
  battery: number | undefined
  steps: number | undefined
  tumbles: number | undefined
  status: string
  cells: NearbyCell[]
  wifi: NearbyWifi[]
  accuracyM: number | undefined
}

const STATUS_FIELD = 15
const MIN_FIELDS = 13

/** The fields behind the type; undefined where they are none. */
export function readBlock(fields: readonly string[]): Block3g | undefined {
  const [date = '', clock = '', fix, lat, northSouth, lng, eastWest, ...rest] = fields
  const [latitude, longitude] = [numberIn(lat), numberIn(lng)]
  if (fields.length < MIN_FIELDS || latitude === undefined || longitude === undefined) return undefined
  const [speedKmh, course, altitudeM, satellites, gsm, battery, steps, tumbles] = rest
    .slice(0, 8)
    .map(numberIn)
  return {
    time: timeOf(date, clock),
    isValid: fix === 'A',
    lat: northSouth === 'S' ? -Math.abs(latitude) : latitude,
    lng: eastWest === 'W' ? -Math.abs(longitude) : longitude,
    speedKmh,
    course,
    altitudeM,
    satellites,
    gsm,
    battery,
    steps,
    tumbles,
    status: fields[STATUS_FIELD] ?? '',
    ...readNearby(fields.slice(STATUS_FIELD + 1)),
  }
}

const DATE = /^(\d{2})(\d{2})(\d{2})$/

function timeOf(date: string, clock: string): number {
  const [, day, month, year] = DATE.exec(date) ?? []
  const [, hour, minute, second] = DATE.exec(clock) ?? []
  return utcOf([year, month, day, hour, minute, second])
}

type Nearby = Pick<Block3g, 'cells' | 'wifi' | 'accuracyM'>

/** How many cells, and of them the country, the network and three numbers each; how many networks, and three fields of each; how exact the fix is. */
function readNearby(fields: readonly string[]): Nearby {
  const cellCount = Math.min(numberIn(fields[0]) ?? 0, 32)
  const cellsEnd = cellCount > 0 || isBare(fields) ? 4 + cellCount * 3 : 1
  const cells = cellCount > 0 ? readCells(fields.slice(2, cellsEnd)) : []
  const { wifi, end } = readWifi(fields, cellsEnd)
  return { cells, wifi, accuracyM: numberIn(fields[end]) }
}

/** One maker names the country and the network of no cell, and writes nothing for no networks. */
const isBare = (fields: readonly string[]): boolean => fields.length === 6 && fields[4] === ''

const HEXADECIMAL = /[A-Fa-f]/
const NONE = /^F{4,8}$/i
const UNKNOWN = 2_147_483_647

function readCells([mcc, mnc, ...triples]: readonly string[]): NearbyCell[] {
  const isHex = triples.some((field) => HEXADECIMAL.test(field))
  const number = (field: string | undefined): number | undefined =>
    isHex && field !== undefined && /^[0-9A-Fa-f]{1,8}$/.test(field)
      ? Number.parseInt(field, 16)
      : numberIn(field)
  const [country, network] = [numberIn(mcc), numberIn(mnc)]
  const cells: NearbyCell[] = []
  for (let at = 0; at + 1 < triples.length; at += 3) {
    const [lac, cid] = [number(triples[at]), number(triples[at + 1])]
    if (country === undefined || network === undefined || lac === undefined || cid === undefined) continue
    if (NONE.test(triples[at] ?? '') || lac === UNKNOWN || cid === UNKNOWN) continue
    cells.push({ mcc: country, mnc: network, lac, cid, signal: numberIn(triples[at + 2]) })
  }
  return cells
}

const MAC = /^[0-9A-Fa-f]{2}(?::[0-9A-Fa-f]{2}){5}$/

/** A network's name may hold a comma, so it ends where an address stands; some send no address for one. */
function readWifi(fields: readonly string[], from: number): { wifi: NearbyWifi[]; end: number } {
  const wifi: NearbyWifi[] = []
  const count = Math.min(numberIn(fields[from]) ?? 0, 32)
  let at = from + 1
  while (wifi.length < count) {
    const mac = addressIn(fields, at)
    if (mac === undefined) break
    const ssid = utf8Of(unescape3g(fields.slice(at, mac).join(',')))
    wifi.push({ ssid, bssid: macOf(fields[mac] ?? ''), signal: numberIn(fields[mac + 1]) })
    at = mac + 2
  }
  return { wifi, end: at }
}

function addressIn(fields: readonly string[], at: number): number | undefined {
  const isPlain = (numberIn(fields[at + 2]) ?? 0) < 0
  if (isPlain || MAC.test(fields[at + 1]?.trim() ?? '')) return at + 1
  const mac = fields.findIndex((field, index) => index > at && MAC.test(field.trim()))
  return mac < 0 ? undefined : mac
}
