import type { Device } from '@carewatch/contracts/http/devices'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull } from 'drizzle-orm'
import { changedAfter } from '../http/changed.ts'
import { selectDevices, toDevice } from './device-rows.ts'

export type DeviceRow = typeof devices.$inferSelect
export type DeviceColumns = Partial<typeof devices.$inferInsert>

/** Of two who change a device at once, the second hears of it, and so does whoever looked at an older state. */
export async function saveDevice(
  tx: Db,
  device: DeviceRow,
  { columns, seenAt }: { columns: DeviceColumns; seenAt?: Date | undefined },
): Promise<void> {
  if (seenAt !== undefined && seenAt.getTime() !== device.updatedAt.getTime()) throw new Refusal('conflict')
  const isAsSeen = and(
    eq(devices.id, device.id),
    eq(devices.updatedAt, device.updatedAt),
    isNull(devices.deletedAt),
  )
  const saved = await tx
    .update(devices)
    .set({ ...columns, updatedAt: changedAfter(devices.updatedAt) })
    .where(isAsSeen)
    .returning({ id: devices.id })
  if (saved.length === 0) throw new Refusal('conflict')
}

/** A device just changed, as its call answers it. */
export async function changedDevice(db: Db, id: number): Promise<{ device: Device }> {
  const [row] = await selectDevices(db).where(eq(devices.id, id))
  if (!row) throw new Refusal('notFound')
  return { device: toDevice(row, new Date()) }
}
