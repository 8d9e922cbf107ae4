import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allRelations as contract } from '@carewatch/contracts/http/relatives'
import type { Db } from '@carewatch/platform/database/client'
import { relatives } from '@carewatch/migrations/schema/devices'
import { eq, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { getVisibleDevice } from '../access/visible-device.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains } from '../http/search.ts'
import { selectRelatives, toRelative } from './find.ts'

const list: List = {
  of: relatives,
  sortable: {
    phonebookId: sql`coalesce(${relatives.phonebookId}, 99)`,
    name: relatives.name,
    createdAt: relatives.createdAt,
  },
  usual: 'phonebookId',
}

const words = sql`lower(${relatives.name} || chr(10) || coalesce(${relatives.email}, '') || chr(10) || coalesce(${relatives.phone}, ''))`

export async function listRelatives(
  db: Db,
  viewer: Viewer,
  { params, query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const device = await getVisibleDevice(db, viewer, { uuid: params.deviceUuid })
  const { ids, total } = await pickPage(db, list, {
    query,
    where: eq(relatives.deviceId, device.id),
    found: query.search ? contains(words, query.search) : undefined,
  })
  const rows = await selectRelatives(db).where(isAmong(relatives.id, ids))
  return { relatives: inOrder(ids, rows, ({ relative }) => relative.id).map(toRelative), total }
}
