import { useLayoutEffect, useState } from 'react'
import { asPainted, type Steady } from './steady.ts'
import { useHold } from './use-hold.ts'

/** What was painted last: no cause to draw anew. */
export class Painted<Entry> {
  private entries: readonly Entry[]
  constructor(entries: readonly Entry[]) {
    this.entries = entries
  }
  last(): readonly Entry[] {
    return this.entries
  }
  keep(entries: readonly Entry[]): void {
    this.entries = entries
  }
}

/** The entries as they are by now, in the order in which they stood for as long as somebody is about to press one. */
export function useSteady<Entry>(now: readonly Entry[], steady: Steady<Entry>) {
  const { isHeld, hold } = useHold()
  const [painted] = useState(() => new Painted(now))
  const shown = isHeld ? asPainted(painted.last(), now, steady) : now
  useLayoutEffect(() => painted.keep(shown))
  return { shown, hold }
}
