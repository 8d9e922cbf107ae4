import { type CheckInFacts, evaluateCheckIn } from '@carewatch/contracts/rules/check-in'
import type pg from 'pg'
import type { AlarmChange } from '../alarms/change.ts'
import { lookLater, looksLater } from './look-later.ts'
import { momentOf, openOf, TODAY, WORN } from './worn.ts'

/** What one round takes: the rest waits for the next. */
const AT_ONCE = 500

/** Whoever's press waits to be evaluated is looked at once it is read; it holds nobody else, and nobody for longer than a backlog lasts. Whoever is asked no more is looked at while its alarm is open: it ends. */
const DUE = `
with waiting as materialized (
  select events from pending_evaluations
  where events @> '[{"type": "CHECK_IN"}]' and not unproven and created_at > now() - interval '10 minutes'
), pressing as materialized (
  select a.wearer_id from waiting cross join lateral jsonb_array_elements(waiting.events) event
  join assignments a on a.device_id = case when event ->> 'deviceId' ~ '^[0-9]{1,9}$' then (event ->> 'deviceId')::int4 end
  where event ->> 'type' = 'CHECK_IN' and a.started_at <= $1 and (a.ended_at is null or a.ended_at > $1::timestamptz - interval '1 day'))
select id from (
  select wearer_id as id, check_in_look_at as at from wearer_routines where check_in_by is not null and check_in_look_at <= $1
    and wearer_id not in (select wearer_id from pressing)
  union all
  select r.wearer_id, r.check_in_look_at from ${openOf('CHECK_IN_MISSED', '60 days')} where r.check_in_by is null and r.check_in_look_at <= $1) due
order by at limit ${AT_ONCE}`

const TOLD = `
select max(a.last_at) as at, (array_agg(a.device_id) filter (where a.active and a.closed_at is null))[1] as "openOf",
  max(a.last_at) filter (where a.active and a.closed_at is null) as "openSince"
from alarms a where a.wearer_id = due.wearer_id and a.opened_at > $1::timestamptz - interval '60 days' and a.kind = 'CHECK_IN_MISSED' and not a.rehearsal`

const CHECK_INS = `
with due as (
  select r.wearer_id, r.day_from, r.check_in_by, r.checked_in_at, w.status, greatest(r.check_in_since, w.here_since) as since
  from wearer_routines r join wearers w on w.id = r.wearer_id and w.deleted_at is null where r.wearer_id = any($2::int4[]))
select due.wearer_id as "wearerId", coalesce(told."openOf", worn.ids[1]) as "deviceId", ${momentOf("'00:00'")} as midnight,
  ${momentOf('due.day_from')} as "dayFrom", ${momentOf('coalesce(due.check_in_by, due.day_from)')} as deadline, due.checked_in_at as "checkedInAt",
  greatest(due.since, worn.latest) as "askedSince", due.status = 'ACTIVE' and due.check_in_by is not null and cardinality(worn.ids) > 0 as "isHere",
  told.at as "toldAt", told."openSince"
from due cross join lateral (${WORN}) worn cross join lateral (${TODAY}) today cross join lateral (${TOLD}) told`

const LOOK_LATER = lookLater('check_in_look_at')

type Row = Record<'midnight' | 'dayFrom' | 'deadline' | 'askedSince', Date> &
  Record<'checkedInAt' | 'toldAt' | 'openSince', Date | null> & {
    wearerId: number
    /** Null: they wear nothing by which it could be told. */
    deviceId: number | null
    isHere: boolean
  }

const factsOf = (row: Row, { at, steady }: Moment): CheckInFacts => ({
  now: at.getTime(),
  midnight: row.midnight.getTime(),
  dayFrom: row.dayFrom.getTime(),
  deadline: row.deadline.getTime(),
  checkedInAt: row.checkedInAt?.getTime() ?? null,
  askedSince: row.askedSince.getTime(),
  steadySince: steady.getTime(),
  isHere: row.isHere,
  toldAt: row.toldAt?.getTime() ?? null,
  openSince: row.openSince?.getTime() ?? null,
})

type Moment = { at: Date; steady: Date }

/** Who did not say by their time today that they are well, and who said it since. */
export async function missedCheckIns(db: pg.ClientBase, moment: Moment): Promise<AlarmChange[]> {
  const { at } = moment
  const { rows: due } = await db.query<{ id: number }>(DUE, [at])
  if (due.length === 0) return []
  const { rows } = await db.query<Row>(CHECK_INS, [at, due.map(({ id }) => id)])
  const evaluated = rows.map((row) => ({ row, ...evaluateCheckIn(factsOf(row, moment)) }))
  await db.query(LOOK_LATER, looksLater({ at, due, evaluated }))
  return evaluated.flatMap(({ row: { deviceId }, change }): AlarmChange[] => {
    if (change === null || deviceId === null) return []
    const alarm = { deviceId, kind: 'CHECK_IN_MISSED', direction: 'NONE', at } as const
    if (change === 'clear') return [{ change, ...alarm }]
    return [{ change, ...alarm, severity: 'MEDIUM', metric: null, value: null, isLate: false }]
  })
}
