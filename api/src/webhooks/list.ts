import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allWebhooks, Webhook } from '@carewatch/contracts/http/webhooks'
import { apiKeys } from '@carewatch/migrations/schema/api-keys'
import { companies } from '@carewatch/migrations/schema/people'
import { webhookDeliveries, webhooks } from '@carewatch/migrations/schema/webhooks'
import type { Db } from '@carewatch/platform/database/client'
import { and, desc, eq, type SQL, sql } from 'drizzle-orm'
import { nameBy } from '../access/name-of.ts'
import { fullName, type Viewer } from '../access/viewer.ts'
import { visibleWebhooks } from '../access/visible-webhooks.ts'
import { getVisibleCompany } from '../companies/find.ts'
import { pageOf } from '../http/paging.ts'

const ofState = (state: 'QUEUED' | 'FAILED') =>
  sql`from ${webhookDeliveries} where ${webhookDeliveries.webhookId} = ${webhooks.id} and ${webhookDeliveries.state} = ${state}`

const select = (db: Db, where: SQL | undefined) =>
  db
    .select({
      uuid: webhooks.uuid,
      url: webhooks.url,
      topics: webhooks.topics,
      isSubscription: sql<boolean>`${webhooks.subscription} is not null`,
      company: { uuid: companies.uuid, name: companies.name },
      apiKey: { uuid: apiKeys.uuid, name: apiKeys.name },
      createdAt: webhooks.createdAt,
      createdBy: nameBy(webhooks.createdById),
      pause: webhooks.pause,
      pausedAt: webhooks.pausedAt,
      lastSentAt: webhooks.lastSentAt,
      failures: webhooks.failures,
      waiting: sql<number>`(select count(*)::int ${ofState('QUEUED')})`,
      waitingSince:
        sql<Date | null>`(select min(${webhookDeliveries.createdAt}) ${ofState('QUEUED')})`.mapWith(
          webhookDeliveries.createdAt,
        ),
      failed: sql<number>`(select count(*)::int ${ofState('FAILED')})`,
      formerUntil:
        sql<Date | null>`case when ${webhooks.formerUntil} > now() then ${webhooks.formerUntil} end`.mapWith(
          webhooks.formerUntil,
        ),
    })
    .from(webhooks)
    .innerJoin(companies, eq(companies.id, webhooks.companyId))
    .innerJoin(apiKeys, eq(apiKeys.id, webhooks.apiKeyId))
    .where(where)

type Row = Awaited<ReturnType<typeof select>>[number]

const shown = ({ createdBy, ...row }: Row): Webhook => ({
  ...row,
  createdBy: { uuid: createdBy.uuid, name: fullName(createdBy) },
})

/** The webhooks of a company, the newest first. */
export async function listWebhooks(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof allWebhooks>,
): Promise<Reply<typeof allWebhooks>> {
  const company = query.companyUuid ? await getVisibleCompany(db, viewer, query.companyUuid) : undefined
  const where = and(visibleWebhooks(viewer), company && eq(webhooks.companyId, company.id))
  const { limit, offset } = pageOf(query)
  const [rows, total] = await Promise.all([
    select(db, where).orderBy(desc(webhooks.id)).limit(limit).offset(offset),
    db.$count(webhooks, where),
  ])
  return { webhooks: rows.map(shown), total }
}

/** A webhook as its calls answer it. */
export async function webhookById(db: Db, viewer: Viewer, id: number): Promise<Webhook | undefined> {
  const [row] = await select(db, and(eq(webhooks.id, id), visibleWebhooks(viewer)))
  return row && shown(row)
}
