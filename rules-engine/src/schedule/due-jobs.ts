import type pg from 'pg'

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
    await queue.add('due', {}, { delay: next.inMs, jobId: `due-${next.at.getTime()}` })
    last = next.at.getTime()
  }
}
