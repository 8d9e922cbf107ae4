import type { allApiKeys, ApiKey } from '@carewatch/contracts/http/api-keys'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { branches, companies } from '@carewatch/migrations/schema/people'
import type { Db } from '@carewatch/platform/database/client'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleKeys } from '../access/visible-keys.ts'
import { prefixOf } from '../access/key-secret.ts'
import { getVisibleCompany } from '../companies/find.ts'
import { pageOf } from '../http/paging.ts'

type Named = ApiKey['company']

/** Those that were named, by name; one that was closed since is left out. */
const branchesOf = sql<Named[] | null>`case when ${apiKeys.branchIds} is null then null else (
  select coalesce(jsonb_agg(jsonb_build_object('uuid', ${branches.uuid}, 'name', ${branches.name}) order by ${branches.name}), '[]')
  from ${branches} where ${branches.id} = any(${apiKeys.branchIds}) and ${branches.companyId} = ${apiKeys.companyId}
    and ${branches.deletedAt} is null) end`

const select = (db: Db, where: SQL | undefined) =>
  db
    .select({
      uuid: apiKeys.uuid,
      name: apiKeys.name,
      publicId: apiKeys.publicId,
      scopes: apiKeys.scopes,
      jwks: apiKeys.jwks,
      company: { uuid: companies.uuid, name: companies.name },
      branches: branchesOf,
      createdAt: apiKeys.createdAt,
      createdBy: nameBy(apiKeys.createdById),
      rotatedAt: apiKeys.rotatedAt,
      formerUntil:
        sql<Date | null>`case when ${apiKeys.formerUntil} > now() then ${apiKeys.formerUntil} end`.mapWith(
          apiKeys.formerUntil,
        ),
      expiresAt: apiKeys.expiresAt,
      lastUsedAt: apiKeys.lastUsedAt,
      lastUsedFrom: apiKeys.lastUsedFrom,
    })
    .from(apiKeys)
    .innerJoin(companies, eq(companies.id, apiKeys.companyId))
    .where(where)

type Row = Awaited<ReturnType<typeof select>>[number]

const shown = ({ publicId, createdBy, jwks, ...row }: Row): ApiKey => ({
  ...row,
  prefix: prefixOf(publicId),
  publicKeys: jwks?.map(({ kid, alg }) => ({ kid, alg })) ?? [],
  createdBy: { uuid: createdBy.uuid, name: fullName(createdBy) },
})

/** The keys of a company that are not revoked, by name: expired ones too, for somebody may wonder why nothing comes any more. */
export async function listApiKeys(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof allApiKeys>,
): Promise<Reply<typeof allApiKeys>> {
  const company = query.companyUuid ? await getVisibleCompany(db, viewer, query.companyUuid) : undefined
  const where = and(visibleKeys(viewer), company && eq(apiKeys.companyId, company.id))
  const { limit, offset } = pageOf(query)
  const [rows, total] = await Promise.all([
    select(db, where).orderBy(asc(apiKeys.name), asc(apiKeys.id)).limit(limit).offset(offset),
    db.$count(apiKeys, where),
  ])
  return { apiKeys: rows.map(shown), total }
}

/** A key as its calls answer it. */
export async function apiKeyById(db: Db, viewer: Viewer, id: number): Promise<ApiKey | undefined> {
  const [row] = await select(db, and(eq(apiKeys.id, id), visibleKeys(viewer)))
  return row && shown(row)
}
