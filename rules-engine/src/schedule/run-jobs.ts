import { FORMER_QUEUES, QUEUES } from '@carewatch/contracts/jobs'
import type { openQueues } from '@carewatch/platform/queues'
import type pg from 'pg'
import type { Dispatch } from '../deliveries/dispatch.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import type { Publish } from '../alarms/publish.ts'
import { changed } from './changed.ts'
import { createDueJobs } from './due-jobs.ts'
import { housekeeping } from './housekeeping.ts'

const HOUSEKEEPING_MS = 10_000
/** Then its job is lost, or what keeps the jobs is away. */
const LATE_MS = 30_000

/** Where nobody is due, somebody is again so much later. */
const NOBODY_DUE_MS = 300_000

type Options = {
  queues: ReturnType<typeof openQueues>
  pool: pg.Pool
  dispatch: Dispatch
  publish: Publish
}

/**
 * What BullMQ does here: it says when. Of several engines one gets each job. Whatever keeps the jobs may be away for as long as it likes: its
 * calls then wait, so nobody waits for them.
 */
export function runJobs({ queues, pool, dispatch, publish }: Options) {
  let keptAt = Date.now()
  let nextLookAt = 0
  const cleanUp = oneAtATime(async () => {
    await housekeeping(pool)
    keptAt = Date.now()
    if (keptAt < nextLookAt) return
    if ((await changed(pool, publish, new Date())) === 0) nextLookAt = Date.now() + NOBODY_DUE_MS
  })
  dispatch.onMoved(createDueJobs(pool, queues.queue(QUEUES.due)))
  queues.worker(QUEUES.due, () => dispatch.wake())
  queues.worker(QUEUES.housekeeping, cleanUp)
  const again = queues.queue(QUEUES.housekeeping)
  const former = FORMER_QUEUES.map((name) => queues.queue(name))
  return {
    /**
     * Asked again and again: a Redis that kept nothing has lost the schedule, and as long as a broker of an earlier version runs it fills queues
     * that nobody works on.
     */
    keepSchedule: oneAtATime(async () => {
      await again.upsertJobScheduler(QUEUES.housekeeping, { every: HOUSEKEEPING_MS })
      for (const queue of former) await queue.obliterate({ force: true })
    }),
    /** Keeps the house without a job, where none came for a while. */
    cleanUpIfLate: async (now: number): Promise<void> => {
      if (now - keptAt > LATE_MS) await cleanUp()
    },
  }
}
