import type pg from 'pg'
import { ALARM_ROW, type AlarmRow } from './change.ts'
import { oneAtATime } from '../one-at-a-time.ts'
import { alarmEvents, type Publish, publishAll } from './publish.ts'

/** Longer than an engine that ends again and again is away. */
const RECENT_MINUTES = 10
const STEPS_AT_MOST = 500

const RECENT = `
select * from alarms where id in (
  select alarm_id from (select alarm_id, at from alarm_history order by id desc limit ${STEPS_AT_MOST}) as last
  where at > now() - interval '${RECENT_MINUTES} minutes')`

async function publishRecent(db: pg.Pool, publish: Publish): Promise<void> {
  const { rows } = await db.query<AlarmRow>(RECENT)
  publishAll(
    await alarmEvents(
      db,
      rows.map((alarm) => ({ alarm, change: 'repeated' })),
    ),
    publish,
  )
}

const STANDING = `select ${ALARM_ROW} from alarms where id = any($1::int4[]) and closed_at is null`

/** How these alarms stand now, to screens that know them. */
export async function publishStanding(
  db: pg.ClientBase | pg.Pool,
  publish: Publish,
  alarmIds: readonly number[],
): Promise<void> {
  if (alarmIds.length === 0) return
  const { rows } = await db.query<AlarmRow>(STANDING, [alarmIds])
  const standing = rows.map((alarm) => ({ alarm, change: 'repeated' as const }))
  publishAll(await alarmEvents(db, standing), publish)
}

/** Whoever was ended between a commit and its event, or lost the answer to a commit, left screens that do not know. A screen that knows hears nothing new. */
export function createRepublisher(db: pg.Pool, publish: Publish) {
  let isUnsure = true
  return {
    onUnsure: (): void => void (isUnsure = true),
    /** What changed lately, where somebody may not have been told. */
    republish: oneAtATime(async () => {
      if (!isUnsure) return
      await publishRecent(db, publish)
      isUnsure = false
    }),
  }
}
