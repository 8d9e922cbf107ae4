import type pg from 'pg'
import type { Facts } from '../../services.ts'
import { inTransaction } from './in-transaction.ts'
import { SUBSCRIPTION } from './order.ts'

/** A batch goes when it has so many readings, of all companies, */
const MOST = 10_000
/** of FHIR, which says more of each, so many; */
const MOST_IN_FHIR = 1_000
/** or when its oldest reading has waited for so long. */
const EVERY_SECONDS = 30
/** What is stored together is one row. */
const ROWS_AT_ONCE = 1_000
/** While so many wait for a receiver no more are made; what they would hold is found later. */
const WAITING_AT_MOST = 4

/** Any number that no other lock has. */
const HOLD = `select pg_try_advisory_xact_lock(20261128) as mine`

/** Asked first: where no webhook wants any, nothing is locked that a step of the database might wait for. */
const IS_WANTED = `select exists (select from webhooks where 'readings' = any(topics) and deleted_at is null) as wanted`

const POSITION = `
update outgoing_readings o set position = numbered.position
from (select id, nextval('outgoing_readings_positions') as position
  from (select id from outgoing_readings where position is null order by id limit ${ROWS_AT_ONCE}) fresh) numbered
where o.id = numbered.id`

/** Whoever begins to want readings gets those from now on. */
const BEGIN = `
update webhooks set readings_position = coalesce(pg_sequence_last_value('outgoing_readings_positions'), 0), readings_at = now()
where 'readings' = any(topics) and readings_position is null and deleted_at is null`

/** The next range of each webhook that wants readings, once it is full or old enough. */
const QUEUE = `
with wanting as (
  select w.id, w.readings_position as after, w.readings_at as since,
    case when w.subscription is null then 'readings' else '${SUBSCRIPTION}' end as ordered_by,
    case when w.subscription is null then ${MOST} else ${MOST_IN_FHIR} end as most
  from webhooks w join api_keys k on k.id = w.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
  where 'readings' = any(w.topics) and w.readings_position is not null and w.deleted_at is null and w.pause is null
    and (w.ends_at is null or w.ends_at > now())
    and (select count(*) from webhook_deliveries d
      where d.webhook_id = w.id and d.readings_until is not null and d.state = 'QUEUED') < ${WAITING_AT_MOST}),
ranges as (
  select wanting.*, found.until, found.at
  from wanting cross join lateral (
    select max(position) as until, max(at) as at, min(at) as oldest, sum(count) as count, count(*) as rows
    from (
      select position, at, count, sum(count) over (order by position) - count as before
      from outgoing_readings where position > wanting.after order by position limit ${ROWS_AT_ONCE}) one
    where before < wanting.most) found
  where found.until is not null
    and (found.count >= wanting.most or found.rows = ${ROWS_AT_ONCE} or found.oldest < now() - interval '${EVERY_SECONDS} seconds')),
made as (
  insert into webhook_deliveries (webhook_id, ordered_by, readings_after, readings_until, readings_since)
  select id, ordered_by, after, until, since from ranges)
update webhooks w set readings_position = ranges.until, readings_at = ranges.at from ranges where w.id = ranges.id`

async function queue(transaction: Pick<pg.ClientBase, 'query'>): Promise<void> {
  // unscoped: whether any company wants them
  const { rows: wanting } = await transaction.query<{ wanted: boolean }>(IS_WANTED)
  if (!wanting[0]?.wanted) return
  const { rows } = await transaction.query<{ mine: boolean }>(HOLD)
  if (!rows[0]?.mine) return
  await transaction.query(POSITION)
  // unscoped: of every company those that want readings
  await transaction.query(BEGIN)
  // unscoped: as above; what of a range is sent is decided by the rights of each key
  await transaction.query(QUEUE)
}

/** Readings that were stored become batches to the webhooks that want them, in one transaction; nothing where another process does it now. */
export const queueReadings = (pool: Facts): Promise<void> => inTransaction(pool, queue)
