import type { deviceChoices as contract } from '@carewatch/contracts/http/device-changes'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { users } from '@carewatch/migrations/schema/people'
import { eq } from 'drizzle-orm'
import { fullName, type Viewer } from '../access/viewer.ts'
import { foundDevices } from '../http/named-wearer.ts'
import { wearerOfDevice } from '../access/wearer-summary.ts'
import { visibleDevices } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { seen } from '../access/seen.ts'

const list: List = { of: devices, sortable: { name: devices.name, imei: devices.imei }, usual: 'name' }

/** Devices as a picker shows them. */
export async function deviceChoices(
  db: Db,
  viewer: Viewer,
  { params: { key }, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { ids, total } = await pickPage(db, list, {
    query,
    where: visibleDevices(viewer),
    found: key === 'all' ? undefined : await foundDevices(db, key),
  })
  const rows = await db
    .select({
      id: devices.id,
      uuid: devices.uuid,
      imei: devices.imei,
      name: devices.name,
      owner: seen(users),
      wearer: wearerOfDevice(viewer),
    })
    .from(devices)
    .leftJoin(users, eq(users.id, devices.ownerId))
    .where(isAmong(devices.id, ids))
  return {
    devices: inOrder(ids, rows, ({ id }) => id).map(({ uuid, imei, name, owner, wearer }) => ({
      uuid,
      imei,
      name,
      wearer,
      ownerName: owner && fullName(owner),
    })),
    total,
  }
}
