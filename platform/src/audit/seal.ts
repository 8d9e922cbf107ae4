import type pg from 'pg'
import { CONTENT, type End, LATEST_COMMIT, linkOf } from './chain.ts'

/** So many are hashed in a few milliseconds, for which everything else of the engine waits. */
const ROWS_AT_ONCE = 1_000

/** Another engine that seals goes on alone. */
const HEAD = `
select position, hash, coalesce(sealed_at - interval '${LATEST_COMMIT}', '-infinity')::text as since from audit_chain for update skip locked`

/** `$1`, `$2`: the row before, by its time and id. */
const UNSEALED = `
select l.id, l.at, ${CONTENT} as content from audit_log l
where (l.at, l.id) > ($1::timestamptz, $2::int4) and not exists (select from audit_seals s where s.audit_id = l.id)
order by l.at, l.id limit ${ROWS_AT_ONCE}`

const SEAL = `
insert into audit_seals (position, audit_id, hash, sealed_at)
select position, audit_id, hash, now() from unnest($1::int4[], $2::int4[], $3::bytea[]) as s (position, audit_id, hash)`
const MOVE_HEAD = 'update audit_chain set position = $1, hash = $2, sealed_at = now()'

type Unsealed = { id: number; at: Date; content: string }

/** Adds to the chain what was committed since, in the transaction of the caller. Answers the new end, where there is one. */
export async function sealAudit(db: pg.ClientBase): Promise<End | undefined> {
  const { rows: heads } = await db.query<End & { since: string }>(HEAD)
  const [head] = heads
  if (!head) return undefined
  let { position, hash } = head
  let after: [string | Date, number] = [head.since, 0]
  for (let isMore = true; isMore;) {
    const { rows } = await db.query<Unsealed>(UNSEALED, after)
    const hashes = rows.map(({ content }) => (hash = linkOf(hash, content)))
    const positions = rows.map(() => ++position)
    const ids = rows.map(({ id }) => id)
    if (rows.length > 0) await db.query(SEAL, [positions, ids, hashes])
    const last = rows.at(-1)
    if (last) after = [last.at, last.id]
    isMore = rows.length === ROWS_AT_ONCE
  }
  if (position === head.position) return undefined
  await db.query(MOVE_HEAD, [position, hash])
  return { position, hash }
}

const HOLD = 'select position, hash from audit_chain for update'
const ARRIVED = `select l.id, l.at, ${CONTENT} as content from audit_log l where l.id = any($1::int4[]) order by l.id`

/**
 * Adds rows to the chain that are older than its end, and were not put in afterwards but came with a trace that names them: all of them, in the order of their
 * numbers, in the transaction of the caller, who wrote them in it.
 */
export async function sealArrived(db: pg.ClientBase, ids: readonly number[]): Promise<void> {
  const { rows: heads } = await db.query<End>(HOLD)
  const [head] = heads
  if (!head) throw new Error('The end of the chain is missing.')
  let { position, hash } = head
  for (let done = 0; done < ids.length; done += ROWS_AT_ONCE) {
    const { rows } = await db.query<Unsealed>(ARRIVED, [ids.slice(done, done + ROWS_AT_ONCE)])
    const hashes = rows.map(({ content }) => (hash = linkOf(hash, content)))
    const positions = rows.map(() => ++position)
    await db.query(SEAL, [positions, rows.map(({ id }) => id), hashes])
  }
  await db.query(MOVE_HEAD, [position, hash])
}
