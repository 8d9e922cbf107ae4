import type { FhirSubscription, SubscriptionNotice } from '@carewatch/contracts/fhir-subscriptions'
import type { OutgoingEvent } from '@carewatch/platform/outgoing-events/read'
import type { Facts } from '../../services.ts'

/** Readings after one position until another; `since`: when those before were stored, in milliseconds since 1970. */
export type ReadingsRange = { after: number; until: number; since: number }

/** A message whose turn has come, and where it goes. */
export type Claimed = {
  id: number
  uuid: string
  attempts: number
  triedSince: Date
  webhookId: number
  webhookUuid: string
  url: string
  secretLocked: Buffer
  /** While the secret of before is good too. */
  formerLocked: Buffer | null
  lastSentAt: Date | null
  keyPublicId: string
  keyEnded: boolean
  /** Null: a batch of readings, a notice, or sent to see whether it comes. */
  event: Omit<OutgoingEvent, 'at' | 'position'> | null
  /** Of a batch of readings. */
  range: ReadingsRange | null
  /** What a program asked for in FHIR; null: a webhook. */
  subscription: FhirSubscription | null
  /** To a Subscription: what is no event. */
  notice: SubscriptionNotice | null
  at: Date
}

/** So many on their way to one receiver at once; one alone while what is sent to it fails. */
const AT_ONCE = 4
/** The column holds no more; what is tried for longer than that holds up nobody else. */
const TRIES_MAX = 32_767
/** Longer than a try takes: then whoever claimed it was killed, and another sends it. */
const CLAIM_SECONDS = 30

/**
 * Of each webhook so many as may be on their way beside those that are ($1: webhook id → how many). What waits of one incident waits for the first of
 * it, and to a Subscription everything, whatever asks for it, for the handshake. The rows of a webhook are found by its own index, so that the backlog of one holds up no other.
 */
const CLAIM = `
with chosen as (
  select next.id from webhooks w cross join lateral (
    select d.id from webhook_deliveries d
    where d.webhook_id = w.id and d.state = 'QUEUED' and d.next_at <= now()
      and (d.notice is not distinct from 'handshake' or (w.subscription is null or w.handshaken_at is not null)
        and not exists (select from webhook_deliveries b
          where b.webhook_id = d.webhook_id and b.ordered_by = d.ordered_by and b.state = 'QUEUED' and b.id < d.id))
    order by d.id
    limit greatest(0, case when w.failures > 0 then 1 else ${AT_ONCE} end - coalesce(($1::jsonb ->> w.id::text)::int, 0))
    for update of d skip locked) next
  where w.deleted_at is null and w.pause is null and (w.ends_at is null or w.ends_at > now())
  order by w.failures, next.id limit $2),
claimed as (
  update webhook_deliveries d set attempts = least(attempts + 1, ${TRIES_MAX}), next_at = now() + interval '${CLAIM_SECONDS} seconds',
    tried_since = coalesce(tried_since, now())
  from chosen where d.id = chosen.id returning d.*)
select d.id::float8 as id, d.uuid, d.attempts, d.tried_since as "triedSince", w.id as "webhookId", w.uuid as "webhookUuid", w.url,
  w.secret_locked as "secretLocked", case when w.former_until > now() then w.former_locked end as "formerLocked", w.last_sent_at as "lastSentAt",
  k.public_id as "keyPublicId", (k.revoked_at is not null or k.expires_at <= now()) is true as "keyEnded", coalesce(e.at, d.created_at) as at,
  case when e.id is not null then json_build_object('id', e.id, 'topic', e.topic, 'change', e.change, 'companyId', e.company_id,
    'branchId', e.branch_id, 'subjectId', e.subject_id, 'subjectUuid', e.subject_uuid, 'stepId', e.step_id) end as event,
  case when d.readings_until is not null then json_build_object('after', d.readings_after, 'until', d.readings_until,
    'since', (extract(epoch from d.readings_since) * 1000)::int8) end as range, w.subscription, d.notice
from claimed d join webhooks w on w.id = d.webhook_id join api_keys k on k.id = w.api_key_id left join outgoing_events e on e.id = d.event_id
order by d.id`

export async function claim(
  pool: Facts,
  { busy, atMost }: { busy: ReadonlyMap<number, number>; atMost: number },
): Promise<Claimed[]> {
  // unscoped: what waits is sent for every company, each by the rights of its own key
  const { rows } = await pool.query<Claimed>(CLAIM, [JSON.stringify(Object.fromEntries(busy)), atMost])
  return rows
}
