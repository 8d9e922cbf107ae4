import type { DeviceIdentity, deviceIdentity as contract } from '@carewatch/contracts/http/device-identity'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { deviceStatus } from '@carewatch/migrations/schema/devices'
import { companies } from '@carewatch/migrations/schema/people'
import { deviceNetworks, deviceProofs, identityConflicts } from '@carewatch/migrations/schema/proof'
import { and, desc, eq, gt, gte } from 'drizzle-orm'
import type { Viewer } from '../../access/viewer.ts'
import { fullName } from '../../access/viewer.ts'
import { getVisibleDevice, type VisibleDevice } from '../../access/visible-device.ts'
import { formatOfDevice } from '../models/model.ts'
import { nameBy } from '../../access/name-of.ts'

const SHOWN = 20

/** How a device is known to be itself. One with a password is known by that. */
export async function identityOf(db: Db, device: VisibleDevice): Promise<{ identity: DeviceIdentity }> {
  const { transport, showsText } = await formatOfDevice(db, device)
  const [proof, networks, conflicts, pinning, since] = await Promise.all([
    proofOf(db, device.id),
    networksOf(db, device),
    conflictsOf(db, device),
    pinningOf(db, device),
    doubtfulSince(db, device),
  ])
  const password = { how: 'PASSWORD', at: device.credentialRotatedAt ?? device.createdAt, by: null } as const
  return {
    identity: {
      proof: transport === 'MQTT' ? password : proof,
      doubtfulSince: since,
      pinning,
      showsText,
      networks,
      conflicts,
    },
  }
}

async function proofOf(db: Db, deviceId: number): Promise<DeviceIdentity['proof']> {
  const [row] = await db
    .select({ how: deviceProofs.how, at: deviceProofs.at, by: nameBy(deviceProofs.userId) })
    .from(deviceProofs)
    .where(eq(deviceProofs.deviceId, deviceId))
  return row ? { ...row, by: row.by && fullName(row.by) } : null
}

/** Of whoever wears it now, and since when: where somebody else connected from is theirs. */
async function networksOf(db: Db, { id, handledSince }: VisibleDevice): Promise<DeviceIdentity['networks']> {
  const rows = await db
    .select({ row: deviceNetworks, by: nameBy(deviceNetworks.knownById) })
    .from(deviceNetworks)
    .where(and(eq(deviceNetworks.deviceId, id), gte(deviceNetworks.lastSeenAt, handledSince)))
    .orderBy(desc(deviceNetworks.lastSeenAt))
    .limit(SHOWN)
  return rows.map(({ row: { network, firstSeenAt, lastSeenAt, knownAt }, by }) => ({
    network,
    firstSeenAt,
    lastSeenAt,
    knownAt,
    knownBy: by && fullName(by),
  }))
}

const conflictsOf = (db: Db, { id, handledSince }: VisibleDevice) =>
  db
    .select({ at: identityConflicts.at, reason: identityConflicts.reason })
    .from(identityConflicts)
    .where(and(eq(identityConflicts.deviceId, id), gte(identityConflicts.at, handledSince)))
    .orderBy(desc(identityConflicts.at))
    .limit(SHOWN)

/** When it was heard last by a connection that is known to be it, where somebody was heard since. */
async function doubtfulSince(db: Db, { id }: VisibleDevice): Promise<Date | null> {
  const isDoubtful = gt(deviceStatus.lastSeenAt, deviceStatus.provenSeenAt)
  const [row] = await db
    .select({ since: deviceStatus.provenSeenAt })
    .from(deviceStatus)
    .where(and(eq(deviceStatus.deviceId, id), isDoubtful))
  return row?.since ?? null
}

async function pinningOf(db: Db, { companyId }: VisibleDevice): Promise<DeviceIdentity['pinning']> {
  if (companyId === null) return 'WARN'
  const [company] = await db.select().from(companies).where(eq(companies.id, companyId))
  return company?.sourcePinning ?? 'WARN'
}

export const getIdentity = async (db: Db, viewer: Viewer, uuid: string): Promise<Reply<typeof contract>> =>
  identityOf(db, await getVisibleDevice(db, viewer, { uuid }))
