import type { Facts } from '../../services.ts'
import type { Answer } from '../receiver/post.ts'
import type { Claimed } from './claim.ts'
import type { Outcome } from './outcome.ts'

/** Only the one whose claim it is may say what came of it; in one statement, so that all of it is written or nothing. */
const SETTLE = `
with settled as (
  update webhook_deliveries set state = $3, next_at = now() + $4 * interval '1 millisecond',
    settled_at = case when $3 <> 'QUEUED' then now() end
  where id = $1 and attempts = $2 and state = 'QUEUED' returning id, webhook_id, notice),
tried as (
  insert into webhook_tries (delivery_id, status, duration_ms, fault) select id, $5, $6, $7 from settled where $6::int is not null)
update webhooks w set pause = coalesce(w.pause, $8), paused_at = case when w.pause is null and $8::text is not null then now() else w.paused_at end,
  handshaken_at = case when $3 = 'SENT' and settled.notice = 'handshake' then now() else w.handshaken_at end,
  failures = case when $3 = 'SENT' then 0 when $7::text is null then w.failures else w.failures + 1 end,
  last_sent_at = case when $3 = 'SENT' then now() else w.last_sent_at end
from settled where w.id = settled.webhook_id`

export type Try = Answer & { durationMs: number }

/** Writes down what came of a message: `tried` is left out where none was sent. */
export async function settle(
  pool: Facts,
  { id, attempts }: Pick<Claimed, 'id' | 'attempts'>,
  { outcome, tried }: { outcome: Outcome; tried?: Try },
): Promise<void> {
  const { state, againInMs, pause } = outcome
  const { status = null, durationMs = null, fault = null } = tried ?? {}
  await pool.query(SETTLE, [id, attempts, state, againInMs, status, durationMs, fault, pause])
}
