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
select one.place, open.* from jsonb_to_recordset($1) as one (place int4, device_id int4, kind text, direction text, metric text, at timestamptz)
cross join lateral (select ${ALARM_ROW} from alarms where device_id = one.device_id and kind = one.kind and direction = one.direction
  and closed_at is null and not rehearsal and (active or not late)
  and wearer_id is not distinct from alarm_wearer(one.device_id, one.at) and (kind <> 'CHANGED' or metric = one.metric) limit 1 for no key update) as open`

const INSERT = `
insert into alarms (device_id, company_id, branch_id, kind, direction, category, severity, latched, late, metric, value, opened_at, last_at, fence_id, usual, by_night)
select device_id, company_id, branch_id, kind, direction, category, severity, latched, late, metric, value, at, at, fence_id, usual, by_night
from jsonb_to_recordset($1) as one (place int4, device_id int4, company_id int4, branch_id int4, kind text, direction text, category text,
  severity text, latched bool, late bool, metric text, value float8, at timestamptz, fence_id int4, usual float8, by_night bool) order by place
on conflict do nothing returning ${ALARM_ROW}`

/** What was part of an outage and is back without it stands alone. */
const REPEAT = `
update alarms set count = count + 1, last_at = greatest(last_at, $2), value = coalesce($3, value), metric = coalesce($10, metric), severity = $4,
  late = late and $5, active = true, cleared_at = null, fence_id = case when $6 or not active then coalesce($7, fence_id) else fence_id end,
  usual = coalesce($8, usual), by_night = coalesce($9, by_night),
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
    /** Of which the value is; left out: of the one it was. */
    metric?: AlarmTrigger['metric']
    fence?: AlarmTrigger['fence'] | undefined
    usual?: AlarmTrigger['usual'] | undefined
  }
}

/** What the rules want opened, and of which watch. */
export type Triggered = { profile: DeviceProfile; change: AlarmTrigger }

/**
 * Opens alarms with their notifications and tasks, or counts one more in those that are open: never a second alarm. In one turn to the database
 * for all that are new; no two may be of one device. Answers what became of each, in their order.
 */
export async function triggerAll(
  db: pg.ClientBase,
  all: readonly Triggered[],
): Promise<(Outcome | undefined)[]> {
  if (all.length === 0) return []
  const open = await findOpen(db, all)
  const isNew = ({ change }: Triggered, place: number): boolean =>
    // A person ended the alarm and knows where the wearer is: the next exit is news again.
    !open.has(place) && (change.fence?.isExit ?? true)
  // First what goes on: what is new beside it, by another device of the same person, is part of it.
  const repeated = new Map<number, Outcome | undefined>()
  for (const [place, found] of open) {
    const one = all[place]
    if (one) repeated.set(place, await repeat(db, one.profile, { open: found, change: one.change }))
  }
  const made = await insert(db, all.filter(isNew))
  const outcomes: (Outcome | undefined)[] = []
  for (const [place, one] of all.entries()) {
    const alarm = made.get(one.change.deviceId)
    if (open.has(place)) outcomes.push(repeated.get(place))
    else if (alarm) outcomes.push({ alarm, change: 'opened' })
    // Somebody opened it between the two statements: then it is there now.
    else outcomes.push(isNew(one, place) ? await trigger(db, one) : undefined)
  }
  return outcomes
}

/** As `triggerAll`, of one. */
export async function trigger(db: pg.ClientBase, one: Triggered): Promise<Outcome | undefined> {
  return (await triggerAll(db, [one]))[0]
}

type Found = AlarmRow & { place: number }

async function findOpen(db: pg.ClientBase, all: readonly Triggered[]): Promise<Map<number, AlarmRow>> {
  const asked = all.map(({ change }, place) => ({
    place,
    device_id: change.deviceId,
    kind: change.kind,
    direction: change.direction,
    metric: change.metric,
    at: change.at,
  }))
  const values = [JSON.stringify(asked)]
  // Of one: named, so that it is planned once a connection. Of many it is planned each time: a plan of when hardly any alarm was there reads all of them.
  const { rows } =
    all.length === 1
      ? await db.query<Found>({ name: 'find-open-alarm', text: OPEN, values })
      : await db.query<Found>(OPEN, values)
  return new Map(rows.map((row) => [row.place, row]))
}

/** Those that were made, by their devices. */
async function insert(db: pg.ClientBase, all: readonly Triggered[]): Promise<Map<number | null, AlarmRow>> {
  if (all.length === 0) return new Map()
  const { rows } = await db.query<AlarmRow>({
    name: 'open-alarms',
    text: INSERT,
    values: [JSON.stringify(all.map(rowOf))],
  })
  const made = new Map(rows.map((alarm) => [alarm.device_id, alarm]))
  await opened(
    db,
    all.flatMap(({ profile, change }) => {
      const alarm = made.get(change.deviceId)
      return alarm ? [{ alarm, place: profile }] : []
    }),
  )
  return made
}

function rowOf({ profile, change }: Triggered, place: number) {
  const { category, latched } = alarmKind(change.kind)
  const { companyId, branchId } = profile
  return {
    place,
    device_id: change.deviceId,
    company_id: companyId,
    branch_id: branchId,
    kind: change.kind,
    direction: change.direction,
    category,
    severity: change.severity,
    latched,
    late: change.isLate,
    metric: change.metric,
    value: change.value,
    at: change.at,
    fence_id: change.fence?.id ?? null,
    usual: change.usual?.value ?? null,
    by_night: change.usual?.byNight ?? null,
  }
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
    change.usual?.value ?? null,
    change.usual?.byNight ?? null,
    change.metric ?? null,
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
