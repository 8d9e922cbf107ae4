import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { POISON_TRIES } from './evaluate-batches.ts'

/** Of this process. */
const ENGINE = randomUUID()
/** More than are evaluated at once: what ended an engine was among the oldest. */
const COUNTED_AT_ONCE = 512
/** So many engines in a row may end over one batch alone. */
const MOST_TRIES = POISON_TRIES + 3

const COUNT_TRIES = `
update pending_evaluations set tries = tries + 1 where id in (
  select id from pending_evaluations where urgent = $1 and tries < ${POISON_TRIES} order by id limit ${COUNTED_AT_ONCE} for update skip locked)`

/** What waits when an engine comes may be what ended the one before. */
export async function countTries(db: pg.Pool): Promise<void> {
  for (const isUrgent of [true, false]) await db.query(COUNT_TRIES, [isUrgent])
}

const MARK_POISON = `
update pending_evaluations set tries = ${POISON_TRIES} where id in (
  select id from pending_evaluations where urgent = $1 and tries < ${POISON_TRIES} order by id limit $2 for update skip locked)`

/** One of the oldest cannot be evaluated: each of them is evaluated alone from now on. */
export const markPoison = (db: pg.ClientBase, isUrgent: boolean, atMost: number): Promise<unknown> =>
  db.query(MARK_POISON, [isUrgent, atMost])

/** Committed before it is evaluated: whoever finds that another engine began it and did not say what came of it counts that. */
const NEXT = `
update pending_evaluations set tries = tries + case when begun_by <> $3 then 1 else 0 end, begun_by = $3 where id = (
  select id from pending_evaluations where urgent = $1 and tries >= ${POISON_TRIES} and id > $2 order by id limit 1 for update skip locked)
returning id, tries`

export type PoisonBatch = { id: string; endsEngines: boolean }

/** The next one after `after` that must be evaluated alone. */
export async function nextPoisonBatch(
  db: pg.ClientBase,
  isUrgent: boolean,
  after: string,
): Promise<PoisonBatch | undefined> {
  const { rows } = await db.query<{ id: string; tries: number }>(NEXT, [isUrgent, after, ENGINE])
  return rows[0] && { id: rows[0].id, endsEngines: rows[0].tries >= MOST_TRIES }
}

/** It ended nobody: whoever takes it next has nothing to count. */
export const release = (db: pg.ClientBase, id: string): Promise<unknown> =>
  db.query('update pending_evaluations set begun_by = null where id = $1', [id])

const listOf = (column: string): string =>
  `case jsonb_typeof(bad.${column}) when 'array' then bad.${column} else '[]' end`

/** Each call for help in it is tried once more, by itself: where it was by itself already, it is the fault. */
const MOVE_TO_DEAD_LETTERS = `
with bad as (
  delete from pending_evaluations where id = $1 returning urgent, readings, events, positions, room_facts),
alone as (
  select readings is null and positions is null
    and jsonb_array_length(${listOf('events')}) + jsonb_array_length(${listOf('room_facts')}) < 2 as alone from bad),
calls as (
  insert into pending_evaluations (urgent, events, room_facts, tries)
  select urgent, jsonb_build_array(call), null::jsonb, ${POISON_TRIES} from alone, bad, jsonb_array_elements(${listOf('events')}) call
  where not alone and call ->> 'type' in ('SOS', 'FALL', 'UNKNOWN_ALARM')
  union all
  select urgent, null::jsonb, jsonb_build_array(call), ${POISON_TRIES} from alone, bad, jsonb_array_elements(${listOf('room_facts')}) call
  where not alone and call ->> 'kind' like 'button%')
insert into rejected_messages (topic, reason, detail, payload)
select 'pending_evaluations', 'evaluation', left($2, 200), coalesce(readings, convert_to(coalesce(events, room_facts, positions)::text, 'UTF8'), '') from bad`

/** It goes where the rejected messages are, so that it holds back nobody else's alarm. */
export const moveToDeadLetters = (db: pg.ClientBase, id: string, { message }: Error): Promise<unknown> =>
  db.query(MOVE_TO_DEAD_LETTERS, [id, message.replaceAll('\u0000', '')])
