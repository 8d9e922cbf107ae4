import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'

const LOOK_MS = 700
const QUIET_CORES = 0.25
const PATIENCE_MS = 12_000
const TICKS_A_SECOND = 100

/** Ticks that all cores together were busy since the machine started. */
function busyTicks(): number | undefined {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n')
    const [, user = 0, nice = 0, system = 0, , , irq = 0, soft = 0, steal = 0] = line.split(/\s+/).map(Number)
    return user + nice + system + irq + soft + steal
  } catch {
    // Not Linux: nobody knows.
    return undefined
  }
}

/** Cores that others use while we do nothing. */
async function coresInUse(): Promise<number> {
  const before = busyTicks()
  await wait(LOOK_MS)
  const after = busyTicks()
  if (before === undefined || after === undefined) return 0
  return ((after - before) / TICKS_A_SECOND / LOOK_MS) * 1_000
}

/** Waits a while for a quiet machine; answers how many cores others still use. */
export async function untilQuiet(): Promise<number> {
  const deadline = performance.now() + PATIENCE_MS
  let cores = await coresInUse()
  while (cores > QUIET_CORES && performance.now() < deadline) cores = await coresInUse()
  return cores
}
