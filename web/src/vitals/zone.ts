/** What a clock on a wall shows somewhere. */
type Wall = { year: number; month: number; day: number; hour: number; minute: number }

export const viewerZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const clocks = new Map<string, Intl.DateTimeFormat>()

/** Making one costs a hundred times what reading it does. */
function clockOf(zone: string): Intl.DateTimeFormat {
  const known = clocks.get(zone)
  if (known) return known
  const clock = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    hourCycle: 'h23',
  })
  clocks.set(zone, clock)
  return clock
}

export function wallOf(at: Date, zone: string): Wall {
  const parts = Object.fromEntries(
    clockOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts
  return { year, month, day, hour, minute }
}

const asUtc = ({ year, month, day, hour, minute }: Wall): number =>
  Date.UTC(year, month - 1, day, hour, minute)

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const offsetMs = (at: number, zone: string): number =>
  asUtc(wallOf(new Date(at), zone)) - Math.floor(at / MINUTE_MS) * MINUTE_MS

/** When a clock shows that: the first time where it does so twice, the next moment where it never does. */
export function momentOf(wall: Wall, zone: string): Date {
  const shown = asUtc(wall)
  // The clocks change at most once within these two days.
  const [before, after] = [shown - DAY_MS, shown + DAY_MS].map((at) => shown - offsetMs(at, zone))
  const tries = [before ?? shown, after ?? shown].toSorted((a, b) => a - b)
  const right = tries.find((at) => at + offsetMs(at, zone) === shown)
  return new Date(right ?? Math.max(...tries))
}

/** Midnight of the day that many days from the one of a moment. */
export function dayAt(at: Date, days: number, zone: string): Date {
  const { year, month, day } = wallOf(at, zone)
  return momentOf({ year, month, day: day + days, hour: 0, minute: 0 }, zone)
}

/** Whether the clocks of two zones differ at any of these moments. */
export const isElsewhere = (zone: string, ours: string, moments: readonly Date[]): boolean =>
  moments.some((at) => offsetMs(at.getTime(), zone) !== offsetMs(at.getTime(), ours))
