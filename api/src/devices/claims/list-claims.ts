import type { DeviceClaim, deviceClaims as contract } from '@carewatch/contracts/http/device-claims'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices, deviceStatus } from '@carewatch/migrations/schema/devices'
import { companies, users } from '@carewatch/migrations/schema/people'
import { deviceClaims, deviceProofs } from '@carewatch/migrations/schema/proof'
import { and, desc, eq, isNull, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { fullName } from '../../access/viewer.ts'
import { isAmong } from '../../http/among.ts'
import { pageOf, type Paging } from '../../http/paging.ts'
import { seen } from '../../access/seen.ts'

const deciders = alias(users, 'deciders')

/** A condition on `devices`: who has what a claim is to, by its IMEI or by the digits that it shares. */
export const isHolder = and(
  isNull(devices.deletedAt),
  or(
    eq(devices.imei, deviceClaims.imei),
    sql`${devices.shortIdentity} = short_identity_of(${deviceClaims.imei}, ${deviceClaims.deviceModel})`,
  ),
  sql`${devices.id} is distinct from ${deviceClaims.deviceId}`,
)

const selectClaims = (db: Db) =>
  db
    .select({
      claim: deviceClaims,
      company: { uuid: companies.uuid, name: companies.name },
      asker: seen(users),
      decider: seen(deciders),
    })
    .from(deviceClaims)
    .leftJoin(companies, eq(companies.id, deviceClaims.companyId))
    .leftJoin(users, eq(users.id, deviceClaims.askedById))
    .leftJoin(deciders, eq(deciders.id, deviceClaims.decidedById))
    .orderBy(desc(sql`${deviceClaims.status} = 'OPEN'`), desc(deviceClaims.createdAt), desc(deviceClaims.id))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectClaims>>[number]

/** All of them: a claim that is given takes it from each. */
async function holdersOf(db: Db, rows: readonly Row[]): Promise<Map<number, DeviceClaim['holders']>> {
  // unscoped: administrators decide between companies
  const found = await db
    .select({
      claimId: deviceClaims.id,
      device: seen(devices),
      company: { uuid: companies.uuid, name: companies.name },
      lastSeenAt: deviceStatus.lastSeenAt,
      proof: deviceProofs.how,
    })
    .from(deviceClaims)
    .innerJoin(devices, isHolder)
    .leftJoin(companies, eq(companies.id, devices.companyId))
    .leftJoin(deviceStatus, eq(deviceStatus.deviceId, devices.id))
    .leftJoin(deviceProofs, eq(deviceProofs.deviceId, devices.id))
    .where(
      isAmong(
        deviceClaims.id,
        rows.map(({ claim }) => claim.id),
      ),
    )
    .orderBy(devices.id)
  const byClaim = Map.groupBy(found, ({ claimId }) => claimId)
  return new Map(
    [...byClaim].map(([claimId, all]) => [
      claimId,
      all.map(({ device: { uuid, imei, name, deviceModel, createdAt }, company, lastSeenAt, proof }) => ({
        uuid,
        imei,
        name,
        deviceModel,
        company,
        createdAt,
        lastSeenAt,
        proof,
      })),
    ]),
  )
}

async function toClaims(db: Db, rows: readonly Row[]): Promise<DeviceClaim[]> {
  const holders = await holdersOf(db, rows)
  return rows.map(({ claim, company, asker, decider }) => {
    const { id, uuid, imei, name, deviceModel, createdAt, status, decidedAt } = claim
    return {
      uuid,
      imei,
      name,
      deviceModel,
      company,
      askedBy: asker && fullName(asker),
      createdAt,
      status,
      decidedBy: decider && fullName(decider),
      decidedAt,
      holders: holders.get(id) ?? [],
    }
  })
}

export async function listClaims(
  db: Db,
  paging: Pick<Paging, 'page' | 'size'>,
): Promise<Reply<typeof contract>> {
  const { limit, offset } = pageOf(paging)
  // unscoped: administrators decide between companies
  const [rows, total] = await Promise.all([
    selectClaims(db).limit(limit).offset(offset),
    db.$count(deviceClaims),
  ])
  return { claims: await toClaims(db, rows), total }
}

export async function claimByUuid(db: Db, uuid: string): Promise<{ claim: DeviceClaim }> {
  // unscoped: administrators decide between companies
  const rows = await selectClaims(db).where(eq(deviceClaims.uuid, uuid))
  const [claim] = await toClaims(db, rows)
  if (!claim) throw new Refusal('notFound')
  return { claim }
}
