import { DAY_MS } from '@carewatch/contracts/summed-days'
import { dayOf } from './decimate.ts'

/** Both ends are part of it. */
export type Times = { from: number; to: number }
/** Which days are summed: from `since` until `until`, but for those that were touched. */
export type SummedDays = { since: number; until: number; touched: readonly number[] }

/** The whole days within these times: the first of them, and the one after the last. */
export const daysWithin = ({ from, to }: Times): { first: number; end: number } => ({
  first: Math.ceil(from / DAY_MS) * DAY_MS,
  end: dayOf(to + 1),
})

/** What of these times is read reading by reading: where a day is not whole, not summed yet, or was touched since. The rest is whole days that are summed. */
export function unsummedIn(times: Times, { since, until, touched }: SummedDays): Times[] {
  const within = daysWithin(times)
  const first = Math.max(within.first, Math.min(since, Number.MAX_SAFE_INTEGER))
  const end = Math.min(within.end, until)
  if (first >= end) return [times]
  const parts: Times[] = [
    { from: times.from, to: first - 1 },
    ...touched
      .filter((day) => day >= first && day < end)
      .toSorted((one, other) => one - other)
      .map((day) => ({ from: day, to: day + DAY_MS - 1 })),
    { from: end, to: times.to },
  ]
  return joined(parts.filter(({ from, to }) => from <= to))
}

/** One after another, without a gap between, is one. */
function joined(parts: readonly Times[]): Times[] {
  const all: Times[] = []
  for (const { from, to } of parts) {
    const last = all.at(-1)
    if (last && from <= last.to + 1) last.to = to
    else all.push({ from, to })
  }
  return all
}
