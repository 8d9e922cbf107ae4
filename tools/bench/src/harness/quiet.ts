import { setTimeout as wait } from 'node:timers/promises'
import { watchCores } from './cpu.ts'

const LOOK_MS = 500
const QUIET_WITHIN_MS = 10_000
/** With more than this used by others a run says little. */
export const QUIET_CORES = 0.3

/** Waits a while for a quiet machine; answers how many cores others still use. */
export async function untilQuiet(): Promise<number> {
  const deadline = performance.now() + QUIET_WITHIN_MS
  for (;;) {
    const seen = watchCores({})
    await wait(LOOK_MS)
    const { others } = seen()
    if (others <= QUIET_CORES || performance.now() > deadline) return others
  }
}
