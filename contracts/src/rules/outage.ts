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

/** How many of an outage are silent still, of how many it was, and for how long it has not grown; how long ago the newest came back that did since. */
export type Extent = { silent: number; total: number; calmMs: number; returnedMs: number | null }

/** Too few are silent still to be one, and most are back or the newest of these long ago; or, once it is calm, half are back: the others are silent for reasons of their own. While more are, whole wings may be down still, and are told as one. */
export function isOutageOver({ silent, total, calmMs, returnedMs }: Extent): boolean {
  const isCalm = calmMs >= OUTAGE.calmMs
  if (silent * 2 <= total && isCalm) return true
  if (silent >= OUTAGE.watches) return false
  return silent * 2 < total || (isCalm && returnedMs !== null && returnedMs >= OUTAGE.returnMs)
}

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
