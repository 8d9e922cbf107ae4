import { FORMER_QUEUES, QUEUES } from '@carewatch/contracts/jobs'
import type { openQueues } from '@carewatch/platform/queues'
import type pg from 'pg'
import type { Dispatch } from '../deliveries/dispatch.ts'
import { createDueJobs } from './due-jobs.ts'
import { housekeeping } from './housekeeping.ts'

const HOUSEKEEPING_MS = 10_000

type Options = { queues: ReturnType<typeof openQueues>; pool: pg.Pool; dispatch: Dispatch }

/** What BullMQ does here: it says when. Of several engines one gets each job. */
export function runJobs({ queues, pool, dispatch }: Options) {
  dispatch.onMoved(createDueJobs(pool, queues.queue(QUEUES.due)))
  queues.worker(QUEUES.due, () => dispatch.wake())
  queues.worker(QUEUES.housekeeping, () => housekeeping(pool))
  const again = queues.queue(QUEUES.housekeeping)
  return {
    /** Asked again and again: a Redis that kept nothing has lost the schedule. */
    keepSchedule: async (): Promise<void> => {
      await again.upsertJobScheduler(QUEUES.housekeeping, { every: HOUSEKEEPING_MS })
    },
    forgetFormerQueues: async (): Promise<void> => {
      for (const name of FORMER_QUEUES) await queues.queue(name).obliterate({ force: true })
    },
  }
}
