import type { Facts } from '../../services.ts'
import { inTransaction } from './in-transaction.ts'
import { SUBSCRIPTION } from './order.ts'

/** Any number that no other lock has. */
const HOLD = `select pg_try_advisory_xact_lock(20261129) as mine`

/** To each Subscription that wants to hear that we are there, where nothing was sent for as long as it said. */
const HEARTBEATS = `
insert into webhook_deliveries (webhook_id, notice, ordered_by)
select w.id, 'heartbeat', '${SUBSCRIPTION}' from webhooks w
  join api_keys k on k.id = w.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
where w.subscription is not null and w.handshaken_at is not null and w.deleted_at is null and w.pause is null
  and (w.ends_at is null or w.ends_at > now())
  and w.last_sent_at < now() - (w.subscription ->> 'heartbeat')::int * interval '1 second'
  and not exists (select from webhook_deliveries d where d.webhook_id = w.id and d.state = 'QUEUED')`

/** Nothing where another process does it now. */
export const queueHeartbeats = (pool: Facts): Promise<void> =>
  inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ mine: boolean }>(HOLD)
    if (rows[0]?.mine) await client.query(HEARTBEATS)
  })
