import { alarmKind, isGraver } from '@carewatch/contracts/alarms'
import type pg from 'pg'
import type { DeviceProfile } from '../profiles/device-cache.ts'
import { resumeChain } from '../escalation/resume.ts'
import { callForAttention, opened } from './attend.ts'
import { ALARM_ROW, type AlarmRow, type AlarmTrigger, type Outcome } from './change.ts'
import { writeHistory } from './history.ts'
import { raiseTask } from './task.ts'

/**
 * Of whom wore the device then: what comes late from who wore it before is an alarm of their own.
 * Messages of its chain that are written meanwhile do not wait for it, for it may wait for their chain.
 */
const OPEN = `
select ${ALARM_ROW} from alarms where device_id = $1 and kind = $2 and direction = $3 and closed_at is null and not rehearsal and (active or not late)
  and wearer_id is not distinct from alarm_wearer($1, $4) for no key update`

const INSERT = `
insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, latched, late, metric, value, opened_at, last_at, fence_id)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13)
on conflict do nothing returning ${ALARM_ROW}`

/** What was part of an outage and is back without it stands alone. */
const REPEAT = `
update alarms set count = count + 1, last_at = greatest(last_at, $2), value = coalesce($3, value), severity = $4,
  late = late and $5, active = true, cleared_at = null, fence_id = case when $6 or not active then coalesce($7, fence_id) else fence_id end,
  acknowledged_at = case when $6 then null else acknowledged_at end,
  acknowledged_by_id = case when $6 then null else acknowledged_by_id end,
  snoozed_until = case when $6 then null else snoozed_until end,
  incident_id = case when active or category <> 'TECHNICAL' then incident_id end
where id = $1 returning ${ALARM_ROW}`

const NOTIFY_FIRST = `
insert into notifications (alarm_id, device_id, company_id, branch_id, type) select $1, $2, $3, $4, $5
where not exists (select from escalations where alarm_id = $1) and not exists (select from notifications where alarm_id = $1)`

const UNACKNOWLEDGE =
  'update notifications set acknowledged_at = null, acknowledged_by_id = null where alarm_id = $1'

type Place = Pick<DeviceProfile, 'companyId' | 'branchId'>
type Repeat = {
  open: AlarmRow
  change: Pick<AlarmTrigger, 'severity' | 'at' | 'value' | 'isLate'> & {
    fence?: AlarmTrigger['fence'] | undefined
  }
}

/** Opens the alarm with its notification and task, or counts one more in the one that is open: never a second alarm. */
export async function trigger(
  db: pg.ClientBase,
  profile: DeviceProfile,
  change: AlarmTrigger,
): Promise<Outcome | undefined> {
  const values = [change.deviceId, change.kind, change.direction, change.at]
  const { rows } = await db.query<AlarmRow>({ name: 'find-open-alarm', text: OPEN, values })
  const [open] = rows
  if (open) return repeat(db, profile, { open, change })
  // A person ended the alarm and knows where the wearer is: the next exit is news again.
  if (change.fence && !change.fence.isExit) return undefined
  const alarm = await insert(db, profile, change)
  // Somebody opened it between the two statements: then it is there now.
  return alarm ? { alarm, change: 'opened' } : trigger(db, profile, change)
}

async function insert(
  db: pg.ClientBase,
  profile: DeviceProfile,
  change: AlarmTrigger,
): Promise<AlarmRow | undefined> {
  const { category, latched } = alarmKind(change.kind)
  const { companyId, branchId } = profile
  const values = [
    change.deviceId,
    companyId,
    branchId,
    change.kind,
    change.direction,
    category,
    change.severity,
    latched,
    change.isLate,
    change.metric,
    change.value,
    change.at,
    change.fence?.id ?? null,
  ]
  const { rows } = await db.query<AlarmRow>({ name: 'open-alarm', text: INSERT, values })
  const [alarm] = rows
  if (!alarm) return undefined
  await opened(db, profile, alarm)
  return alarm
}

const isSnoozed = ({ snoozed_until }: AlarmRow): boolean =>
  snoozed_until !== null && snoozed_until.getTime() > Date.now()

/** A graver value, or a call for help repeated after somebody took the first one: either wants a person again. What was put off is counted and not told. */
export async function repeat(
  db: pg.ClientBase,
  profile: Place,
  { open, change }: Repeat,
): Promise<Outcome | undefined> {
  const isRaised = isGraver(change.severity, open.severity)
  const isCalledAgain = open.latched && open.acknowledged_at !== null && !isSnoozed(open)
  const wantsAttention = isRaised || isCalledAgain
  const severity = isRaised ? change.severity : open.severity
  const values = [
    open.id,
    change.at,
    change.value,
    severity,
    change.isLate,
    wantsAttention,
    change.fence?.id ?? null,
  ]
  const { rows } = await db.query<AlarmRow>({ name: 'repeat-alarm', text: REPEAT, values })
  const alarm = rows[0] ?? open
  const step = isRaised ? 'RAISED' : 'REPEATED'
  if (wantsAttention || !open.active)
    await writeHistory(db, { alarmId: alarm.id, step, severity, value: alarm.value })
  if (wantsAttention) {
    await db.query(UNACKNOWLEDGE, [alarm.id])
    await raiseTask(db, alarm)
    await callForAttention(db, profile, alarm)
  } else if (!open.active) await goOn(db, profile, alarm)
  if (isRaised) return { alarm, change: 'raised' }
  return isSnoozed(open) ? undefined : { alarm, change: 'repeated' }
}

/** It calmed down before anybody answered, and is back. What nobody was ever told of, for it was part of an outage, is told as if it were new. */
async function goOn(db: pg.ClientBase, place: Place, alarm: AlarmRow): Promise<void> {
  const { notification } = alarmKind(alarm.kind)
  const values = [alarm.id, alarm.device_id, place.companyId, place.branchId, notification]
  const { rowCount } = await db.query(NOTIFY_FIRST, values)
  if (rowCount) await callForAttention(db, place, alarm)
  else await resumeChain(db, alarm.id)
}
