import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allWearers as contract } from '@carewatch/contracts/http/wearers'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { rooms } from '@carewatch/migrations/schema/rooms'
import { assignments, wearers } from '@carewatch/migrations/schema/wearers'
import { and, eq, not, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleWearers } from '../access/visible-wearers.ts'
import { isPresent } from '../access/worn.ts'
import { getBranch } from '../devices/place.ts'
import type { List } from '../http/order.ts'
import { pickPage } from '../http/pick.ts'
import { contains } from '../http/search.ts'
import { loadWearers } from './wearer-rows.ts'

const fullName = sql`lower(${wearers.firstName} || ' ' || ${wearers.lastName})`

const list: List = {
  of: wearers,
  joins: sql`left join ${rooms} on ${rooms.id} = ${wearers.roomId}`,
  sortable: {
    name: fullName,
    lastName: wearers.lastName,
    room: { value: rooms.name, isLacking: true },
    status: wearers.status,
    createdAt: wearers.createdAt,
  },
  usual: 'name',
}

const wearsSome = (which?: SQL): SQL => sql`exists (select from ${assignments}
  inner join ${devices} on ${devices.id} = ${assignments.deviceId}
  where ${and(sql`${assignments.wearerId} = ${wearers.id}`, isPresent, which)})`

/** By name, by room, or by the IMEI of what they wear. */
const found = (typed: string): SQL | undefined =>
  or(
    contains(fullName, typed),
    contains(sql`lower(${rooms.name})`, typed),
    wearsSome(contains(sql`${devices.imei}`, typed)),
  )

/** The people under care in the viewer's scope, with a watch or without. */
export async function listWearers(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { status, branchUuid, wearing, toCheck, search } = query
  const branch = branchUuid === undefined ? undefined : await getBranch(db, viewer, branchUuid)
  const where = and(
    visibleWearers(viewer),
    status && eq(wearers.status, status),
    branch && eq(wearers.branchId, branch.id),
    toCheck === undefined ? undefined : eq(wearers.toCheck, toCheck),
    wearing === undefined ? undefined : wearing ? wearsSome() : not(wearsSome()),
  )
  const { ids, total } = await pickPage(db, list, { query, where, found: search ? found(search) : undefined })
  return { wearers: await loadWearers(db, ids), total }
}
