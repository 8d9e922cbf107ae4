import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/platform/database/client'
import { type devices, relatives } from '@carewatch/migrations/schema/devices'
import { audit } from '../access/audit.ts'
import type { Caller } from '../access/viewer.ts'
import { orConflict } from '../http/unique.ts'
import { phonebookPlace } from './phonebook.ts'
import type { Seen } from '../access/seen.ts'

type Device = Pick<Seen<typeof devices.$inferSelect>, 'id' | 'uuid' | 'companyId'>
type Values = Omit<typeof relatives.$inferInsert, 'deviceId' | 'phonebookId'>

/** One more in the phonebook of a device. */
export async function insertRelative(
  tx: Db,
  caller: Caller,
  { device, values, place }: { device: Device; values: Values; place?: number | undefined },
): Promise<typeof relatives.$inferSelect> {
  const phonebookId = await phonebookPlace(tx, device.id, place)
  const insert = tx
    .insert(relatives)
    .values({ ...values, deviceId: device.id, phonebookId })
    .returning()
  const [row] = await orConflict('alreadyRelative', Promise.resolve(insert))
  if (!row) throw new Refusal('unavailable')
  const { uuid, createUserInPortal, maySeeLocation } = row
  const detail = { device: device.uuid, createUserInPortal, maySeeLocation }
  const { companyId } = device
  await audit(tx, caller, { action: 'created', entity: 'relative', uuid, companyId, detail })
  return row
}
