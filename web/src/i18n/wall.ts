import { momentOf, wallOf } from './zone.ts'

const two = (n: number): string => String(n).padStart(2, '0')
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,3}))?)?/

/** A moment as the clocks of a zone show it, to the minute, the way a field of the browser writes it. */
export function toWall(at: Date, zone: string): string {
  const { year, month, day, hour, minute } = wallOf(at, zone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** The same to the millisecond; seconds stand there only where there are some. */
export function toExactWall(at: Date, zone: string): string {
  const [seconds, milliseconds] = [at.getUTCSeconds(), at.getUTCMilliseconds()]
  const exact = milliseconds > 0 ? `.${String(milliseconds).padStart(3, '0')}` : ''
  return toWall(at, zone) + (seconds + milliseconds > 0 ? `:${two(seconds)}${exact}` : '')
}

/** The moment when the clocks of a zone show that; nothing where no such time is written. */
export function fromWall(written: string, zone: string): Date | null {
  const parts = WRITTEN.exec(written)
  if (!parts) return null
  const [year, month, day, hour, minute] = parts.slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  const at = momentOf({ year, month, day, hour: hour ?? 0, minute: minute ?? 0 }, zone)
  const [seconds, milliseconds] = [Number(parts[6] ?? 0), Number((parts[7] ?? '').padEnd(3, '0'))]
  const moment = new Date(at.getTime() + seconds * 1_000 + milliseconds)
  return Number.isNaN(moment.getTime()) ? null : moment
}
