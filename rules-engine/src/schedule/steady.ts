import type pg from 'pg'

/**
 * Since when nothing can have been lost for us: the clock struck at least every ten minutes, and a broker was there. A restart is shorter than that.
 * What was said in a longer gap may come later, or never.
 */
const STEADY = `
insert into clock_rounds as round (id, at, steady_since) values (1, $1, $1)
on conflict (id) do update set at = excluded.at, steady_since = case
  when round.at >= excluded.at - interval '10 minutes' and exists (select from broker_nodes where seen_at >= excluded.at - interval '10 minutes')
  then round.steady_since else excluded.at end
returning steady_since as since`

export async function steadySince(db: pg.ClientBase, at: Date): Promise<Date> {
  const { rows } = await db.query<{ since: Date }>(STEADY, [at])
  return rows[0]?.since ?? at
}

/** Since the last gap of minutes in which no broker lived; a restart is shorter and hides no silence. Null: none lives now. */
const LISTENING = `
select case when exists (select from broker_nodes where seen_at > now() - interval '30 seconds') then max(n.started_at) end as since
from broker_nodes n where not exists (
  select from broker_nodes before where before.started_at < n.started_at and before.seen_at >= n.started_at - interval '2 minutes')`

/** Since when whoever speaks is heard: through an outage of ours the silence of the watches is our own. Without a broker nobody is. */
export async function heardSince(
  db: pg.ClientBase,
  { at, steady }: { at: Date; steady: Date },
): Promise<Date> {
  const { rows } = await db.query<{ since: Date | null }>(LISTENING)
  const since = rows[0]?.since ?? at
  return since > steady ? since : steady
}
