import { isOutage, OUTAGE } from '@carewatch/contracts/rules/outage'
import type pg from 'pg'
import type { AlarmChange, AlarmTrigger, Outcome } from '../../alarms/change.ts'
import { HEARD } from '../silent-devices.ts'
import { grow, type Place } from './outage.ts'

/** Where those are that have said nothing: what is doubtful for another reason is not silence. */
const PLACES = `
select d.id, d.company_id as "companyId", d.branch_id as "branchId" from ${HEARD}
where d.id = any($1::int4[]) and d.branch_id is not null and st.last_seen_at < at_least.spoken`

/** In which of these branches an outage grew a moment ago, of how many watches they are, and what fell silent there by itself a moment ago. */
const BRANCHES = `
select branch.id, exists (select from alarms o where o.branch_id = branch.id and o.kind = 'OUTAGE' and o.closed_at is null and o.active
    and o.last_at >= $2::timestamptz - interval '${OUTAGE.withinMs} milliseconds') as "isOut",
  (select count(*)::int from devices d where d.branch_id = branch.id and d.is_active and d.deleted_at is null) as watches,
  coalesce(recent.ids, '{}') as ids, coalesce(recent.since, '{}') as since
from unnest($1::int4[]) as branch (id) cross join lateral (
  select array_agg(a.id) as ids, array_agg(extract(epoch from a.opened_at)::float8 * 1000) as since from alarms a
  where a.branch_id = branch.id and a.opened_at >= $2::timestamptz - interval '10 minutes' and a.kind = 'OFFLINE' and a.device_id is not null
    and a.active and a.closed_at is null and a.incident_id is null and not a.rehearsal) recent`

/** Whoever is back, and of whose silence nobody was told: nobody need see that it is over. */
const BACK = `
with back as (
  update alarms a set active = false, cleared_at = $2::timestamptz, closed_at = $2::timestamptz
  where a.device_id = any($1::int4[]) and a.kind = 'OFFLINE' and a.closed_at is null and a.active and a.incident_id is not null and not a.rehearsal
    and not exists (select from notifications n where n.alarm_id = a.id)
  returning a.id, a.device_id
), history as (
  insert into alarm_history (alarm_id, step) select id, step from back cross join unnest(array['CLEARED', 'CLOSED']) as step)
select device_id as id from back`

type Located = Place & { id: number }
type Branch = { id: number; isOut: boolean; watches: number; ids: number[]; since: number[] }
type Gathered = {
  /** What is to be told by itself, as ever. */
  alone: AlarmChange[]
  outcomes: Outcome[]
}

const isSilence = (change: AlarmChange): change is AlarmTrigger => change.change === 'trigger'

/** Watches of one branch that fall silent together are one outage: it is told, and each of them is a row of it. */
export async function gatherSilences(
  db: pg.ClientBase,
  changes: readonly AlarmChange[],
  at: Date,
): Promise<Gathered> {
  const silences = changes.filter(isSilence)
  const held = await holdBack(db, silences, at)
  const returned = await settleReturned(
    db,
    changes.filter((change) => !isSilence(change)),
    at,
  )
  const isSettled = ({ deviceId }: AlarmChange): boolean => held.ids.has(deviceId) || returned.has(deviceId)
  return { alone: changes.filter((change) => !isSettled(change)), outcomes: held.outcomes }
}

async function settleReturned(
  db: pg.ClientBase,
  changes: readonly AlarmChange[],
  at: Date,
): Promise<Set<number>> {
  if (changes.length === 0) return new Set()
  const { rows } = await db.query<{ id: number }>(BACK, [changes.map(({ deviceId }) => deviceId), at])
  return new Set(rows.map(({ id }) => id))
}

async function holdBack(db: pg.ClientBase, silences: readonly AlarmTrigger[], at: Date) {
  const ids = new Set<number>()
  const outcomes: Outcome[] = []
  if (silences.length === 0) return { ids, outcomes }
  const { rows } = await db.query<Located>(PLACES, [silences.map(({ deviceId }) => deviceId)])
  const byBranch = Map.groupBy(rows, ({ branchId }) => branchId)
  const branches = await db.query<Branch>(BRANCHES, [[...byBranch.keys()], at])
  for (const { id, isOut, watches, ids: recent, since } of branches.rows) {
    const silent = byBranch.get(id) ?? []
    const [place] = silent
    const moments = [...since, ...silent.map(() => at.getTime())]
    if (!place || !(isOut || isOutage(moments, { at: at.getTime(), watches }))) continue
    const found = { watches: silent.map((watch) => watch.id), recent, at }
    outcomes.push(...(await grow(db, place, found)))
    for (const watch of silent) ids.add(watch.id)
  }
  return { ids, outcomes }
}
