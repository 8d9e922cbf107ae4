import type pg from 'pg'
import { Gauge, type Registry } from 'prom-client'

/** What waits, in one look: committed and not evaluated, due and not sent, open and not closed. */
const BACKLOG = `
select 'batches' as name, case when urgent then 'urgent' else 'readings' end as "group", count(*)::int as waiting,
  coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as "oldestSeconds"
from pending_evaluations group by urgent
union all
select 'deliveries', channel, count(*)::int, greatest(coalesce(extract(epoch from now() - min(next_at)), 0), 0)::float8
from deliveries where state = 'QUEUED' and next_at <= now() group by channel
union all
select 'alarms', severity, count(*)::int, coalesce(extract(epoch from now() - min(opened_at)), 0)::float8
from alarms where closed_at is null group by severity`

type Row = { name: string; group: string; waiting: number; oldestSeconds: number }

/** Asked when the figures are read, so that they are true whichever engine did the work; each engine says the same. */
export function measureBacklog(registry: Registry, db: pg.Pool): void {
  const registers = [registry]
  // `lane`: the former name of `group`, for one version.
  const labelNames = ['name', 'group', 'lane']
  const oldest = new Gauge({
    name: 'carewatch_backlog_oldest_seconds',
    help: 'How long the oldest of them has waited',
    labelNames,
    registers,
  })
  const waiting: Gauge = new Gauge({
    name: 'carewatch_backlog',
    help: 'What waits: batches to be evaluated, messages due, alarms open',
    labelNames,
    registers,
    collect: async () => {
      const rows = await db.query<Row>(BACKLOG).then(
        (answer) => answer.rows,
        () => [],
      )
      waiting.reset()
      oldest.reset()
      for (const { name, group, ...row } of rows) {
        const labels = { name, group, lane: group }
        waiting.set(labels, row.waiting)
        oldest.set(labels, row.oldestSeconds)
      }
    },
  })
}
