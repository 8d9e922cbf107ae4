import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { SUSPECT } from './evaluate-batches.ts'

/** Of this process. */
const ENGINE = randomUUID()
/** More than are judged at once: what ended an engine was among the oldest. */
const FOUND_AT_ONCE = 512
/** So many engines in a row may end over one batch alone. */
const MOST_TRIES = SUSPECT + 3

const FOUND = `
update unjudged set tries = tries + 1 where id in (
  select id from unjudged where urgent = $1 and tries < ${SUSPECT} order by id limit ${FOUND_AT_ONCE} for update skip locked)`

/** What waits when an engine comes may be what ended the one before. */
export async function countFound(db: pg.Pool): Promise<void> {
  for (const isUrgent of [true, false]) await db.query(FOUND, [isUrgent])
}

const SUSPECT_THEM = `
update unjudged set tries = ${SUSPECT} where id in (
  select id from unjudged where urgent = $1 and tries < ${SUSPECT} order by id limit $2 for update skip locked)`

/** One of the oldest cannot be judged: each of them is judged alone from now on. */
export const suspect = (db: pg.ClientBase, isUrgent: boolean, atMost: number): Promise<unknown> =>
  db.query(SUSPECT_THEM, [isUrgent, atMost])

/** Committed before it is judged: whoever finds that another engine began it and did not say what came of it counts that. */
const NEXT = `
update unjudged set tries = tries + case when begun_by <> $3 then 1 else 0 end, begun_by = $3 where id = (
  select id from unjudged where urgent = $1 and tries >= ${SUSPECT} and id > $2 order by id limit 1 for update skip locked)
returning id, tries`

export type Suspect = { id: string; endsEngines: boolean }

/** The next one after `after` that must be judged alone. */
export async function nextSuspect(
  db: pg.ClientBase,
  isUrgent: boolean,
  after: string,
): Promise<Suspect | undefined> {
  const { rows } = await db.query<{ id: string; tries: number }>(NEXT, [isUrgent, after, ENGINE])
  return rows[0] && { id: rows[0].id, endsEngines: rows[0].tries >= MOST_TRIES }
}

/** It ended nobody: whoever takes it next has nothing to count. */
export const letWait = (db: pg.ClientBase, id: string): Promise<unknown> =>
  db.query('update unjudged set begun_by = null where id = $1', [id])

const listOf = (column: string): string =>
  `case jsonb_typeof(bad.${column}) when 'array' then bad.${column} else '[]' end`

/** Each call for help in it is tried once more, by itself: where it was by itself already, it is the fault. */
const SET_ASIDE = `
with bad as (
  delete from unjudged where id = $1 returning urgent, readings, events, positions, room_facts),
alone as (
  select readings is null and positions is null
    and jsonb_array_length(${listOf('events')}) + jsonb_array_length(${listOf('room_facts')}) < 2 as alone from bad),
cries as (
  insert into unjudged (urgent, events, room_facts, tries)
  select urgent, jsonb_build_array(cry), null::jsonb, ${SUSPECT} from alone, bad, jsonb_array_elements(${listOf('events')}) cry
  where not alone and cry ->> 'type' in ('SOS', 'FALL')
  union all
  select urgent, null::jsonb, jsonb_build_array(cry), ${SUSPECT} from alone, bad, jsonb_array_elements(${listOf('room_facts')}) cry
  where not alone and cry ->> 'kind' = 'button')
insert into rejected_messages (topic, reason, detail, payload)
select 'unjudged', 'judging', left($2, 200), coalesce(readings, convert_to(coalesce(events, room_facts, positions)::text, 'UTF8'), '') from bad`

/** It goes where the rejected messages are, so that it holds back nobody else's alarm. */
export const setAside = (db: pg.ClientBase, id: string, { message }: Error): Promise<unknown> =>
  db.query(SET_ASIDE, [id, message.replaceAll('\u0000', '')])
