import type { settingsHistory as contract } from '@carewatch/contracts/http/device-settings'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { watchSettingsHistory } from '@carewatch/migrations/schema/devices'
import { and, eq, gt, sql } from 'drizzle-orm'
import { fullName, type Viewer } from '../../access/viewer.ts'
import { isAmong } from '../../http/among.ts'
import type { List } from '../../http/order.ts'
import { inOrder, pickPage } from '../../http/pick.ts'
import { contains } from '../../http/search.ts'
import { getVisibleDevice } from '../../access/visible-device.ts'
import { nameBy } from '../../access/name-of.ts'

const history = watchSettingsHistory
const list: List = {
  of: history,
  sortable: { at: history.at, revision: history.revision },
  usual: '-at',
}

/** Who changed which setting from what to what; searched by the name of a setting. */
export async function settingsHistory(
  db: Db,
  viewer: Viewer,
  { params, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const device = await getVisibleDevice(db, viewer, { uuid: params.uuid })
  const names = sql`lower(array(select jsonb_object_keys(${history.change}))::text)`
  const { ids, total } = await pickPage(db, list, {
    query,
    where: and(eq(history.deviceId, device.id), gt(history.at, device.changedSince)),
    found: query.search ? contains(names, query.search) : undefined,
  })
  const rows = await db
    .select({ row: history, by: nameBy(history.userId) })
    .from(history)
    .where(isAmong(history.id, ids))
  return {
    changes: inOrder(ids, rows, ({ row }) => row.id).map(({ row, by }) => ({
      uuid: row.uuid,
      at: row.at,
      by: by && fullName(by),
      revision: row.revision,
      // Safe: written by `saveSettings` alone.
      change: row.change as Reply<typeof contract>['changes'][number]['change'],
    })),
    total,
  }
}
