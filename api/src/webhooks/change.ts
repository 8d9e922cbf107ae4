import type { AuditAction } from '@carewatch/contracts/audit'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type * as contract from '@carewatch/contracts/http/webhooks'
import { Refusal } from '@carewatch/contracts/refusal'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { webhookDeliveries, webhooks } from '@carewatch/migrations/schema/webhooks'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleWebhooks } from '../access/visible-webhooks.ts'
import { requireOwnPassword } from '../auth/change-password.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { webhookById } from './list.ts'
import { getGoodKey, refuseUrl } from './new.ts'
import type { Networks } from './receiver/networks.ts'
import { makeWebhookSecret } from './receiver/signature.ts'

type Changing = typeof webhooks.$inferInsert
type Columns = { [Key in keyof Changing]?: Changing[Key] | ReturnType<typeof sql> }
export type Found = { id: number; uuid: string; companyId: number; apiKeyId: number }

/** The webhook, if it is the viewer's to manage; else it does not exist. */
export async function getWebhook(db: Db, viewer: Viewer, uuid: string): Promise<Found> {
  const { id, companyId, apiKeyId } = webhooks
  const [found] = await db
    .select({ id, uuid: webhooks.uuid, companyId, apiKeyId })
    .from(webhooks)
    .where(and(eq(webhooks.uuid, uuid), visibleWebhooks(viewer)))
  if (!found) throw new Refusal('notFound')
  return found
}

/** One that a person made: what a program asked for in FHIR it changes there. */
async function getOwn(db: Db, viewer: Viewer, uuid: string): Promise<Found> {
  const found = await getWebhook(db, viewer, uuid)
  const isOwn = and(eq(webhooks.id, found.id), isNull(webhooks.subscription))
  if ((await db.$count(webhooks, isOwn)) === 0) throw new Refusal('notFound')
  return found
}

type Change = { found: Found; columns: Columns; action: AuditAction; detail?: Record<string, unknown> }

async function change(tx: Db, caller: Caller, { found, columns, action, detail }: Change) {
  await tx
    .update(webhooks)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(and(eq(webhooks.id, found.id), visibleWebhooks(caller)))
  const { uuid, companyId } = found
  await audit(tx, caller, { action, entity: 'webhook', uuid, companyId, ...(detail && { detail }) })
}

async function answer(tx: Db, caller: Caller, { id }: Found) {
  const webhook = await webhookById(tx, caller, id)
  if (!webhook) throw new Refusal('notFound')
  return { webhook }
}

async function keyFor(db: Db, caller: Caller, { found, apiKeyUUID }: { found: Found; apiKeyUUID: string }) {
  const { id, companyId } = await getGoodKey(db, caller, apiKeyUUID)
  if (companyId !== found.companyId) throw new InvalidFields({ apiKeyUUID: 'unknown' })
  return { apiKeyId: id }
}

export async function updateWebhook(
  services: Services & { own: Networks },
  caller: Caller,
  { params, body: { url, topics, apiKeyUUID, password } }: Input<typeof contract.updateWebhook>,
): Promise<Reply<typeof contract.updateWebhook>> {
  const { db, own } = services
  refuseUrl(url, own)
  const found = await getOwn(db, caller, params.uuid)
  const key = apiKeyUUID === undefined ? {} : await keyFor(db, caller, { found, apiKeyUUID })
  await requireOwnPassword(services, caller, password)
  return db.transaction(async (tx) => {
    const wantsReadings = topics.includes('readings')
    // Whoever wants them again gets those from then on.
    const none = wantsReadings ? {} : { readingsPosition: null, readingsAt: null }
    const columns = { url, topics: [...new Set(topics)], ...none, ...key }
    await change(tx, caller, { found, columns, action: 'updated', detail: { topics: columns.topics } })
    return answer(tx, caller, found)
  })
}

/** A new secret; for the hours of grace messages bear the signature of the one of before too. */
export async function rotateWebhook(
  services: Services,
  caller: Caller,
  { params, body: { graceHours, password } }: Input<typeof contract.rotateWebhook>,
): Promise<Reply<typeof contract.rotateWebhook>> {
  const { db, seal } = services
  const found = await getOwn(db, caller, params.uuid)
  await requireOwnPassword(services, caller, password)
  const secret = makeWebhookSecret()
  return db.transaction(async (tx) => {
    const former =
      graceHours === 0
        ? { formerLocked: null, formerUntil: null }
        : {
            formerLocked: sql`${webhooks.secretLocked}`,
            formerUntil: sql`now() + ${graceHours}::int * interval '1 hour'`,
          }
    const columns = { ...former, secretLocked: seal.lock(secret, found.uuid) }
    await change(tx, caller, { found, columns, action: 'credentialsRotated', detail: { graceHours } })
    return { ...(await answer(tx, caller, found)), secret }
  })
}

export const pauseWebhook = (db: Db, caller: Caller, uuid: string) =>
  db.transaction(async (tx) => {
    const found = await getWebhook(tx, caller, uuid)
    const columns = { pause: 'byPerson', pausedAt: sql`now()` } as const
    await change(tx, caller, { found, columns, action: 'statusChanged', detail: { isPaused: true } })
    return answer(tx, caller, found)
  })

async function refuseEndedKey(tx: Db, { apiKeyId }: Found): Promise<void> {
  const isGood = and(
    isNull(apiKeys.revokedAt),
    or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > now()`),
  )
  if ((await tx.$count(apiKeys, and(eq(apiKeys.id, apiKeyId), isGood))) === 0)
    throw new Refusal('conflict', 'webhookKeyEnded')
}

/** What waits is due at once, and has its day before it again. */
export const resumeWebhook = (db: Db, caller: Caller, uuid: string) =>
  db.transaction(async (tx) => {
    const found = await getWebhook(tx, caller, uuid)
    await refuseEndedKey(tx, found)
    const columns = { pause: null, pausedAt: null, failures: 0 }
    await change(tx, caller, { found, columns, action: 'statusChanged', detail: { isPaused: false } })
    const isWaiting = and(eq(webhookDeliveries.webhookId, found.id), eq(webhookDeliveries.state, 'QUEUED'))
    await tx
      .update(webhookDeliveries)
      .set({ nextAt: sql`now()`, triedSince: null })
      .where(isWaiting)
    return answer(tx, caller, found)
  })

export const deleteWebhook = (db: Db, caller: Caller, uuid: string): Promise<null> =>
  db.transaction(async (tx) => {
    const found = await getWebhook(tx, caller, uuid)
    await change(tx, caller, { found, columns: { deletedAt: sql`now()` }, action: 'ended' })
    return null
  })
