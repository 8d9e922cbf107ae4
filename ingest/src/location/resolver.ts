import type { DecodedCell, DecodedPosition } from '@carewatch/devices/codec'

/** What a watch heard around it. */
export type Nearby = { cells: readonly DecodedCell[]; bssids: readonly string[] }
/** A place with how inexact it is, and by what it was found. */
export type Found = Pick<DecodedPosition, 'lat' | 'lng'> & { accuracyM: number; source: 'CELL' | 'WIFI' }

/** Makes a place of what a watch heard; undefined: nobody can say. */
export type Resolver = (nearby: Nearby) => Promise<Found | undefined>
