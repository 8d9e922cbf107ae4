import { alarmKind } from '@carewatch/contracts/alarms'
import { type Extent, isOutageOver } from '@carewatch/contracts/rules/outage'
import type pg from 'pg'
import { callForAttention } from '../../alarms/attend.ts'
import { ALARM_ROW, type AlarmRow, type Outcome } from '../../alarms/change.ts'
import { ended } from '../../alarms/clear.ts'
import { writeHistory } from '../../alarms/history.ts'
import { resumeChain } from '../../escalation/resume.ts'
import { EXPECTED } from '../silent-devices.ts'

/** Who came back before it grew last says nothing of what is silent since. */
const GOING_ON = `
select o.id, o.value as total, extract(epoch from $1::timestamptz - o.last_at)::float8 * 1000 as "calmMs", silent.count as silent,
  extract(epoch from $1::timestamptz - back.latest)::float8 * 1000 as "returnedMs"
from alarms o cross join lateral (
  select count(*)::int as count from alarms m join devices d on d.id = m.device_id and d.branch_id = o.branch_id and d.is_active and d.deleted_at is null
  where m.incident_id = o.id and m.category = 'TECHNICAL' and m.active and m.closed_at is null and m.kind = 'OFFLINE') silent
cross join lateral (
  select max(m.cleared_at) as latest from alarms m
  where m.incident_id = o.id and m.kind = 'OFFLINE' and not m.active and m.cleared_at > o.last_at) back
where o.kind = 'OUTAGE' and o.closed_at is null and o.active and not o.rehearsal`

const CLEAR = `
update alarms set active = false, cleared_at = $2::timestamptz, closed_at = case when acknowledged_at is not null then $2::timestamptz end
where id = $1 and active and closed_at is null returning ${ALARM_ROW}`

/** A gateway reports each minute, and its silence is found after six. */
const GATEWAY_MINUTES = 6
const AT_ONCE = 200

const column = (name: string): string => `m.${name}`
/** What is silent though its outage is over, and had the time of one interval of its own to speak: it stands by itself, as it was before. So does, at once, what was moved to another branch of its company: whoever looks after it there knows nothing of the outage. */
const STILL_SILENT = `
with due as (
  select m.id, o.opened_at as since, exists (select from notifications n where n.alarm_id = m.id) as "isNotified",
    case when d.company_id = m.company_id then d.branch_id else m.branch_id end as branch_id
  from alarms m join alarms o on o.id = m.incident_id and o.kind = 'OUTAGE'
  left join devices d on d.id = m.device_id left join watch_settings s on s.device_id = d.id
  where m.incident_id is not null and m.category = 'TECHNICAL' and m.active and m.closed_at is null and (d.id is null or (d.is_active and d.deleted_at is null))
    and ((d.company_id = m.company_id and d.branch_id is distinct from o.branch_id) or (not o.active
      and coalesce(o.cleared_at, o.closed_at) <= $1::timestamptz - (case when d.id is null then ${GATEWAY_MINUTES} else ${EXPECTED} end) * interval '1 minute'))
  order by m.id limit ${AT_ONCE}
), alone as (
  update alarms m set incident_id = null, branch_id = due.branch_id,
    acknowledged_at = case when m.acknowledged_at < due.since then m.acknowledged_at end,
    acknowledged_by_id = case when m.acknowledged_at < due.since then m.acknowledged_by_id end
  from due where due.id = m.id returning ${ALARM_ROW.split(/,\s+/).map(column).join(', ')}, m.company_id as "companyId", m.branch_id as "branchId", due."isNotified"
), asked as (
  update notifications n set acknowledged_at = null, acknowledged_by_id = null
  from alone where n.alarm_id = alone.id and alone.acknowledged_at is null)
select * from alone`

const NOTIFY = `
insert into notifications (alarm_id, device_id, company_id, branch_id, type) values ($1, $2, $3, $4, $5)`

type Silent = AlarmRow & { companyId: number | null; branchId: number | null; isNotified: boolean }

/** Outages of which most are back, and what is silent all the same. */
export async function endOutages(db: pg.ClientBase, at: Date): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const { rows } = await db.query<Extent & { id: number }>(GOING_ON, [at])
  for (const { id, ...extent } of rows) {
    if (!isOutageOver(extent)) continue
    const cleared = await db.query<AlarmRow>(CLEAR, [id, at])
    const outcome = await ended(db, cleared.rows[0], extent.silent)
    if (outcome) outcomes.push(outcome)
  }
  const silent = await db.query<Silent>(STILL_SILENT, [at])
  for (const alarm of silent.rows) outcomes.push(await notify(db, alarm))
  return outcomes
}

/** As it would have been told. What was told before the outage goes on where it stood. */
async function notify(db: pg.ClientBase, { isNotified, ...alarm }: Silent): Promise<Outcome> {
  const { id, device_id, companyId, branchId, kind, severity } = alarm
  await writeHistory(db, { alarmId: id, step: 'REPEATED', severity })
  if (isNotified) {
    await resumeChain(db, id)
    return { alarm, change: 'repeated' }
  }
  await db.query(NOTIFY, [id, device_id, companyId, branchId, alarmKind(kind).notification])
  await callForAttention(db, { companyId, branchId }, alarm)
  return { alarm, change: 'opened' }
}
