import type pg from 'pg'
import { transaction } from '../transaction.ts'
import { ABOUT, type AlarmDelivery } from './claim.ts'

/** More alarms of one branch in a minute than anybody reads one by one. */
const STORM_ALARMS = 10
const STORM_SECONDS = 60
/** One message in so long gathers what came meanwhile. */
const PAUSE_SECONDS = 10

const IS_STORM = `
select count(*) > ${STORM_ALARMS} as storm from (select from alarms where branch_id = $1 and not rehearsal
  and opened_at > now() - interval '${STORM_SECONDS} seconds' limit ${STORM_ALARMS + 1}) as recent`

/** Those who send to one person at once take turns; one gathers, the others find theirs gathered. */
const TAKE_TURNS = 'select pg_advisory_xact_lock(21, hashtext($1))'

const OWN = `select state, gathered_in_id from deliveries where id = $1 and attempts = $2`

const LAST = `
select max(d.sent_at) + interval '${PAUSE_SECONDS} seconds' as until from deliveries d join alarms a on a.id = d.alarm_id
where d.channel = $1 and d.user_id is not distinct from $2 and d.relative_id is not distinct from $3 and a.branch_id = $4
  and d.gathered_in_id = d.id and d.sent_at > now() - interval '${PAUSE_SECONDS} seconds'`

const POSTPONE = `
update deliveries set next_at = $2, attempts = attempts - 1, updated_at = now() where id = $1`

/** The attempt is counted anew for all but the one that sends, so that whoever holds another of them lets go of it. */
const GATHER = `
with chosen as (
  update deliveries d set gathered_in_id = $1, attempts = case when d.id = $1 then d.attempts else d.attempts + 1 end,
    next_at = now() + interval '60 seconds', sent_at = case when d.id = $1 then now() else d.sent_at end, updated_at = now()
  from alarms a where a.id = d.alarm_id and d.state = 'QUEUED' and d.channel = $2 and a.branch_id = $5
    and d.user_id is not distinct from $3 and d.relative_id is not distinct from $4
    and (d.id = $1 or (a.kind not in ('SOS', 'FALL') and not a.rehearsal and (a.active or a.late) and a.acknowledged_at is null))
    and (d.id = $1 or d.next_at <= now() + interval '1 second' or d.attempts > 0)
  returning d.*)
${ABOUT}`

export type Gathered = { do: 'send'; all: AlarmDelivery[] } | { do: 'letGo' } | { do: 'alone' }

/** In a storm, everything that one person is to be told of a branch by one channel, as one message; otherwise the message goes alone. */
export async function gather(db: pg.ClientBase, delivery: AlarmDelivery): Promise<Gathered> {
  const { id, attempts, channel, userId, relativeId, branchId } = delivery
  if (branchId === null || delivery.rehearsal) return { do: 'alone' }
  const { rows: storm } = await db.query<{ storm: boolean }>(IS_STORM, [branchId])
  if (!storm[0]?.storm) return { do: 'alone' }
  return transaction(db, async () => {
    await db.query(TAKE_TURNS, [`${channel}/${userId}/${relativeId}`])
    const own = await db.query<{ state: string; gathered_in_id: number | null }>(OWN, [id, attempts])
    if (own.rows[0]?.state !== 'QUEUED') return { do: 'letGo' }
    const last = await db.query<{ until: Date | null }>(LAST, [channel, userId, relativeId, branchId])
    const until = last.rows[0]?.until
    if (until) {
      await db.query(POSTPONE, [id, until])
      return { do: 'letGo' }
    }
    const { rows } = await db.query<AlarmDelivery>(GATHER, [id, channel, userId, relativeId, branchId])
    return rows.length > 1 ? { do: 'send', all: rows } : { do: 'alone' }
  })
}

const SETTLE_GATHERED = `
update deliveries set state = $2, reason = $3, next_at = $4, updated_at = now(),
  gathered_in_id = case when $2 = 'SENT' then gathered_in_id end, sent_at = case when $2 = 'SENT' then now() end
where gathered_in_id = $1 and id <> $1 and state = 'QUEUED'
returning alarm_id as "alarmId", run, round, step, user_id as "userId", relative_id as "relativeId", channel`

/** Which message it was, as far as another way to its person is looked for. */
export type DeliveryKey = Pick<
  AlarmDelivery,
  'alarmId' | 'run' | 'round' | 'step' | 'userId' | 'relativeId' | 'channel'
>

type Ending = { state: string; reason: string | null; againAt: Date | null }

/** The others of a gathered message share what came of it; answers which they were. */
export async function settleGathered(
  db: pg.ClientBase,
  id: number,
  { state, reason, againAt }: Ending,
): Promise<DeliveryKey[]> {
  const { rows } = await db.query<DeliveryKey>(SETTLE_GATHERED, [id, state, reason, againAt])
  return rows
}
