const HOUR_MINUTES = 60
const MINUTE_MS = 60_000

/** How far the clocks of a zone are from UTC at a moment, in minutes. */
export function offsetMinutes(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  const all = Number(hours ?? 0) * HOUR_MINUTES + Number(minutes ?? 0)
  return sign === '-' ? -all : all
}

/** The day of a moment by the clocks of a zone, as `2026-11-26`. */
export const dayIn = (timeZone: string, at: Date): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(at)

/** When the clocks of a zone show this time, given as if it were UTC: by their distance of then, for they may have been changed just before. */
export function atWall(timeZone: string, wallMs: number): Date {
  const about = wallMs - offsetMinutes(timeZone, new Date(wallMs)) * MINUTE_MS
  return new Date(wallMs - offsetMinutes(timeZone, new Date(about)) * MINUTE_MS)
}
