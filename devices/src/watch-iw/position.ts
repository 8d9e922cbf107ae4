import { utcOf } from '../kit/clocks.ts'
import { degreesOf } from '../kit/degrees.ts'
import type { NearbyCell, NearbyWifi } from '../kit/nearby.ts'
import { numberIn } from '../kit/numbers.ts'
import { macOf, utf8Of } from '../kit/text.ts'
import type { IwPosition, IwMessage, IwState } from './message.ts'

const PLACE =
  /^(\d{2})(\d{2})(\d{2})([AV])(\d{2})([\d.]{2,8})([NS])(\d{3})([\d.]{2,8})([EW])([\d. ]{5})(\d{2})(\d{2})(\d{2})([\d. ]{6})/
const STATE = /^(\d{3})(\d{3})(\d{3})\d(\d{2})(\d{2})/

/** `gsm satellites battery space fortification mode`, each of so many digits, and what a vendor adds. */
export function readState(digits: string): IwState | undefined {
  const parts = STATE.exec(digits)
  if (!parts) return undefined
  const [, gsm, satellites, battery, , mode] = parts.map(Number)
  return { gsm: gsm ?? 0, satellites: satellites ?? 0, battery: battery ?? 0, mode: mode ?? 0 }
}

/** Date, fix, latitude, longitude, speed, time and course without anything between them, then the state; behind the first comma what was heard nearby. */
export function readPlace(rest: string): IwMessage {
  const [head = '', ...fields] = rest.split(',')
  const place = PLACE.exec(head)
  const cells = readServingCell(fields)
  if (!place) return { cells, unread: 'position' }
  return { position: positionOf(place), state: readState(head.slice(place[0].length)), cells }
}

function positionOf(place: RegExpExecArray): IwPosition {
  const [, year, month, day, fix, latDegrees, latMinutes, northSouth] = place
  const [lngDegrees, lngMinutes, eastWest, speed, hour, minute, second, course] = place.slice(8)
  return {
    time: utcOf([year, month, day, hour, minute, second]),
    isValid: fix === 'A',
    lat: degreesOf(latDegrees ?? '', latMinutes ?? '', northSouth === 'S'),
    lng: degreesOf(lngDegrees ?? '', lngMinutes ?? '', eastWest === 'W'),
    speedKmh: Number(speed),
    course: Number(course),
  }
}

export function readServingCell([mcc, mnc, lac, cid]: readonly string[]): NearbyCell[] {
  const cell = { mcc: numberIn(mcc), mnc: numberIn(mnc), lac: numberIn(lac), cid: numberIn(cid) }
  const { mcc: country, mnc: network, lac: area, cid: station } = cell
  if (country === undefined || network === undefined || area === undefined || station === undefined) return []
  return [{ mcc: country, mnc: network, lac: area, cid: station }]
}

/** `name|AA-BB-CC-DD-EE-FF|97` joined by `&`; a name may hold either sign, so each is read from its end. */
export function readWifi(text: string): NearbyWifi[] {
  const found: NearbyWifi[] = []
  for (const [, ssid, mac, signal] of text.matchAll(STATION)) {
    found.push({ ssid: utf8Of(ssid ?? '').trim(), bssid: macOf(mac ?? ''), signal: numberIn(signal) })
  }
  return found
}

const STATION = /([^|]{0,64})\|([0-9A-Fa-f]{2}(?:[-:][0-9A-Fa-f]{2}){5})\|(-?\d{1,3})(?:&|$)/g
