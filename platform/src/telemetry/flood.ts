const WINDOW_MS = 60_000
/** So many of the same in a minute say what is wrong; more say it no better. */
const AT_ONCE = 20
/** Messages are constants and errors have few codes; what makes up names of its own is not counted for ever. */
const MOST_KINDS = 500

type Kind = { since: number; lines: number; isFlood: boolean }
/** `more`: so many of the same were not written in the minute before. */
export type Admission = { isWritten: boolean; more: number }

/** Lets lines of one kind through until they are a flood; of a flood one line a minute, with the number of those left out. */
export function createFloodGuard(now: () => number = Date.now) {
  const kinds = new Map<string, Kind>()
  const leftOut = ({ lines, isFlood }: Kind): number => Math.max(lines - (isFlood ? 1 : AT_ONCE), 0)

  const admit = (name: string): Admission => {
    const kind = kinds.get(name)
    if (kind && now() - kind.since < WINDOW_MS) {
      kind.lines += 1
      return { isWritten: kind.lines <= (kind.isFlood ? 1 : AT_ONCE), more: 0 }
    }
    const more = kind ? leftOut(kind) : 0
    if (!kind && kinds.size >= MOST_KINDS) kinds.delete([...kinds.keys()][0] ?? '')
    kinds.set(name, { since: now(), lines: 1, isFlood: more > 0 })
    return { isWritten: true, more }
  }
  /** Floods that are over, and how many of each were left out since it was last said. */
  const over = (): { name: string; more: number }[] => {
    const ended = [...kinds].filter(([, kind]) => now() - kind.since >= WINDOW_MS)
    for (const [name] of ended) kinds.delete(name)
    return ended.map(([name, kind]) => ({ name, more: leftOut(kind) })).filter(({ more }) => more > 0)
  }
  return { admit, over }
}

/** Of what kind a line is: how bad, what happened, and the error's own kind. */
export function kindOf(level: number, parts: readonly unknown[]): string {
  const [first, second] = parts
  const { err } = Object(first) as { err?: unknown }
  const { code, name } = Object(err) as { code?: unknown; name?: unknown }
  const message = typeof first === 'string' ? first : second
  const known = [message, code ?? name].filter((part) => typeof part === 'string' || typeof part === 'number')
  return [level, ...known].join(' ')
}
