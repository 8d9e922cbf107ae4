import { setTimeout as wait } from 'node:timers/promises'
import type { Act, Step } from '../scenarios/scenario.ts'

/** Performs each act at its time, in order. */
export async function playSteps(steps: readonly Step[], perform: (act: Act) => void): Promise<void> {
  const began = performance.now()
  for (const { atMs, act } of steps.toSorted((one, other) => one.atMs - other.atMs)) {
    const left = atMs - (performance.now() - began)
    if (left > 0) await wait(left)
    perform(act)
  }
}
