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
  let reading: Promise<Row[]> | undefined
  /** All gauges are collected side by side, and by one question. While the database is away they say nothing. */
  const read = (): Promise<Row[]> =>
    (reading ??= db
      .query<Row>(BACKLOG)
      .then(
        ({ rows }) => rows,
        () => [],
      )
      .finally(() => (reading = undefined)))

  const gauge = (name: string, help: string, valueOf: (row: Row) => number): void => {
    const made: Gauge = new Gauge({
      name,
      help,
      // `lane`: the former name of `group`, for one version.
      labelNames: ['name', 'group', 'lane'],
      registers: [registry],
      collect: async () => {
        const rows = await read()
        made.reset()
        for (const row of rows) made.set({ name: row.name, group: row.group, lane: row.group }, valueOf(row))
      },
    })
  }
  gauge(
    'carewatch_backlog_oldest_seconds',
    'How long the oldest of them has waited',
    (row) => row.oldestSeconds,
  )
  gauge(
    'carewatch_backlog',
    'What waits: batches to be evaluated, messages due, alarms open',
    (row) => row.waiting,
  )
}
