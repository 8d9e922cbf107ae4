import type { Position } from './http/positions.ts'
import { accuracyOf, type Fix } from './rules/fence.ts'
import { distance } from './whereabouts.ts'

/** Networks that are heard no farther than a home and its garden. */
export const PINPOINT_M = 150
/** How long an exact fix is shown at most for what comes after it. */
export const PINPOINT_HOURS = 24
/** No cell is heard from farther away (3GPP TS 45.010: a timing advance of 63). */
export const CELL_REACH_M = 35_000

/** Exact by how it was found: satellites, a beacon, or the networks of a home. */
export const isPinpoint = ({ source, accuracyM }: Pick<Fix, 'source' | 'accuracyM'>): boolean =>
  source !== 'CELL' && (source !== 'WIFI' || accuracyOf({ source, accuracyM }) <= PINPOINT_M)

const pinpoints = ({ source, accuracy }: Position): boolean => isPinpoint({ source, accuracyM: accuracy })

/** Which of two fixes is shown: the newer, but an exact one stays for as long as the wide circle of the newer holds it. */
export function shownFix(older: Position, newer: Position): Position {
  const isRecent = newer.time.getTime() - older.time.getTime() <= PINPOINT_HOURS * 3_600_000
  const stays = isRecent && pinpoints(older) && !pinpoints(newer)
  return stays && distance(older, newer) <= (newer.accuracy ?? CELL_REACH_M) ? older : newer
}
