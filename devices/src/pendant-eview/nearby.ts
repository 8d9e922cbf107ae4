import { hex, s8, u8, u16le, u32le, utf8 } from '../kit/bytes.ts'
import type { NearbyCell, NearbyWifi } from '../kit/nearby.ts'
import { readBeacon } from './beacons.ts'
import type { Readers } from './records.ts'

/** What was heard around the pendant. */
export const nearbyReaders: Readers = {
  0x19: (record, value) => {
    record.wifi = [...(record.wifi ?? []), ...readNamedWifi(value)]
  },
  0x21: (record, value) => {
    record.cells = readCells(value, { step: 5, cid: (at) => u16le(value, at) })
  },
  0x22: (record, value) => {
    record.wifi = [...(record.wifi ?? []), ...readWifi(value)]
  },
  0x28: (record, value) => {
    record.beacons = [...(record.beacons ?? []), readBeacon(value, false)]
  },
  0x29: (record, value) => {
    record.cells = readCells(value, { step: 7, cid: (at) => u32le(value, at) })
  },
  0x2b: (record, value) => {
    // The network's number is a byte longer here.
    const cells = readCells(value.subarray(1), { step: 7, cid: (at) => u32le(value, at + 1) })
    record.cells = cells.map((cell) => ({ ...cell, mcc: u16le(value, 0), mnc: u16le(value, 2) }))
  },
  0x2c: (record, value) => {
    record.beacons = [...(record.beacons ?? []), readBeacon(value, true)]
  },
}

function readCells(value: Uint8Array, { step, cid }: { step: number; cid: (at: number) => number }) {
  const cells: NearbyCell[] = []
  for (let at = 3; at + step <= value.length; at += step) {
    cells.push({
      mcc: u16le(value, 0),
      mnc: u8(value, 2),
      lac: u16le(value, at + 1),
      cid: cid(at + 3),
      signal: s8(value, at),
    })
  }
  return cells
}

/** `aa:bb:…` of twelve digits. */
export const colons = (mac: string | undefined): string | undefined => mac?.replaceAll(/(..)(?=.)/g, '$1:')

function readWifi(value: Uint8Array): NearbyWifi[] {
  const found: NearbyWifi[] = []
  for (let at = 0; at + 7 <= value.length; at += 7) {
    found.push({ ssid: '', bssid: bssidAt(value, at + 1), signal: s8(value, at) })
  }
  return found
}

function readNamedWifi(value: Uint8Array): NearbyWifi[] {
  const found: NearbyWifi[] = []
  for (let at = 0; at + 8 <= value.length;) {
    const end = at + 8 + u8(value, at + 7)
    const ssid = utf8(value.subarray(at + 8, end))
    found.push({ ssid, bssid: bssidAt(value, at + 1), signal: s8(value, at) })
    at = end
  }
  return found
}

const bssidAt = (value: Uint8Array, at: number): string => colons(hex(value.subarray(at, at + 6))) ?? ''
