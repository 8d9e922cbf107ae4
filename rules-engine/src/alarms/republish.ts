import type pg from 'pg'
import type { AlarmRow } from './change.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { newsOf, type Tell, tellAll } from './publish.ts'

/** Longer than an engine that ends again and again is away. */
const RECENT_MINUTES = 10
const STEPS_AT_MOST = 500

const RECENT = `
select * from alarms where id in (
  select alarm_id from (select alarm_id, at from alarm_history order by id desc limit ${STEPS_AT_MOST}) as last
  where at > now() - interval '${RECENT_MINUTES} minutes')`

async function tellRecent(db: pg.Pool, tell: Tell): Promise<void> {
  const { rows } = await db.query<AlarmRow>(RECENT)
  tellAll(
    await newsOf(
      db,
      rows.map((alarm) => ({ alarm, change: 'opened' })),
    ),
    tell,
  )
}

/** Whoever was ended between a commit and its word, or lost the answer to a commit, left screens that do not know. A screen that knows hears nothing new. */
export function createTellAgain(db: pg.Pool, tell: Tell) {
  let isUnsure = true
  return {
    onUnsure: (): void => void (isUnsure = true),
    /** What changed lately, where somebody may not have been told. */
    tellAgain: oneAtATime(async () => {
      if (!isUnsure) return
      await tellRecent(db, tell)
      isUnsure = false
    }),
  }
}
