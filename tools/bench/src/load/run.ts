import { setTimeout as wait } from 'node:timers/promises'
import { runClosedLoop } from './closed-loop.ts'
import type { Connection } from './connection.ts'
import { FOUR_METRICS, ONE_METRIC } from './frames.ts'
import type { Measured, Shape } from './job.ts'
import { OPEN_WINDOW, runOpenLoop } from './open-loop.ts'
import { Tally } from './tally.ts'

const LAST_ANSWERS_MS = 5_000

/** Warm-up, measured time, and then the last answers. */
export async function runShape(connections: readonly Connection[], shape: Shape): Promise<Measured> {
  const tally = new Tally()
  const rest = shape.metrics === 1 ? ONE_METRIC : FOUR_METRICS
  const window = shape.loop === 'closed' ? shape.window : OPEN_WINDOW
  for (const connection of connections) connection.prepare(rest, window)
  const loop =
    shape.loop === 'closed'
      ? runClosedLoop(connections, window, tally)
      : runOpenLoop(connections, shape.rate, tally)

  await wait(shape.warmupMs)
  tally.isMeasuring = true
  const startedAt = performance.now()
  const cpu = process.cpuUsage()
  await wait(shape.measureMs)
  tally.isMeasuring = false
  const tookMs = performance.now() - startedAt
  const { user, system } = process.cpuUsage(cpu)
  loop.stop()

  const deadline = performance.now() + LAST_ANSWERS_MS
  while (loop.inFlight() > 0 && performance.now() < deadline) await wait(20)
  return {
    rate: (tally.acked / tookMs) * 1_000,
    acked: tally.acked,
    latencyMs: tally.latency(),
    ownCpu: (user + system) / 1_000 / tookMs,
    unacked: loop.inFlight(),
    ackedInAll: tally.ackedInAll,
    brokenConnections: connections.filter(({ isBroken }) => isBroken).length,
  }
}
