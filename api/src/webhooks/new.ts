import type { Reply } from '@carewatch/contracts/http/endpoint'
import { type newWebhook as contract, WEBHOOKS_MAX } from '@carewatch/contracts/http/webhooks'
import type { Input } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { companies } from '@carewatch/migrations/schema/people'
import { webhooks } from '@carewatch/migrations/schema/webhooks'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleKeys } from '../access/visible-keys.ts'
import { requireOwnPassword } from '../auth/change-password.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { webhookById } from './list.ts'
import type { Networks } from './receiver/networks.ts'
import { makeWebhookSecret } from './receiver/signature.ts'
import { faultOfUrl } from './receiver/url.ts'

type Asked = Input<typeof contract>['body']

export function refuseUrl(url: string, own: Networks): void {
  const fault = faultOfUrl(url, own)
  if (fault) throw new InvalidFields({ url: fault })
}

/** A key that is good now and the viewer's to manage. */
export async function getGoodKey(db: Db, viewer: Viewer, uuid: string) {
  const isGood = or(isNull(apiKeys.expiresAt), sql`${apiKeys.expiresAt} > now()`)
  const [key] = await db
    .select({ id: apiKeys.id, companyId: apiKeys.companyId })
    .from(apiKeys)
    .where(and(eq(apiKeys.uuid, uuid), isGood, visibleKeys(viewer)))
  if (!key) throw new InvalidFields({ apiKeyUUID: 'unknown' })
  return key
}

/** The company is held: of two who make its last one at once, one is refused. */
async function refuseBeyondMost(tx: Db, companyId: number): Promise<void> {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update')
  const isThere = and(
    eq(webhooks.companyId, companyId),
    isNull(webhooks.deletedAt),
    isNull(webhooks.subscription),
  )
  if ((await tx.$count(webhooks, isThere)) >= WEBHOOKS_MAX) throw new Refusal('conflict', 'webhooksMany')
}

/** A webhook within what a key may see: its secret is said here and never again. */
export async function newWebhook(
  services: Services & { own: Networks },
  caller: Caller,
  { url, topics, apiKeyUUID, password }: Asked,
): Promise<Reply<typeof contract>> {
  const { db, seal, own } = services
  refuseUrl(url, own)
  const key = await getGoodKey(db, caller, apiKeyUUID)
  await requireOwnPassword(services, caller, password)
  const uuid = crypto.randomUUID()
  const secret = makeWebhookSecret()
  return db.transaction(async (tx) => {
    await refuseBeyondMost(tx, key.companyId)
    const [row] = await tx
      .insert(webhooks)
      .values({
        uuid,
        companyId: key.companyId,
        apiKeyId: key.id,
        url,
        topics: [...new Set(topics)],
        secretLocked: seal.lock(secret, uuid),
        createdById: caller.id,
      })
      .returning({ id: webhooks.id })
    const webhook = row && (await webhookById(tx, caller, row.id))
    if (!webhook) throw new Refusal('unavailable')
    const trace = { action: 'created', entity: 'webhook', uuid, companyId: key.companyId } as const
    await audit(tx, caller, { ...trace, detail: { topics: webhook.topics } })
    return { webhook, secret }
  })
}
