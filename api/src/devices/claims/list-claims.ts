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
import { pageOf, type Paging } from '../../http/paging.ts'

const holders = alias(companies, 'holders')
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
    .selectDistinctOn([sql`${deviceClaims.status} = 'OPEN'`, deviceClaims.createdAt, deviceClaims.id], {
      claim: deviceClaims,
      company: { uuid: companies.uuid, name: companies.name },
      asker: users,
      decider: deciders,
      device: devices,
      holder: { uuid: holders.uuid, name: holders.name },
      lastSeenAt: deviceStatus.lastSeenAt,
      proof: deviceProofs.how,
    })
    .from(deviceClaims)
    .leftJoin(companies, eq(companies.id, deviceClaims.companyId))
    .leftJoin(users, eq(users.id, deviceClaims.askedById))
    .leftJoin(deciders, eq(deciders.id, deviceClaims.decidedById))
    .leftJoin(devices, isHolder)
    .leftJoin(holders, eq(holders.id, devices.companyId))
    .leftJoin(deviceStatus, eq(deviceStatus.deviceId, devices.id))
    .leftJoin(deviceProofs, eq(deviceProofs.deviceId, devices.id))
    .orderBy(desc(sql`${deviceClaims.status} = 'OPEN'`), desc(deviceClaims.createdAt), desc(deviceClaims.id))
    .$dynamic()

type Row = Awaited<ReturnType<typeof selectClaims>>[number]

function toClaim({ claim, company, asker, decider, device, holder, lastSeenAt, proof }: Row): DeviceClaim {
  const { uuid, imei, name, deviceModel, createdAt, status, decidedAt } = claim
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
    holder: device && {
      uuid: device.uuid,
      imei: device.imei,
      name: device.name,
      deviceModel: device.deviceModel,
      company: holder,
      createdAt: device.createdAt,
      lastSeenAt,
      proof,
    },
  }
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
  return { claims: rows.map(toClaim), total }
}

export async function claimByUuid(db: Db, uuid: string): Promise<{ claim: DeviceClaim }> {
  // unscoped: administrators decide between companies
  const [row] = await selectClaims(db).where(eq(deviceClaims.uuid, uuid))
  if (!row) throw new Refusal('notFound')
  return { claim: toClaim(row) }
}
