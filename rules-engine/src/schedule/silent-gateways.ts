import type pg from 'pg'
import type { GatewayChange } from '../alarms/gateway.ts'
import { isRefused } from './refused-places.ts'

/** How often a gateway reports that was told nothing else. */
const REPORTS_EVERY_S = 60

/** Offline above six of its intervals, never under three minutes, as watches are; one that never spoke is not silent yet. A silence is told once. */
const CHANGES = `
with gateway as (
  select g.id, g.room_id, g.company_id, g.branch_id,
    greatest(g.last_message_at, $1::timestamptz) < at_least.spoken and not refused.is as silent,
    g.last_message_at >= at_least.spoken or refused.is as returned,
    exists (select from alarms a where a.gateway_id = g.id and a.device_id is null and a.kind = 'GATEWAY_OFFLINE' and a.closed_at is null and a.active) as alarmed,
    exists (select from alarms a where a.gateway_id = g.id and a.device_id is null and a.kind = 'GATEWAY_OFFLINE' and a.last_at > g.last_message_at) as told
  from gateways g cross join lateral (
    select now() - greatest(6 * coalesce((g.config ->> 'reportIntervalSeconds')::int, ${REPORTS_EVERY_S}), 180) * interval '1 second' as spoken) at_least
  cross join lateral (select ${isRefused('g')} as is) refused
  where g.is_active and g.deleted_at is null and g.last_message_at is not null)
select id as "gatewayId", room_id as "roomId", company_id as "companyId", branch_id as "branchId", silent
from gateway where (silent and not alarmed and not told) or (returned and alarmed) limit 1000`

/** Gateways that fell silent while we could hear them, and those that spoke again. */
export async function silentGateways(db: pg.ClientBase, heardSince: Date): Promise<GatewayChange[]> {
  const { rows } = await db.query<GatewayChange>(CHANGES, [heardSince])
  return rows
}
