import { setTimeout as wait } from 'node:timers/promises'
import { QUEUES } from '@carewatch/contracts/jobs'
import { packReadings } from '@carewatch/contracts/batches'
import { metrics } from '@carewatch/contracts/metrics'
import { openQueues } from '@carewatch/platform/queues'
import { type Case, claim } from '../case.ts'
import { pendingEvaluations } from '../environment/check.ts'
import { callForHelp } from '../environment/load.ts'
import { residentMb } from '../environment/memory.ts'
import type { TestEnvironment } from '../environment/environment.ts'
import { underFault } from '../environment/under-fault.ts'

const JOBS = 100_000
const JOBS_AT_ONCE = 2_000
const DRAINED_WITHIN_MS = 180_000
const MOST_MB = 400

const batchOf = (deviceId: number): Buffer =>
  Buffer.from(
    packReadings(
      {
        count: 1,
        deviceId: Int32Array.of(deviceId),
        metric: Uint8Array.of(metrics.heartRate.id),
        time: Float64Array.of(Date.now()),
        value: Float32Array.of(72),
      },
      Date.now(),
    ),
  )

/** From the publish of one call for help to the nurse's board. */
async function ring({ fixture, screen }: TestEnvironment): Promise<number> {
  const [caller] = await fixture.take(1)
  if (!caller) throw new Error('no watch')
  const at = performance.now()
  void callForHelp(caller)
  while (!screen.seen.has(caller.device.uuid) && performance.now() - at < 30_000) await wait(2)
  caller.connection.close()
  return performance.now() - at
}

async function waitingBatches(environment: TestEnvironment) {
  const { fixture, postgres, pidOf } = environment
  const [watch] = await fixture.take(1)
  const pid = await pidOf('rulesEngine')
  process.kill(pid, 'SIGSTOP')
  await postgres.ask(
    'insert into pending_evaluations (urgent, readings) select false, $1 from generate_series(1, $2::int)',
    [batchOf(watch?.device.id ?? 0), JOBS],
  )
  process.kill(pid, 'SIGCONT')
  const startedAt = performance.now()
  const rings: number[] = []
  let peak = 0
  let left = JOBS
  while (left > 0 && performance.now() - startedAt < DRAINED_WITHIN_MS) {
    rings.push(await ring(environment))
    peak = Math.max(peak, residentMb(pid))
    left = await pendingEvaluations(environment)
  }
  const drainedMs = performance.now() - startedAt
  watch?.connection.close()
  const slowest = Math.max(...rings)
  return {
    claims: [
      claim(
        'slowest call for help in front of it',
        slowest < 2_000,
        `${slowest.toFixed(0)} ms of ${rings.length}`,
      ),
      claim('the queue is empty after', left === 0, `${(drainedMs / 1_000).toFixed(1)} s`),
      claim('rules-engine at most', peak < MOST_MB, `${peak.toFixed(0)} MB`),
    ],
  }
}

async function waitingJobs(environment: TestEnvironment) {
  const { postgres, pidOf } = environment
  const pid = await pidOf('rulesEngine')
  process.kill(pid, 'SIGSTOP')
  const queues = openQueues({ databaseUrl: postgres.url, redisUrl: undefined, onError: () => {} })
  const queue = queues.queue(QUEUES.due)
  for (let made = 0; made < JOBS; made += JOBS_AT_ONCE)
    await queue.addBulk(Array.from({ length: JOBS_AT_ONCE }, () => ({ name: 'due', data: {} })))
  await queues.close()
  process.kill(pid, 'SIGCONT')
  const rings: number[] = []
  for (let turn = 0; turn < 20; turn++) {
    rings.push(await ring(environment))
    await wait(200)
  }
  const slowest = Math.max(...rings)
  const seen = await underFault(environment, () => wait(1_000))
  return {
    seen,
    claims: [claim('slowest call for help behind them', slowest < 2_000, `${slowest.toFixed(0)} ms of 20`)],
  }
}

export const backlog: Case[] = [
  {
    name: 'queue-of-batches',
    fault: `${JOBS.toLocaleString('en')} batches that wait to be evaluated`,
    run: waitingBatches,
  },
  {
    name: 'queue-of-jobs',
    fault: `${JOBS.toLocaleString('en')} jobs that wait in the queue`,
    environment: {},
    run: waitingJobs,
  },
]
