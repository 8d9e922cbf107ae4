import { type AlarmKind, alarmKind, type Direction, type Severity } from '@carewatch/contracts/alarms'
import type { MetricName } from '@carewatch/contracts/metrics'
import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import { opened } from './attend.ts'
import { ALARM_ROW, type AlarmRow, type Outcome } from './change.ts'
import { writeHistory } from './history.ts'

/** Something that was over before anybody could know of it. */
export type Story = {
  deviceId: number
  kind: AlarmKind
  direction: Direction
  severity: Severity
  /** Null: several together. */
  metric: MetricName | null
  /** The worst of it. */
  value: number
  from: Date
  to: Date
}

const OPEN = `
insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, latched, late, metric, value, opened_at, last_at,
  active, cleared_at)
values ($1, $2, $3, $4, $5, $6, $7, false, true, $8, $9, $10, $11, false, $11) returning ${ALARM_ROW}`

/** Opens an alarm that is over and unanswered: people hear of it by its severity, and it stays until somebody has seen it. */
export async function openStory(
  db: pg.ClientBase,
  profile: DeviceProfile,
  { kind, direction, severity, metric, value, from, to }: Story,
): Promise<Outcome> {
  const { id, companyId, branchId } = profile
  const { category } = alarmKind(kind)
  const values = [id, companyId, branchId, kind, direction, category, severity, metric, value, from, to]
  const { rows } = await db.query<AlarmRow>(OPEN, values)
  const [alarm] = rows
  if (!alarm) throw new Error('The alarm was not made.')
  await opened(db, [{ place: profile, alarm }])
  await writeHistory(db, { alarmId: alarm.id, step: 'CLEARED' })
  return { alarm, change: 'opened' }
}
