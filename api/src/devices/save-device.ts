import type { Device } from '@carewatch/contracts/http/devices'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { eq } from 'drizzle-orm'
import { saveAsSeen } from '../http/save-as-seen.ts'
import { selectDevices, toDevice } from './device-rows.ts'
import type { Seen } from '../access/seen.ts'

export type DeviceRow = Seen<typeof devices.$inferSelect>
export type DeviceColumns = Partial<typeof devices.$inferInsert>

export const saveDevice = (
  tx: Db,
  row: DeviceRow,
  change: { columns: DeviceColumns; seenAt?: Date | undefined },
): Promise<void> => saveAsSeen(tx, devices, { row, ...change })

/** A device just changed, as its call answers it. */
export async function changedDevice(db: Db, id: number): Promise<{ device: Device }> {
  const [row] = await selectDevices(db).where(eq(devices.id, id))
  if (!row) throw new Refusal('notFound')
  return { device: toDevice(row, new Date()) }
}
