/** How an entry is told from the others, and what of it stays as it was painted. */
export type Steady<Entry> = {
  keyOf: (entry: Entry) => string
  stay?: (painted: Entry, now: Entry) => Entry
}

/** The entries as they are by now, each where it was painted; what is new stands behind them. */
export function asPainted<Entry>(
  painted: readonly Entry[],
  now: readonly Entry[],
  { keyOf, stay = (_, entry) => entry }: Steady<Entry>,
): Entry[] {
  const byKey = new Map(now.map((entry) => [keyOf(entry), entry]))
  const known = new Set(painted.map(keyOf))
  const kept = painted.flatMap((before) => {
    const entry = byKey.get(keyOf(before))
    return entry === undefined ? [] : [stay(before, entry)]
  })
  return [...kept, ...now.filter((entry) => !known.has(keyOf(entry)))]
}

/** As many stand in the banner at once, unless somebody is about to press the last of them. */
const MOST_ROWS = 3

/** Who stands in the banner while somebody is about to press there: whoever stood there, and below whoever is first by now. */
export function rowsShown(painted: readonly string[], first: string, touched: string | null): string[] {
  if (painted.includes(first)) return [...painted]
  const hasRoom = painted.length < MOST_ROWS || painted.at(-1) === touched
  return [...(hasRoom ? painted : painted.slice(0, -1)), first]
}
