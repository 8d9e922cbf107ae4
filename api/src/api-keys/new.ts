import { API_KEYS_MAX, type newApiKey as contract } from '@carewatch/contracts/http/api-keys'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { branches, companies, users } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { audit } from '../access/audit.ts'
import { placeholderOf } from '../access/identity.ts'
import { makeSecret } from '../access/key-secret.ts'
import { isOneOf } from '../access/one-of.ts'
import type { Caller, Viewer } from '../access/viewer.ts'
import { visibleBranches } from '../access/visible.ts'
import { requireOwnPassword } from '../auth/change-password.ts'
import { getVisibleCompany } from '../companies/find.ts'
import { InvalidFields } from '../http/invalid-fields.ts'
import type { Services } from '../services.ts'
import { apiKeyById } from './list.ts'

type Asked = Input<typeof contract>['body']

/** A manager's own company, unless it is said. */
async function companyOf(db: Db, viewer: Viewer, uuid = viewer.companyUuid): Promise<number> {
  if (uuid === null) throw new InvalidFields({ companyUUID: 'required' })
  return (await getVisibleCompany(db, viewer, uuid)).id
}

type Named = { companyId: number; uuids: readonly string[] }

async function branchIdsOf(db: Db, viewer: Viewer, { companyId, uuids }: Named): Promise<number[]> {
  const found = await db
    .select({ id: branches.id, uuid: branches.uuid })
    .from(branches)
    .where(and(isOneOf(branches.uuid, uuids), eq(branches.companyId, companyId), visibleBranches(viewer)))
  const known = new Set(found.map(({ uuid }) => uuid))
  const wrong = uuids.flatMap((uuid, index) =>
    known.has(uuid.toLowerCase()) ? [] : [[`branchUUIDs.${index}`, 'unknown'] as const],
  )
  if (wrong.length > 0) throw new InvalidFields(Object.fromEntries(wrong))
  return found.map(({ id }) => id)
}

/** The company is held: of two who make its last one at once, one is refused. */
async function refuseBeyondMost(tx: Db, companyId: number): Promise<void> {
  await tx.select({ id: companies.id }).from(companies).where(eq(companies.id, companyId)).for('update')
  const isThere = and(eq(apiKeys.companyId, companyId), isNull(apiKeys.revokedAt))
  if ((await tx.$count(apiKeys, isThere)) >= API_KEYS_MAX) throw new Refusal('conflict', 'apiKeysMany')
}

/** By whom it is named where it did something: a row that is closed from its first moment, so that it signs in nowhere, stands in no list and is called by no alarm. */
async function insertName(tx: Db, { name, companyId }: { name: string; companyId: number }): Promise<number> {
  const uuid = crypto.randomUUID()
  const address = placeholderOf(uuid)
  const [row] = await tx
    .insert(users)
    .values({
      uuid,
      firstName: name,
      // Wherever it is named, nobody takes it for a person.
      lastName: '(API)',
      userName: address,
      email: address,
      role: 'USER',
      companyId,
      isActive: false,
      deletedAt: sql`now()`,
    })
    .returning({ id: users.id })
  if (!row) throw new Refusal('unavailable')
  return row.id
}

/** A key of a company: its secret is said here and never again. */
export async function newApiKey(
  services: Services,
  caller: Caller,
  { name, scopes, branchUUIDs, expiresAt, companyUUID, password }: Asked,
): Promise<Reply<typeof contract>> {
  const { db } = services
  if (expiresAt && expiresAt.getTime() <= Date.now()) throw new InvalidFields({ expiresAt: 'future' })
  const companyId = await companyOf(db, caller, companyUUID)
  const branchIds = branchUUIDs && (await branchIdsOf(db, caller, { companyId, uuids: branchUUIDs }))
  await requireOwnPassword(services, caller, password)
  const { secret, publicId, hash } = makeSecret()
  return db.transaction(async (tx) => {
    await refuseBeyondMost(tx, companyId)
    const userId = await insertName(tx, { name, companyId })
    const [row] = await tx
      .insert(apiKeys)
      .values({
        companyId,
        userId,
        name,
        publicId,
        secretHash: hash,
        scopes: [...new Set(scopes)],
        branchIds: branchIds ?? null,
        createdById: caller.id,
        expiresAt: expiresAt ?? null,
      })
      .returning({ id: apiKeys.id, uuid: apiKeys.uuid })
    const apiKey = row && (await apiKeyById(tx, caller, row.id))
    if (!apiKey) throw new Refusal('unavailable')
    const detail = { scopes: apiKey.scopes, ...(branchIds && { branches: branchIds.length }) }
    await audit(tx, caller, { action: 'created', entity: 'apiKey', uuid: apiKey.uuid, companyId, detail })
    return { apiKey, secret }
  })
}
