import { atWall, offsetMinutes } from '../../http/offset.ts'
import type { Range } from '../../http/range.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** When shifts change, by the clocks of the branch, as the figures count them. */
const CHANGES = [7, 15, 23]
/** So long after a change it is the former shift that is handed over. */
const STILL_MS = HOUR_MS

/** When the shift began that runs at a moment. */
function began(at: Date, zone: string): Date {
  const wall = at.getTime() + offsetMinutes(zone, at) * MINUTE_MS
  const day = Math.floor(wall / DAY_MS) * DAY_MS
  const hour = CHANGES.findLast((change) => day + change * HOUR_MS <= wall)
  return atWall(zone, hour === undefined ? day - HOUR_MS : day + hour * HOUR_MS)
}

/** When the shift began that ran an hour ago. */
export const shiftBegan = (now: Date, zone: string): Date => began(new Date(now.getTime() - STILL_MS), zone)

/** The shift that ended last. */
export function lastShift(now: Date, zone: string): Range {
  const to = began(now, zone)
  return { from: began(new Date(to.getTime() - 1), zone), to }
}
