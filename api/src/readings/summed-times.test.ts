import { DAY_MS, type Extremes, QUARTER_MS } from '@carewatch/contracts/summed-days'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayOf, samplesOf, widened } from './decimate.ts'
import { type Times, unsummedIn } from './summed-times.ts'

type Reading = readonly [time: number, one: number, other: number]

/** What the database says of the extremes of each span, by the plainest means. */
function extremesOf(readings: readonly Reading[], spanMs: number): Extremes[] {
  const spans = Map.groupBy(readings, ([time]) => Math.floor(time / spanMs))
  return [...spans.values()].map((of) => {
    const picks = [1, 2].flatMap((part) => {
      const inOrder = of.toSorted((a, b) => (a[part] ?? 0) - (b[part] ?? 0) || a[0] - b[0])
      return [inOrder[0], inOrder.at(-1)]
    })
    return { count: of.length, row: picks.flatMap((pick) => [...(pick ?? [])]) }
  })
}

const DAYS = 9
// Few values, so that many are the same; times on and beside the borders of quarters and days.
const time = fc
  .tuple(fc.nat(DAYS * 96 - 1), fc.constantFrom(0, 1, 450_000, QUARTER_MS - 1))
  .map(([quarter, within]) => quarter * QUARTER_MS + within)
const value = fc.integer({ min: 60, max: 64 })
const readings = fc.uniqueArray(fc.tuple(time, value, value), { selector: ([at]) => at, maxLength: 60 })
const border = fc.oneof(
  fc.constantFrom(Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY),
  fc.nat(DAYS).map((day) => day * DAY_MS),
)
const made = fc.record({
  stored: readings,
  late: readings,
  isErased: fc.infiniteStream(fc.boolean()),
  since: border,
  until: border,
  ends: fc.tuple(time, time),
  spanMs: fc.constantFrom(QUARTER_MS, 7 * QUARTER_MS, DAY_MS, 2 * DAY_MS),
})

const isIn = ({ from, to }: Times, at: number): boolean => at >= from && at <= to

it('is the same from what was summed and what was not, as from the readings alone, whatever came late and was erased', () => {
  fc.assert(
    fc.property(made, ({ stored, late, isErased, since, until, ends, spanMs }) => {
      const times = { from: Math.min(...ends), to: Math.max(...ends) }
      const gone = stored.filter(() => isErased.next().value === true)
      const there = new Set(stored.map(([at]) => at))
      const came = late.filter(([at]) => !there.has(at))
      const now = [...stored.filter((one) => !gone.includes(one)), ...came]
      const touched = [...new Set([...gone, ...came].map(([at]) => dayOf(at)))]
      const parts = unsummedIn(times, { since, until, touched })

      const isSummed = (at: number): boolean => !parts.some((part) => isIn(part, at))
      const answer = [
        ...extremesOf(
          stored.filter(([at]) => isIn(times, at) && isSummed(at)),
          QUARTER_MS,
        ),
        ...parts.flatMap((part) =>
          extremesOf(
            now.filter(([at]) => isIn(part, at)),
            QUARTER_MS,
          ),
        ),
      ]
      const truth = now.filter(([at]) => isIn(times, at))
      expect(samplesOf(widened(answer, spanMs, 2), 2)).toEqual(
        samplesOf(
          extremesOf(truth, spanMs).map(({ row }) => row),
          2,
        ),
      )
      expect(answer.reduce((sum, { count }) => sum + count, 0)).toBe(truth.length)
    }),
    { numRuns: 2_000 },
  )
})

it('takes whole days alone for summed, those that are known and were not touched', () => {
  fc.assert(
    fc.property(made, ({ ends, since, until, late }) => {
      const times = { from: Math.min(...ends), to: Math.max(...ends) }
      const touched = late.map(([at]) => dayOf(at))
      const parts = unsummedIn(times, { since, until, touched })
      for (let day = dayOf(times.from); day <= times.to; day += DAY_MS) {
        const isWhole = day >= times.from && day + DAY_MS - 1 <= times.to
        const isSummed = isWhole && day >= since && day < until && !touched.includes(day)
        const edges = [Math.max(day, times.from), Math.min(day + DAY_MS - 1, times.to)]
        for (const at of edges) expect(parts.some((part) => isIn(part, at))).toBe(!isSummed)
      }
      expect(parts.every(({ from, to }, n) => from <= to && from > (parts[n - 1]?.to ?? -1))).toBe(true)
    }),
    { numRuns: 2_000 },
  )
})

it('reads a whole year in two parts: what is left of its first day, and since the last that is summed', () => {
  const from = Date.UTC(2025, 10, 27, 10)
  const until = Date.UTC(2026, 10, 26)
  const to = Date.UTC(2026, 10, 27, 10)
  expect(unsummedIn({ from, to }, { since: Number.NEGATIVE_INFINITY, until, touched: [] })).toEqual([
    { from, to: dayOf(from) + DAY_MS - 1 },
    { from: until, to },
  ])
})
