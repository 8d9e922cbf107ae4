import type { decideClaim as contract } from '@carewatch/contracts/http/device-claims'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { deviceClaims } from '@carewatch/migrations/schema/proof'
import { and, eq, sql } from 'drizzle-orm'
import { audit } from '../../access/audit.ts'
import type { Caller } from '../../access/viewer.ts'
import { requireNewDevice } from '../create-device.ts'
import { deleteDevice } from '../delete.ts'
import { claimByUuid, isHolder } from './list-claims.ts'

type Claim = typeof deviceClaims.$inferSelect

/** Of two who decide at once the second hears of it. */
async function takeClaim(
  tx: Db,
  caller: Caller,
  { uuid, isGiven }: { uuid: string; isGiven: boolean },
): Promise<Claim> {
  const decided = {
    status: isGiven ? 'GIVEN' : 'KEPT',
    decidedById: caller.id,
    decidedAt: new Date(),
  } as const
  // unscoped: administrators decide between companies
  const [claim] = await tx
    .update(deviceClaims)
    .set({ ...decided, updatedAt: decided.decidedAt })
    .where(and(eq(deviceClaims.uuid, uuid), eq(deviceClaims.status, 'OPEN')))
    .returning()
  if (claim) return claim
  // unscoped: administrators decide between companies
  if ((await tx.$count(deviceClaims, eq(deviceClaims.uuid, uuid))) === 0) throw new Refusal('notFound')
  throw new Refusal('conflict', 'alreadyDecided')
}

// unscoped: who has what a claim is to
const holdersOf = (tx: Db, { id }: Claim) =>
  tx
    .select({ id: devices.id, uuid: devices.uuid, companyId: devices.companyId })
    .from(devices)
    .innerJoin(deviceClaims, eq(deviceClaims.id, id))
    .where(isHolder)

/** The digits alone go over: both devices stay. */
async function giveDigits(tx: Db, deviceId: number, holders: readonly { id: number }[]): Promise<void> {
  for (const { id } of holders)
    await tx.update(devices).set({ shortIdentity: null }).where(eq(devices.id, id))
  const identity = sql`short_identity_of(${devices.imei}, ${devices.deviceModel})`
  await tx.update(devices).set({ shortIdentity: identity }).where(eq(devices.id, deviceId))
}

/** Deleted where it is and registered where it is claimed, in one: it is let in all the while. */
async function giveDevice(
  tx: Db,
  caller: Caller,
  { claim, holders }: { claim: Claim; holders: readonly { uuid: string; companyId: number | null }[] },
): Promise<void> {
  // Whoever claims it does not see it: another branch of theirs has it, or somebody gave it to them meanwhile.
  const isTheirs = holders.some(({ companyId }) => companyId !== null && companyId === claim.companyId)
  if (isTheirs) throw new Refusal('conflict', 'claimOwn')
  for (const { uuid } of holders) await deleteDevice(tx, caller, uuid)
  const { imei, imsi, name, deviceModel, mobileNumber, companyId, branchId } = claim
  const values = { imei, imsi, name, deviceModel, mobileNumber, companyId, branchId }
  await requireNewDevice(tx, caller, { values })
}

/** Says whose a watch is that two want. */
export async function decideClaim(
  db: Db,
  caller: Caller,
  { params: { uuid }, body: { isGiven } }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  await db.transaction(async (tx) => {
    const claim = await takeClaim(tx, caller, { uuid, isGiven })
    const holders = await holdersOf(tx, claim)
    if (isGiven && claim.deviceId !== null) await giveDigits(tx, claim.deviceId, holders)
    else if (isGiven) await giveDevice(tx, caller, { claim, holders })
    const { companyId } = claim
    const action = isGiven ? 'approved' : 'rejected'
    const detail = { claim: uuid }
    await audit(tx, caller, { action, entity: 'device', uuid: holders[0]?.uuid, companyId, detail })
  })
  return claimByUuid(db, uuid)
}
