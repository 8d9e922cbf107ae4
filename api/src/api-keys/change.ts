import type { rotateApiKey as contract } from '@carewatch/contracts/http/api-keys'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { makeSecret } from '../access/key-secret.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleKeys } from '../access/visible-keys.ts'
import { requireOwnPassword } from '../auth/change-password.ts'
import type { Services } from '../services.ts'
import { apiKeyById } from './list.ts'

/** The key, if it is the viewer's to manage and not revoked; else it does not exist. */
export async function getKey(tx: Db, viewer: Viewer, uuid: string) {
  const [key] = await tx
    .select({ id: apiKeys.id, publicId: apiKeys.publicId, companyId: apiKeys.companyId })
    .from(apiKeys)
    .where(and(eq(apiKeys.uuid, uuid), visibleKeys(viewer)))
  if (!key) throw new Refusal('notFound')
  return key
}

/** Every process forgets the key, and looks whether open sockets go on. */
export const publishChange = (tx: Db, uuid: string) =>
  tx.execute(sql`select pg_notify('user_changed', ${uuid})`)

/** A new secret; the one of before is good for the hours of grace, and none older. */
export async function rotateApiKey(
  services: Services,
  caller: Caller,
  { params, body: { graceHours, password } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { db } = services
  const { id, publicId, companyId } = await getKey(db, caller, params.uuid)
  await requireOwnPassword(services, caller, password)
  const { secret, hash } = makeSecret(publicId)
  return db.transaction(async (tx) => {
    const former =
      graceHours === 0
        ? { formerHash: null, formerUntil: null }
        : {
            formerHash: sql`${apiKeys.secretHash}`,
            formerUntil: sql`now() + ${graceHours}::int * interval '1 hour'`,
          }
    await tx
      .update(apiKeys)
      .set({ ...former, secretHash: hash, rotatedAt: sql`now()` })
      .where(and(eq(apiKeys.id, id), visibleKeys(caller)))
    const apiKey = await apiKeyById(tx, caller, id)
    if (!apiKey) throw new Refusal('notFound')
    const trace = { action: 'credentialsRotated', entity: 'apiKey', uuid: params.uuid, companyId } as const
    await audit(tx, caller, { ...trace, detail: { graceHours } })
    await publishChange(tx, params.uuid)
    return { apiKey, secret }
  })
}

/** Ends a key for good. */
export async function revokeApiKey(db: Db, caller: Caller, uuid: string): Promise<null> {
  const { id, companyId } = await getKey(db, caller, uuid)
  await db.transaction(async (tx) => {
    const revoked = await tx
      .update(apiKeys)
      .set({ revokedAt: sql`now()` })
      .where(and(eq(apiKeys.id, id), visibleKeys(caller)))
      .returning({ id: apiKeys.id })
    if (revoked.length === 0) throw new Refusal('notFound')
    await audit(tx, caller, { action: 'ended', entity: 'apiKey', uuid, companyId })
    await publishChange(tx, uuid)
  })
  return null
}
