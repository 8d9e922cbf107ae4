export const MINUTE_MS = 60_000
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** A moment as the person's wall clock shows it: the number of the day, and minutes since its midnight. */
export type Clock = { day: number; minute: number }

const formats = new Map<string, Intl.DateTimeFormat>()
const offsets = new Map<string, number>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, made)
  return made
}

/** Zones change their offset on the quarter hour at the finest, so a quarter's answer serves all of it. */
function offsetMs(time: number, timeZone: string): number {
  const key = `${timeZone} ${Math.floor(time / (15 * MINUTE_MS))}`
  const known = offsets.get(key)
  if (known !== undefined) return known
  const name = formatOf(timeZone)
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value
  const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(name ?? '') ?? []
  const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS
  const offset = sign === '-' ? -size : size
  if (offsets.size > 50_000) offsets.clear()
  offsets.set(key, offset)
  return offset
}

export function clockAt(time: number, timeZone: string): Clock {
  const local = time + offsetMs(time, timeZone)
  const day = Math.floor(local / DAY_MS)
  return { day, minute: (local - day * DAY_MS) / MINUTE_MS }
}

/** When the wall clock shows this. */
export function momentOf({ day, minute }: Clock, timeZone: string): number {
  const local = day * DAY_MS + minute * MINUTE_MS
  const guess = local - offsetMs(local, timeZone)
  return local - offsetMs(guess, timeZone)
}
