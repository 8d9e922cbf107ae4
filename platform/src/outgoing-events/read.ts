import type { EventTopic } from '@carewatch/contracts/webhooks'
import type pg from 'pg'

/** Something that changed in a company, as it is told outside: it names a row and tells nothing of it. */
export type OutgoingEvent = {
  id: number
  position: number
  at: Date
  topic: EventTopic
  change: string
  companyId: number
  branchId: number | null
  subjectId: number
  subjectUuid: string
  /** Of an alarm: the row of its history. */
  stepId: number | null
}

type Asking = Pick<pg.ClientBase, 'query'>

/** Any number that no other lock has. */
const POSITION_LOCK = 20_261_127
const AT_ONCE = 500

const HOLD = `select pg_try_advisory_xact_lock(${POSITION_LOCK}) as mine`

const POSITION = `
with fresh as materialized (select id from outgoing_events where position is null order by id limit ${AT_ONCE}),
numbered as materialized (select id, nextval('outgoing_positions') as position from (select id from fresh order by id) one)
update outgoing_events e set position = n.position from numbered n where e.id = n.id returning e.id::float8 as id`

const READ = `
select id::float8 as id, position::float8 as position, at, topic, change, company_id as "companyId", branch_id as "branchId", subject_id as "subjectId",
  subject_uuid as "subjectUuid", step_id::float8 as "stepId"
from outgoing_events where company_id = $1 and position > $2 order by position limit $3`

const NEWEST = `
select one.id as "companyId", coalesce((select max(position) from outgoing_events where company_id = one.id and position is not null), 0)::float8 as position
from unnest($1::int[]) one(id)`

const LAST_GIVEN = `select coalesce(pg_sequence_last_value('outgoing_positions'), 0)::float8 as position`

/**
 * Gives those that were committed since their positions, in the transaction of the caller, and answers their ids; nothing where another process does
 * it now. It holds a lock until the caller commits: so positions become visible in their order, and what is committed late has a later one.
 */
export async function positionEvents(transaction: Asking): Promise<number[]> {
  const { rows: held } = await transaction.query<{ mine: boolean }>(HOLD)
  if (!held[0]?.mine) return []
  const { rows } = await transaction.query<{ id: number }>(POSITION)
  return rows.map(({ id }) => id)
}

/** What happened in a company after a position, the oldest first. Whoever goes on after the last of them misses nothing for 30 days. */
export async function readEvents(
  db: Asking,
  { companyId, after, atMost }: { companyId: number; after: number; atMost: number },
): Promise<OutgoingEvent[]> {
  const { rows } = await db.query<OutgoingEvent>(READ, [companyId, after, atMost])
  return rows
}

/** Of each of these companies where whoever wants only what comes now begins. */
export async function newestPositions(
  db: Asking,
  companyIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.query<{ companyId: number; position: number }>(NEWEST, [companyIds])
  return new Map(rows.map(({ companyId, position }) => [companyId, position]))
}

/** The last position that was given in any company: one beyond it is of another database, or of this one before it was brought back. */
export async function lastPosition(db: Asking): Promise<number> {
  const { rows } = await db.query<{ position: number }>(LAST_GIVEN)
  return rows[0]?.position ?? 0
}
