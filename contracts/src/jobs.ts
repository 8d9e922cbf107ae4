/** The queues. What there is to do stands in the tables: a job says when, and what a lost one would have begun the sweep begins. */
export const QUEUES = {
  /** A moment at which a step of a chain or a message falls due: a delayed job for the next one. */
  due: 'due',
  /** What is done again and again, by one engine at a time. */
  housekeeping: 'housekeeping',
} as const

/** What earlier versions woke the rules with; an engine empties them when it starts. For one version. */
export const FORMER_QUEUES = ['judge-readings', 'judge-urgent'] as const

/** With BullMQ's defaults a killed worker's job would wait 60 s. */
export const WORKER_OPTIONS = { lockDuration: 5_000, stalledInterval: 2_000, maxStalledCount: 10 } as const
export const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: 100 } as const
export const JOBS_SCHEMA = 'jobs'
