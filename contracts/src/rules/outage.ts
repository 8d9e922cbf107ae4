/** So many watches of one branch that fell silent within this time are one outage: it is no longer each of them by itself. */
export const OUTAGE = { watches: 5, withinMs: 5 * 60_000 } as const

/** Of those that are silent now, by when each was found to be. */
export const isOutage = (silentSince: readonly number[], at: number): boolean =>
  silentSince.filter((since) => since >= at - OUTAGE.withinMs).length >= OUTAGE.watches

/** How many of an outage are silent still, of how many it was. */
type Extent = { silent: number; total: number }

/** Most are back, and of those that are not there are too few to be one: at most a tenth of many. */
export const isOutageOver = ({ silent, total }: Extent): boolean =>
  silent * 2 < total && silent <= Math.max(OUTAGE.watches - 1, total / 10)

/** Whoever took it thinks of as many as it was then: twice as many are news. */
export const callsAgain = ({ total, taken }: { total: number; taken: number }): boolean => total >= taken * 2
