import { SUBSCRIPTIONS_MAX, subscriptionTopics } from '@carewatch/contracts/fhir-subscriptions'
import type { Input } from '@carewatch/contracts/http/endpoint'
import type * as contract from '@carewatch/contracts/http/fhir-subscriptions'
import { Refusal } from '@carewatch/contracts/refusal'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { companies } from '@carewatch/migrations/schema/people'
import { webhookDeliveries, webhooks } from '@carewatch/migrations/schema/webhooks'
import type { Db } from '@carewatch/platform/database/client'
import type { Subscription } from '@medplum/fhirtypes'
import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { visibleSubscriptions } from '../../access/visible-webhooks.ts'
import { InvalidFields } from '../../http/invalid-fields.ts'
import type { Services } from '../../services.ts'
import { refuseUrl } from '../../webhooks/new.ts'
import type { Networks } from '../../webhooks/receiver/networks.ts'
import { SUBSCRIPTION } from '../../webhooks/sending/order.ts'
import { readSubscription } from './asked.ts'
import { getSubscription, type Row, subscriptionOf } from './rows.ts'

export type WritingParts = Pick<Services, 'db' | 'seal'> & { own: Networks }
type Body = contract.SubscriptionBody

/** A program alone: it is told by its key. */
async function keyIdOf(db: Db, { key, id }: Caller): Promise<number> {
  if (!key) throw new Refusal('forbidden')
  const [row] = await db.select({ id: apiKeys.id }).from(apiKeys).where(eq(apiKeys.userId, id))
  if (!row) throw new Refusal('forbidden')
  return row.id
}

/** The company is held: of two who make its last one at once, one is refused. */
async function refuseBeyondMost(tx: Db, companyId: number): Promise<void> {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update')
  const isThere = and(
    eq(webhooks.companyId, companyId),
    isNull(webhooks.deletedAt),
    isNotNull(webhooks.subscription),
  )
  if ((await tx.$count(webhooks, isThere)) >= SUBSCRIPTIONS_MAX) throw new Refusal('conflict', 'webhooksMany')
}

function endOf({ end }: Body): Date | null {
  if (end && end.getTime() <= Date.now()) throw new InvalidFields({ end: 'invalid' })
  return end ?? null
}

const shake = (tx: Db, webhookId: number) =>
  tx.insert(webhookDeliveries).values({ webhookId, notice: 'handshake', orderedBy: SUBSCRIPTION })

/** Makes a Subscription: its receiver is asked first, and told of nothing before it answered. */
export async function createSubscription(
  { db, seal, own }: WritingParts,
  caller: Caller,
  { body }: Input<typeof contract.createSubscription>,
): Promise<Subscription> {
  const { companyId } = caller
  const apiKeyId = await keyIdOf(db, caller)
  if (companyId === null) throw new Refusal('forbidden')
  const { endpoint, header = [] } = body.channel
  refuseEndpoint(endpoint, own)
  if (body.status !== 'requested' && body.status !== 'active') throw new InvalidFields({ status: 'invalid' })
  const subscription = await readSubscription(db, caller, body)
  const uuid = crypto.randomUUID()
  return db.transaction(async (tx) => {
    await refuseBeyondMost(tx, companyId)
    const row = { uuid, companyId, apiKeyId, url: endpoint, subscription, endsAt: endOf(body) }
    const topics = [subscriptionTopics[subscription.topic].of]
    const secretLocked = seal.lock(JSON.stringify(header), uuid)
    const [made] = await tx
      .insert(webhooks)
      .values({ ...row, topics, secretLocked, createdById: caller.id })
      .returning({ id: webhooks.id })
    if (!made) throw new Refusal('unavailable')
    await shake(tx, made.id)
    await audit(tx, caller, { action: 'created', entity: 'webhook', uuid, companyId, detail: { topics } })
    return subscriptionOf(await getSubscription(tx, caller, uuid))
  })
}

/** The address is checked as that of any webhook, and named as FHIR does. */
function refuseEndpoint(url: string, own: Networks): void {
  try {
    refuseUrl(url, own)
  } catch (error) {
    if (!(error instanceof InvalidFields)) throw error
    throw new InvalidFields({ 'channel.endpoint': error.fields['url'] ?? 'invalid' })
  }
}

/** Beside what happened nothing is sent twice: what its receiver is asked by is made anew. */
const isNoEvent = and(isNull(webhookDeliveries.eventId), isNull(webhookDeliveries.readingsUntil))

/**
 * What waits stays, by the same ids and numbers, and goes on once its receiver was asked. Of what is on its way now nobody hears any more whether it came: that
 * was where it led before.
 */
async function beginAnew(tx: Db, webhookId: number): Promise<void> {
  await dropWaiting(tx, webhookId, isNoEvent)
  const isTried = sql`case when ${webhookDeliveries.attempts} > 0 then 1 else 0 end`
  await tx
    .update(webhookDeliveries)
    .set({ nextAt: sql`now()`, triedSince: null, attempts: sql`${webhookDeliveries.attempts} + ${isTried}` })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'QUEUED')))
  await shake(tx, webhookId)
}

/** Nothing of what waits is sent, or of some of it. */
const dropWaiting = (tx: Db, webhookId: number, which?: SQL) =>
  tx
    .update(webhookDeliveries)
    .set({ state: 'SKIPPED', settledAt: sql`now()` })
    .where(and(eq(webhookDeliveries.webhookId, webhookId), eq(webhookDeliveries.state, 'QUEUED'), which))

/** What is sent along to one receiver is not handed to another: whoever moves it says what is sent there. */
function headersFor({ url }: Row, { endpoint, header }: Body['channel']): readonly string[] | undefined {
  return header ?? (new URL(url).origin === new URL(endpoint).origin ? undefined : [])
}

/** A program ends no pause that a person began. */
const byPerson = (column: typeof webhooks.pause | typeof webhooks.pausedAt) =>
  sql`case when ${webhooks.pause} = 'byPerson' then ${column} end`

/** Changes all of a Subscription but its topic, or switches it off; its receiver is asked anew. */
export async function updateSubscription(
  { db, seal, own }: WritingParts,
  caller: Caller,
  { params, body }: Input<typeof contract.updateSubscription>,
): Promise<Subscription> {
  const before = await getSubscription(db, caller, params.id)
  await keyIdOf(db, caller)
  const { id, uuid, companyId } = before
  if (body.id !== undefined && body.id !== uuid) throw new InvalidFields({ id: 'invalid' })
  const isOff = body.status === 'off'
  const { endpoint } = body.channel
  refuseEndpoint(endpoint, own)
  const header = headersFor(before, body.channel)
  const subscription = await readSubscription(db, caller, body)
  // Its events have their numbers: those of another topic would follow them.
  if (subscription.topic !== before.subscription.topic) throw new InvalidFields({ criteria: 'invalid' })
  // Kept to the millisecond, and not rounded up: what is off now is off in the answer.
  const endsAt = isOff ? sql`date_trunc('milliseconds', now())` : endOf(body)
  return db.transaction(async (tx) => {
    // First the messages, as whoever writes down what came of one does: neither waits for the other without end.
    await (isOff ? dropWaiting(tx, id) : beginAnew(tx, id))
    const pause = { pause: byPerson(webhooks.pause), pausedAt: byPerson(webhooks.pausedAt) }
    const anew = { ...pause, failures: 0, handshakenAt: null, updatedAt: sql`now()` }
    await tx
      .update(webhooks)
      .set({
        url: endpoint,
        subscription,
        endsAt,
        ...anew,
        ...(header && { secretLocked: seal.lock(JSON.stringify(header), uuid) }),
        ...(isOff && { readingsPosition: null, readingsAt: null }),
      })
      .where(and(eq(webhooks.id, id), visibleSubscriptions(caller)))
    await audit(tx, caller, { action: 'updated', entity: 'webhook', uuid, companyId, detail: { isOff } })
    return subscriptionOf(await getSubscription(tx, caller, uuid))
  })
}

export async function deleteSubscription(db: Db, caller: Caller, uuid: string): Promise<void> {
  await db.transaction(async (tx) => {
    const { id, companyId } = await getSubscription(tx, caller, uuid)
    await tx
      .update(webhooks)
      .set({ deletedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(webhooks.id, id), visibleSubscriptions(caller)))
    await audit(tx, caller, { action: 'ended', entity: 'webhook', uuid, companyId })
  })
}
