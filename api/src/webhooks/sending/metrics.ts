import { Gauge, type Registry } from 'prom-client'
import type { Facts } from '../../services.ts'

const WAITING = `
select count(*)::int as waiting, coalesce(extract(epoch from now() - min(d.created_at)), 0)::float8 as seconds
from webhook_deliveries d join webhooks w on w.id = d.webhook_id
where d.state = 'QUEUED' and w.pause is null and w.deleted_at is null`

/** What waits for the receivers of webhooks that are not paused. */
export function measureWebhooks(registry: Registry, pool: Facts): void {
  const registers = [registry]
  const oldest = new Gauge({
    name: 'carewatch_webhooks_oldest_seconds',
    help: 'How long the oldest message to a webhook waits',
    registers,
  })
  new Gauge({
    name: 'carewatch_webhooks_waiting',
    help: 'Messages to webhooks that wait',
    registers,
    async collect() {
      // unscoped: figures of the installation, which name nobody
      const { rows } = await pool.query<{ waiting: number; seconds: number }>(WAITING)
      this.set(rows[0]?.waiting ?? 0)
      oldest.set(rows[0]?.seconds ?? 0)
    },
  })
}
