import type { allRooms } from '@carewatch/contracts/http/rooms'
import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { Db } from '@carewatch/platform/database/client'
import { branches } from '@carewatch/migrations/schema/people'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { and, eq, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleRooms } from '../access/visible.ts'
import { getBranch } from '../devices/place.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains } from '../http/search.ts'
import { selectRooms, toRoom } from './room-rows.ts'

const list: List = {
  of: rooms,
  joins: sql`left join ${branches} on ${branches.id} = ${rooms.branchId}`,
  sortable: {
    name: rooms.name,
    status: { value: rooms.status, isLacking: true },
    branch: branches.name,
    createdAt: rooms.createdAt,
  },
  usual: 'name',
}

export async function listRooms(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof allRooms>,
): Promise<Reply<typeof allRooms>> {
  const branch = query.branchUuid ? await getBranch(db, viewer, query.branchUuid) : undefined
  const where = and(visibleRooms(viewer), branch && eq(rooms.branchId, branch.id))
  const found = query.search ? contains(sql`lower(${rooms.name})`, query.search) : undefined
  const { ids, total } = await pickPage(db, list, { query, where, found })
  const rows = await selectRooms(db, viewer).where(isAmong(rooms.id, ids))
  return { rooms: inOrder(ids, rows, ({ room }) => room.id).map(toRoom), total }
}
