import { offsetMinutes } from '../../http/offset.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** When shifts change, by the clocks of the branch, as the figures count them. */
const CHANGES = [7, 15, 23]
/** So long after a change it is the former shift that is handed over. */
const STILL_MS = HOUR_MS

/** When the shift began that ran an hour ago. */
export function shiftBegan(now: Date, zone: string): Date {
  const at = new Date(now.getTime() - STILL_MS)
  const wall = at.getTime() + offsetMinutes(zone, at) * MINUTE_MS
  const day = Math.floor(wall / DAY_MS) * DAY_MS
  const hour = CHANGES.findLast((change) => day + change * HOUR_MS <= wall)
  const began = hour === undefined ? day - HOUR_MS : day + hour * HOUR_MS
  // By the clocks of then: they may have changed in that night.
  return new Date(
    began - offsetMinutes(zone, new Date(began - offsetMinutes(zone, at) * MINUTE_MS)) * MINUTE_MS,
  )
}
