import type pg from 'pg'
import type { LeaderConnection } from '../evaluate/leader-connection.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { createThinning } from '../presences/thin-sightings.ts'
import { createWeekFill } from './fill-weeks.ts'
import type { Retention } from './retention.ts'
import { createDaySums } from './sum-days.ts'

/** Makes room for what comes. Of several engines the leader does it, but on another connection: no alarm waits for it. */
export function createCleanup({
  leader,
  pool,
  forget,
}: {
  leader: LeaderConnection
  pool: pg.Pool
  forget: Retention
}): () => Promise<void> {
  const thin = createThinning()
  const fillWeeks = createWeekFill()
  const sumDays = createDaySums()
  return oneAtATime(async () => {
    if (!(await leader.acquire())) return
    await thin(pool, Date.now())
    await forget(pool, Date.now())
    await fillWeeks(pool, Date.now())
    await sumDays(pool, Date.now())
  })
}
