/** So many watches of one branch, and so great a share of it, that fell silent within this time are one outage: it is no longer each of them by itself. What falls silent later than that after it grew is none of it, and after so long without growth it is calm. Once nobody has come back for as long as `returnMs`, nobody more does for the reason of the others. */
export const OUTAGE = {
  watches: 5,
  share: 0.02,
  withinMs: 5 * 60_000,
  calmMs: 60 * 60_000,
  returnMs: 30 * 60_000,
} as const

/** Of those that are silent now, by when each was found to be; `watches` are all of the branch. */
export const isOutage = (
  silentSince: readonly number[],
  { at, watches }: { at: number; watches: number },
): boolean =>
  silentSince.filter((since) => since >= at - OUTAGE.withinMs).length >=
  Math.max(OUTAGE.watches, watches * OUTAGE.share)

/** How many of an outage are silent still, of how many it was, and for how long it has not grown; how many came back since, and how long ago the newest of them. */
export type Extent = {
  silent: number
  total: number
  calmMs: number
  returned: number
  returnedMs: number | null
}

/** Most are back, and of those that are not there are too few to be one: at most a tenth of many. Once it is calm, half of them are enough, or fewer whose return was long ago: the others are silent for reasons of their own. */
export function isOutageOver({ silent, total, calmMs, ...back }: Extent): boolean {
  if (silent * 2 < total && silent <= Math.max(OUTAGE.watches - 1, total / 10)) return true
  return calmMs >= OUTAGE.calmMs && (silent * 2 <= total || hasLeftOthersBehind({ silent, total, ...back }))
}

/** Of so many who came back the network is there again: a quarter of them, or any where the others are too few to be an outage. */
const hasLeftOthersBehind = ({ silent, total, returned, returnedMs }: Omit<Extent, 'calmMs'>): boolean =>
  returnedMs !== null && returnedMs >= OUTAGE.returnMs && (returned * 4 >= total || silent < OUTAGE.watches)

/** Whoever took it thinks of as many as it was then: twice as many are news, and so is any more once it was calm. */
export const callsAgain = ({
  total,
  taken,
  calmMs,
}: {
  total: number
  taken: number
  calmMs: number
}): boolean => total >= taken * 2 || calmMs >= OUTAGE.calmMs
