import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import type { devices as devicesTable } from '@carewatch/migrations/schema/devices'
import { devices } from '@carewatch/migrations/schema/devices'
import { deviceClaims } from '@carewatch/migrations/schema/proof'
import { and, eq, isNull } from 'drizzle-orm'
import type { Caller } from '../../access/viewer.ts'
import { visibleDevices } from '../../access/visible.ts'
import type { Seen } from '../../access/seen.ts'

type Wanted = Pick<
  typeof devicesTable.$inferInsert,
  'imei' | 'imsi' | 'name' | 'deviceModel' | 'mobileNumber' | 'companyId' | 'branchId'
>

/** Whoever was refused a watch that they do not see claims it: whose it is administrators decide. One claim of a company for a watch is enough. */
export async function claimDevice(db: Db, caller: Caller, wanted: Wanted): Promise<void> {
  const { imei, imsi, name, deviceModel, mobileNumber, companyId, branchId } = wanted
  const isOwn = await db.$count(devices, and(eq(devices.imei, imei), visibleDevices(caller)))
  if (isOwn > 0) return
  await db
    .insert(deviceClaims)
    .values({ imei, imsi, name, deviceModel, mobileNumber, companyId, branchId, askedById: caller.id })
    .onConflictDoNothing()
}

/** Whoever registers a watch after all has what they claimed: nothing is left to decide, and nobody gives it to them once more. */
export async function closeClaim(
  tx: Db,
  caller: Caller,
  { imei, companyId }: Seen<typeof devices.$inferSelect>,
): Promise<void> {
  const now = new Date()
  const isSame =
    companyId === null
      ? and(isNull(deviceClaims.companyId), eq(deviceClaims.askedById, caller.id))
      : eq(deviceClaims.companyId, companyId)
  await tx
    .update(deviceClaims)
    .set({ status: 'REGISTERED', decidedById: caller.id, decidedAt: now, updatedAt: now })
    .where(
      and(
        eq(deviceClaims.imei, imei),
        isSame,
        eq(deviceClaims.status, 'OPEN'),
        isNull(deviceClaims.deviceId),
      ),
    )
}

/** The same, where that was why the work was refused. */
export async function claimingTaken<Result>(
  db: Db,
  caller: Caller,
  { wanted, work }: { wanted: Wanted; work: () => Promise<Result> },
): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal && error.key === 'imeiTaken') await claimDevice(db, caller, wanted)
    throw error
  }
}
