import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'

/** Where Redis is away the call waits for it, and the sweep does what is due. */
const ADDED_WITHIN_MS = 5_000

const NEXT = `
select at, ceil(extract(epoch from at - now()) * 1000)::int as "inMs" from (select least(
  (select min(due_at) from escalations where due_at > now()),
  (select min(next_at) from deliveries where state = 'QUEUED' and next_at > now())) as at) as next where at is not null`

type Jobs = {
  add: (name: string, data: object, options: { delay: number; jobId: string }) => Promise<unknown>
}

/**
 * Puts a delayed job at the next moment at which a step of a chain or a message falls due: the same moment is one job, whoever asks for it. How
 * far away it is the database says, whose clock decides.
 */
export function createDueJobs(db: pg.Pool, queue: Jobs): () => Promise<void> {
  let last = 0
  return async () => {
    const { rows } = await db.query<{ at: Date; inMs: number }>(NEXT)
    const [next] = rows
    if (!next || next.at.getTime() === last) return
    const job = { delay: next.inMs, jobId: `due-${next.at.getTime()}` }
    await Promise.race([queue.add('due', {}, job), wait(ADDED_WITHIN_MS, undefined, { ref: false })])
    last = next.at.getTime()
  }
}
