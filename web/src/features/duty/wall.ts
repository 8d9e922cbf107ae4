import { momentOf, wallOf } from '../../i18n/zone.ts'

const two = (n: number): string => String(n).padStart(2, '0')
const WRITTEN = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/

/** A moment as the clocks of a zone show it, the way a field of the browser writes it. */
export function toWall(at: Date, zone: string): string {
  const { year, month, day, hour, minute } = wallOf(at, zone)
  return `${year}-${two(month)}-${two(day)}T${two(hour)}:${two(minute)}`
}

/** The moment when the clocks of a zone show that; nothing where no such time is written. */
export function fromWall(written: string, zone: string): Date | null {
  const parts = WRITTEN.exec(written)
  if (!parts) return null
  const [year, month, day, hour, minute] = parts.slice(1).map(Number)
  if (year === undefined || month === undefined || day === undefined) return null
  const at = momentOf({ year, month, day, hour: hour ?? 0, minute: minute ?? 0 }, zone)
  return Number.isNaN(at.getTime()) ? null : at
}
