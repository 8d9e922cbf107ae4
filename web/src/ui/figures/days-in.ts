const DAY_MS = 86_400_000

/** How many days a time touches, as it is said of the last ones. */
export const daysIn = (from: Date, to: Date): number =>
  Math.max(1, Math.ceil((to.getTime() - from.getTime()) / DAY_MS))
