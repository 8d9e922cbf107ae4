import { positionEvents } from '@carewatch/platform/outgoing-events/read'
import type { Facts } from '../../services.ts'
import { inTransaction } from './in-transaction.ts'
import { SUBSCRIPTION } from './order.ts'

/** To every webhook of the company that asked for such events; of a key that ended nothing waits. To a Subscription, whose events have numbers, one after the other. */
const QUEUE = `
insert into webhook_deliveries (webhook_id, event_id, ordered_by)
select w.id, e.id, case when w.subscription is null then e.ordered_by else '${SUBSCRIPTION}' end from outgoing_events e
  join webhooks w on w.company_id = e.company_id and e.topic = any(w.topics) and w.deleted_at is null
    and (w.ends_at is null or w.ends_at > now())
  join api_keys k on k.id = w.api_key_id and k.revoked_at is null and (k.expires_at is null or k.expires_at > now())
where e.id = any($1::bigint[]) order by e.position, w.id`

/** What was committed since becomes a message to each webhook, in one transaction and by one process at a time; answers how much it was. */
export const queueEvents = (pool: Facts): Promise<number> =>
  inTransaction(pool, async (client) => {
    const ids = await positionEvents(client)
    if (ids.length > 0) await client.query(QUEUE, [ids])
    return ids.length
  })
