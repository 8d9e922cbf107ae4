import { atWall } from '../http/offset.ts'
import type { Range } from '../http/range.ts'

/** A calendar month, as `2026-10`, by the clocks of a zone. */
export function monthOf(month: string, zone: string): Range {
  const [year, number] = [Number(month.slice(0, 4)), Number(month.slice(5))]
  return {
    from: atWall(zone, Date.UTC(year, number - 1)),
    to: atWall(zone, Date.UTC(year, number)),
  }
}
