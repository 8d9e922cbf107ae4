import { permissions } from '@carewatch/contracts/permissions'
import { devices } from '@carewatch/migrations/schema/devices'
import { rejectedMessages } from '@carewatch/migrations/schema/readings'
import { asItself } from '@carewatch/platform/database/as-itself'
import type { Db } from '@carewatch/platform/database/client'
import { and, sql } from 'drizzle-orm'
import { seesEverything } from '../../access/reach.ts'
import type { Viewer } from '../../access/viewer.ts'
import { visibleDevices } from '../../access/visible.ts'

/** Of more of the viewer's devices than that, those that are left out count as read. */
const MOST = 10_000

export const mayReadRejected = ({ role }: Viewer): boolean =>
  permissions.seeRejectedMessages.some((one) => one === role)

/**
 * Devices of the viewer's scope that sent something of late, and since they are in its company's house, that could not be read: of each its newest
 * message is looked up, and of no other.
 */
export async function unreadDevices(db: Db, viewer: Viewer, most = MOST): Promise<number[]> {
  if (!mayReadRejected(viewer)) return []
  const newest = sql`select ${rejectedMessages.deviceId}, ${rejectedMessages.receivedAt} from ${rejectedMessages}`
  const order = sql`order by ${rejectedMessages.deviceId} desc, ${rejectedMessages.receivedAt} desc limit 1`
  const isHere = seesEverything(viewer)
    ? undefined
    : sql`newest.at >= coalesce(${devices.companySince}, '-infinity')`
  // unscoped: of a message nothing is answered but that its device has one, and devices are narrowed to the viewer's
  const { rows } = await asItself(db, () =>
    db.execute<{ id: number }>(sql`
      with recursive newest(watch, at) as (
        (${newest} where ${rejectedMessages.deviceId} is not null ${order})
        union all
        select before.* from newest, lateral (${newest} where ${rejectedMessages.deviceId} < newest.watch ${order}) before
      )
      select ${devices.id} as id from newest join ${devices} on ${devices.id} = newest.watch
      where ${and(visibleDevices(viewer), isHere)} limit ${most}`),
  )
  return rows.map(({ id }) => id)
}
