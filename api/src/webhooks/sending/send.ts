import { forCompany } from '@carewatch/platform/database/company-scope'
import { loadKeys } from '../../access/key-viewer.ts'
import { companyOfStaff } from '../../access/reach.ts'
import type { Viewer } from '../../access/viewer.ts'
import type { Facts, Services } from '../../services.ts'
import type { Networks } from '../receiver/networks.ts'
import { type Answer, post } from '../receiver/post.ts'
import { hostOf } from '../receiver/url.ts'
import { headersForSubscriber, signedHeaders } from '../receiver/signature.ts'
import type { Claimed } from './claim.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import { dataFor, shownBy, typeOf } from './render.ts'
import { READINGS_BATCH, readBatch } from './readings-batch.ts'
import { settle } from './settle.ts'

/** What a Subscription of FHIR is told; nothing where the key may not see it, or there is nothing. */
export type Notify = (claimed: Claimed, viewer: Viewer) => Promise<Notification | undefined>
/** `events`: how many it tells of; `write` says it, once it is known which numbers they have. */
export type Notification = { events: number; write: (numbers: EventNumbers) => string; note: () => void }
/** The number of the first of them, and how many there were since it was made. */
export type EventNumbers = { first: number; count: number }

export type SendingParts = Pick<Services, 'db' | 'log' | 'mail' | 'seal' | 'viewings'> & {
  /** Of its own, so that whoever waits for an answer of the interface does not wait for this. */
  pool: Facts
  own: Networks
  notify: Notify
}

const skipped: Outcome = { state: 'SKIPPED', againInMs: 0, pause: null }
const keyEnded: Outcome = { state: 'QUEUED', againInMs: 0, pause: 'keyEnded' }

/**
 * Given when it is tried first, and the same with each try: no other event of the Subscription is sent meanwhile. None where it was moved or switched off since it
 * was taken ($3: the try, $4: where to).
 */
const NUMBER = `
with numbered as (
  update webhook_deliveries d set first_event = coalesce(d.first_event, w.event_count + 1),
    last_event = coalesce(d.first_event, w.event_count + 1) + $2::int - 1
  from webhooks w where w.id = d.webhook_id and d.id = $1 and d.attempts = $3 and d.state = 'QUEUED' and w.url = $4
    and w.handshaken_at is not null
  returning d.webhook_id, d.first_event, d.last_event)
update webhooks w set event_count = greatest(w.event_count, numbered.last_event)
from numbered where w.id = numbered.webhook_id returning numbered.first_event::float8 as first, w.event_count::float8 as count`
const COUNT = `select event_count::float8 as count from webhooks where id = $1`

async function notificationOf({ pool, notify }: SendingParts, claimed: Claimed, viewer: Viewer) {
  const { id, attempts, url, webhookId } = claimed
  const notification = await notify(claimed, viewer)
  if (!notification) return undefined
  const { rows } =
    notification.events === 0
      ? await pool.query<{ count: number; first?: number }>(COUNT, [webhookId])
      : await pool.query<{ count: number; first?: number }>(NUMBER, [id, notification.events, attempts, url])
  if (!rows[0]) throw new Error('what a message goes to was changed meanwhile')
  const { first = 0, count } = rows[0]
  notification.note()
  return notification.write({ first, count })
}

/** What is said, by the rights that its key has at this moment; nothing where it has none. Whom it shows is noted, as of any read by that key. */
async function bodyOf(parts: SendingParts, claimed: Claimed): Promise<string | undefined> {
  const { db, pool, viewings } = parts
  const { event, range, keyPublicId, webhookUuid, url, at } = claimed
  const viewer = (await loadKeys(db, [keyPublicId])).get(keyPublicId)?.viewer
  if (!viewer) return undefined
  if (claimed.subscription) return notificationOf(parts, claimed, viewer)
  const write = (type: string, data: object): string =>
    JSON.stringify({ type, timestamp: at.toISOString(), data })
  // Of the address where it went the host alone: a path may hold a secret of the receiver's.
  const address = hostOf(new URL(url))
  if (range) {
    const batch = await readBatch({ pool, db }, viewer, { range, at })
    if (batch === undefined) return undefined
    viewings.note({ ...viewer, address }, { kind: 'viewed', people: batch.shows })
    return write(READINGS_BATCH, batch.data)
  }
  if (!event) return write('webhook.test', { webhook: { uuid: webhookUuid } })
  const content = await forCompany(companyOfStaff(viewer), () => dataFor(db, viewer, event))
  if (!content) return undefined
  viewings.note({ ...viewer, address }, { kind: shownBy[event.topic], people: content.shows })
  return write(typeOf(event), content.data)
}

const secretsOf = ({ seal }: SendingParts, { secretLocked, formerLocked, webhookUuid }: Claimed): string[] =>
  [secretLocked, formerLocked].flatMap((locked) => (locked ? seal.open(locked, webhookUuid) : []))

type Made = { headers: Record<string, string>; body: string }

/** A message, ready to be sent; nothing where its key may not see what it tells of. */
async function messageOf(parts: SendingParts, claimed: Claimed, at: Date): Promise<Made | undefined> {
  const body = await bodyOf(parts, claimed)
  if (body === undefined) return undefined
  const id = `msg_${claimed.uuid}`
  const secrets = secretsOf(parts, claimed)
  const headers = claimed.subscription
    ? // Safe: kept as it was made, by ourselves.
      headersForSubscriber({ id, at }, JSON.parse(secrets[0] ?? '[]') as string[])
    : signedHeaders({ id, at, body, secrets })
  return { headers, body }
}

const notMade: Answer = { status: null, fault: 'notMade', retryAfterMs: null }

/** Sends one message and writes down what came of it. Whoever is killed in between leaves it to be sent again, by the same id. */
export async function sendOne(parts: SendingParts, claimed: Claimed): Promise<void> {
  const { pool, own, log } = parts
  const { uuid, webhookUuid, url, attempts } = claimed
  const at = new Date()
  const about = { webhook: webhookUuid, delivery: uuid, attempts }
  const settleAs = (answer: Answer) => {
    const tried = { ...answer, durationMs: Date.now() - at.getTime() }
    return settle(pool, claimed, { outcome: outcomeOf(answer, claimed, Date.now()), tried })
  }
  if (claimed.keyEnded) return settle(pool, claimed, { outcome: keyEnded })
  const made = await messageOf(parts, claimed, at).catch((err: unknown) => {
    log.warn({ err, ...about }, 'a message to a webhook could not be made')
    return notMade
  })
  if (made === undefined) return settle(pool, claimed, { outcome: skipped })
  // Like any other that does not go through: it is tried again, and pauses its webhook where it never does, so that somebody learns of it.
  if ('fault' in made) return settleAs(made)
  const answer = await post({ url, ...made }, { own })
  if (answer.fault) log.info({ ...about, status: answer.status, fault: answer.fault }, 'webhook not taken')
  return settleAs(answer)
}
