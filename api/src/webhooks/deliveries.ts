import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type * as contract from '@carewatch/contracts/http/webhooks'
import { Refusal } from '@carewatch/contracts/refusal'
import {
  outgoingEvents,
  webhookDeliveries,
  webhooks,
  webhookTries,
} from '@carewatch/migrations/schema/webhooks'
import type { Db } from '@carewatch/platform/database/client'
import { and, desc, eq, gte, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { isAmong } from '../http/among.ts'
import { pageOf } from '../http/paging.ts'
import { getWebhook } from './change.ts'
import { READINGS_BATCH } from './sending/readings-batch.ts'
import { typeOf } from './sending/render.ts'

const TRIES_SHOWN = 20

async function triesOf(db: Db, ids: readonly number[]) {
  const { deliveryId, at, status, durationMs, fault } = webhookTries
  const rows = await db
    .select({ deliveryId, at, status, durationMs, fault })
    .from(webhookTries)
    .where(isAmong(deliveryId, ids))
    .orderBy(desc(webhookTries.id))
  return Map.groupBy(rows, (row) => row.deliveryId)
}

/** The messages of a webhook and every try of them: when, how long and what came of it, and nothing of what was said. */
export async function listDeliveries(
  db: Db,
  viewer: Viewer,
  { params, query }: Input<typeof contract.webhookDeliveries>,
): Promise<Reply<typeof contract.webhookDeliveries>> {
  const found = await getWebhook(db, viewer, params.uuid)
  const where = and(
    eq(webhookDeliveries.webhookId, found.id),
    query.state && eq(webhookDeliveries.state, query.state),
  )
  const { limit, offset } = pageOf(query)
  const [rows, total] = await Promise.all([
    db
      .select({ delivery: webhookDeliveries, event: outgoingEvents })
      .from(webhookDeliveries)
      .leftJoin(outgoingEvents, eq(outgoingEvents.id, webhookDeliveries.eventId))
      .where(where)
      .orderBy(desc(webhookDeliveries.id))
      .limit(limit)
      .offset(offset),
    db.$count(webhookDeliveries, where),
  ])
  const tries = await triesOf(
    db,
    rows.map(({ delivery }) => delivery.id),
  )
  const deliveries = rows.map(({ delivery, event }) => ({
    ...delivery,
    type: typeOfDelivery(delivery, event),
    subjectUuid: event?.subjectUuid ?? null,
    nextAt: delivery.state === 'QUEUED' ? delivery.nextAt : null,
    tries: (tries.get(delivery.id) ?? []).slice(0, TRIES_SHOWN),
  }))
  return { deliveries, total }
}

const typeOfDelivery = (
  { readingsUntil, notice }: typeof webhookDeliveries.$inferSelect,
  event: typeof outgoingEvents.$inferSelect | null,
): string => {
  if (event) return typeOf(event)
  return readingsUntil === null ? (notice ?? 'webhook.test') : READINGS_BATCH
}

/** To be sent again as it was sent first, by its own id. */
const again = { state: 'QUEUED', attempts: 0, triedSince: null, settledAt: null, nextAt: sql`now()` } as const

const { uuid, state, createdAt, eventId } = webhookDeliveries

function chosen(body: Input<typeof contract.replayWebhook>['body']): SQL | undefined {
  if ('deliveryUUID' in body) return eq(uuid, body.deliveryUUID)
  if ('failedSince' in body) return and(eq(state, 'FAILED'), gte(createdAt, body.failedSince))
  // What its key might not see then was not sent, and readings are not kept for as long.
  return and(inArray(state, ['SENT', 'FAILED']), gte(createdAt, body.since), isNotNull(eventId))
}

/** Queues again what was sent or given up; what waits goes on waiting. */
export async function replay(
  db: Db,
  caller: Caller,
  { params, body }: Input<typeof contract.replayWebhook>,
): Promise<Reply<typeof contract.replayWebhook>> {
  const { id: webhookId, companyId, uuid: webhookUuid } = await getWebhook(db, caller, params.uuid)
  const isIts = and(eq(webhookDeliveries.webhookId, webhookId), chosen(body))
  if ('deliveryUUID' in body && (await db.$count(webhookDeliveries, isIts)) === 0)
    throw new Refusal('notFound')
  return db.transaction(async (tx) => {
    const rows = await tx
      .update(webhookDeliveries)
      .set(again)
      .where(and(isIts, sql`${webhookDeliveries.state} <> 'QUEUED'`))
      .returning({ id: webhookDeliveries.id })
    const queued = rows.length
    await audit(tx, caller, {
      action: 'commanded',
      entity: 'webhook',
      uuid: webhookUuid,
      companyId,
      detail: { queued },
    })
    return { queued }
  })
}

/** Sends a message that tells of nothing, once. */
export async function sendTest(db: Db, caller: Caller, webhookUuid: string): Promise<null> {
  const { id, companyId } = await getWebhook(db, caller, webhookUuid)
  const [row] = await db.select({ pause: webhooks.pause }).from(webhooks).where(eq(webhooks.id, id))
  if (row?.pause !== null) throw new Refusal('conflict', 'webhookPaused')
  await db.transaction(async (tx) => {
    await tx.insert(webhookDeliveries).values({ webhookId: id, orderedBy: `test ${crypto.randomUUID()}` })
    await audit(tx, caller, {
      action: 'commanded',
      entity: 'webhook',
      uuid: webhookUuid,
      companyId,
      detail: { isTest: true },
    })
  })
  return null
}
