import { alarmKind } from '@carewatch/contracts/alarms'
import { callsAgain } from '@carewatch/contracts/rules/outage'
import type pg from 'pg'
import { callForAttention, opened } from '../../alarms/attend.ts'
import { ALARM_ROW, type AlarmRow, type Outcome } from '../../alarms/change.ts'
import { writeHistory } from '../../alarms/history.ts'
import { resumeChain } from '../../escalation/resume.ts'

export type Place = { companyId: number | null; branchId: number }
/** Watches that fell silent now, and alarms of those that did a moment ago. */
type Found = { watches: readonly number[]; recent: readonly number[]; at: Date }

const { category } = alarmKind('OUTAGE')
const SEVERITY = 'HIGH'

const OPEN = `select ${ALARM_ROW} from alarms where branch_id = $1 and kind = 'OUTAGE' and closed_at is null for no key update`
const INSERT = `
insert into alarms (company_id, branch_id, kind, category, severity, value, opened_at, last_at)
values ($1, $2, 'OUTAGE', $3, '${SEVERITY}', 0, $4, $4) on conflict do nothing returning ${ALARM_ROW}`

/** One that calmed down before anybody had seen it, and is back: it is counted anew, with what is silent of it still. */
const AGAIN = `
update alarms set active = true, cleared_at = null, count = count + 1, last_at = $2, value = (select count(*) from alarms m
  where m.incident_id = $1 and m.category = 'TECHNICAL' and m.active and m.closed_at is null and m.kind = 'OFFLINE') where id = $1 returning ${ALARM_ROW}`

/** Whoever took the outage took what comes to it. An alarm of the same silence that nobody has seen yet goes on. */
const HOLD = `
with outage as (select id, acknowledged_at, acknowledged_by_id from alarms where id = $1),
again as (
  update alarms a set active = true, cleared_at = null, count = a.count + 1, last_at = $3, incident_id = $1
  where a.device_id = any($2::int4[]) and a.kind = 'OFFLINE' and a.direction = 'NONE' and a.closed_at is null and not a.active
    and not a.late and not a.rehearsal and a.wearer_id is not distinct from alarm_wearer(a.device_id, $3)
  returning a.id, a.device_id
), made as (
  insert into alarms (device_id, company_id, branch_id, incident_id, kind, category, severity, opened_at, last_at, acknowledged_at, acknowledged_by_id)
  select d.id, d.company_id, d.branch_id, o.id, 'OFFLINE', '${category}', 'MEDIUM', $3, $3, o.acknowledged_at, o.acknowledged_by_id
  from devices d cross join outage o where d.id = any($2::int4[]) and d.id not in (select device_id from again)
  on conflict do nothing returning id
), history as (
  insert into alarm_history (alarm_id, step, severity)
  select id, 'OPENED', 'MEDIUM' from made union all select id, 'REPEATED', 'MEDIUM' from again
), adopted as (
  update alarms set incident_id = $1 where id = any($4::int4[]) and incident_id is null returning id)
select ((select count(*) from made) + (select count(*) from again) + (select count(*) from adopted))::int as count`

/** Gateways of the branch that fell silent not long before, as watches are found to be later than they: of the same cause. */
const ADOPT_GATEWAYS = `
update alarms set incident_id = $1 where branch_id = $2 and kind = 'GATEWAY_OFFLINE' and device_id is null and active and closed_at is null
  and incident_id is null and not rehearsal and opened_at >= $3::timestamptz - interval '2 hours'`

const COUNT = `update alarms set value = value + $2, last_at = case when $2 > 0 then $3 else last_at end where id = $1 returning ${ALARM_ROW}`

/** How many it was when somebody took it. */
const TAKEN = `select value from alarm_history where alarm_id = $1 and step = 'ACKNOWLEDGED' order by id desc limit 1`
const ASK_AGAIN = `
with asked as (update notifications set acknowledged_at = null, acknowledged_by_id = null where alarm_id = $1)
update alarms set acknowledged_at = null, acknowledged_by_id = null, snoozed_until = null, count = count + 1 where id = $1 returning ${ALARM_ROW}`

/** Opens the outage of a branch, or counts more in the one that goes on: never a second. Screens hear of each, people of the first, of twice as many as somebody took, and of more after it was calm. */
export async function grow(
  db: pg.ClientBase,
  place: Place,
  { watches, recent, at }: Found,
): Promise<Outcome[]> {
  const found = await theOutage(db, place, at)
  if (!found) return []
  const { outage, isNew, isAgain } = found
  const { rows } = await db.query<{ count: number }>(HOLD, [outage.id, watches, at, recent])
  const counted = await db.query<AlarmRow>(COUNT, [outage.id, rows[0]?.count ?? 0, at])
  const alarm = counted.rows[0] ?? outage
  if (isNew || isAgain) await db.query(ADOPT_GATEWAYS, [alarm.id, place.branchId, at])
  if (isNew) {
    await opened(db, [{ place, alarm }])
    return [{ alarm, change: 'opened' }]
  }
  if (isAgain) {
    await writeHistory(db, { alarmId: alarm.id, step: 'REPEATED', severity: SEVERITY, value: alarm.value })
    await resumeChain(db, alarm.id)
  }
  return [
    {
      alarm: (await askAgain(db, place, { alarm, calmMs: at.getTime() - outage.last_at.getTime() })) ?? alarm,
      change: 'repeated',
    },
  ]
}

async function theOutage(db: pg.ClientBase, { companyId, branchId }: Place, at: Date) {
  const made = await db.query<AlarmRow>(INSERT, [companyId, branchId, category, at])
  const [outage] = made.rows
  if (outage) return { outage, isNew: true, isAgain: false }
  const { rows } = await db.query<AlarmRow>(OPEN, [branchId])
  const [open] = rows
  // Somebody closed it as it grew: the next round finds what is silent again.
  if (!open) return undefined
  if (open.active) return { outage: open, isNew: false, isAgain: false }
  const again = await db.query<AlarmRow>(AGAIN, [open.id, at])
  return { outage: again.rows[0] ?? open, isNew: false, isAgain: true }
}

async function askAgain(
  db: pg.ClientBase,
  place: Place,
  { alarm, calmMs }: { alarm: AlarmRow; calmMs: number },
): Promise<AlarmRow | undefined> {
  if (!alarm.acknowledged_at) return undefined
  const { rows } = await db.query<{ value: number | null }>(TAKEN, [alarm.id])
  if (!callsAgain({ total: alarm.value ?? 0, taken: rows[0]?.value ?? 0, calmMs })) return undefined
  const asked = await db.query<AlarmRow>(ASK_AGAIN, [alarm.id])
  const [asking = alarm] = asked.rows
  await writeHistory(db, { alarmId: alarm.id, step: 'REPEATED', severity: SEVERITY, value: alarm.value })
  await callForAttention(db, place, asking)
  return asking
}
