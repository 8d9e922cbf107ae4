import { endRehearsals } from '@carewatch/platform/escalation/rehearsals'
import type { AlarmRow } from '../alarms/change.ts'
import type { EvaluationContext } from '../evaluate/evaluate-batches.ts'
import { alarmEvents, publishAll } from '../alarms/publish.ts'

const ENDED = 'select * from alarms where id = any($1::int4[])'

/** A rehearsal that was answered, or that nobody answered, is over: the screens hear of it as of any alarm. */
export async function endedRehearsals({
  db,
  publish,
}: Pick<EvaluationContext, 'db' | 'publish'>): Promise<void> {
  const ended = await endRehearsals(db)
  if (ended.length === 0) return
  const { rows } = await db.query<AlarmRow>(ENDED, [ended.map(({ id }) => id)])
  publishAll(
    await alarmEvents(
      db,
      rows.map((alarm) => ({ alarm, change: 'closed' })),
    ),
    publish,
  )
}
