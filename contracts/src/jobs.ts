/** The queues. A job is only a wake-up: what there is to do stands in the database (`unjudged`), so a lost job costs a second, never an alarm. */
export const QUEUES = {
  /** Batches of stored readings to judge. */
  readings: 'judge-readings',
  /** SOS and falls: a queue of their own, so nothing queued can stand before them. */
  urgent: 'judge-urgent',
  /** What the clock notices: silent devices, deferred tasks, forgotten batches. */
  sweeps: 'sweeps',
} as const

/** With BullMQ's defaults a killed worker's job would wait 60 s. */
export const WORKER_OPTIONS = { lockDuration: 5_000, stalledInterval: 2_000, maxStalledCount: 10 } as const
export const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: 100 } as const
export const JOBS_SCHEMA = 'jobs'
