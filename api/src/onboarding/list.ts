import type { Input, Reply } from '@carewatch/contracts/http/endpoint'
import type { allOnboarding as contract } from '@carewatch/contracts/http/onboarding'
import type { Db } from '@carewatch/platform/database/client'
import { devices } from '@carewatch/migrations/schema/devices'
import { onboardingRequests } from '@carewatch/migrations/schema/onboarding'
import { and, eq, or, type SQL, sql } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { ofVisibleDevice } from '../access/visible.ts'
import { isAmong } from '../http/among.ts'
import type { List } from '../http/order.ts'
import { inOrder, pickPage } from '../http/pick.ts'
import { contains, naming, searchText } from '../http/search.ts'
import { selectRequests, toRequest } from './request-rows.ts'

const ownerName = sql`trim((${onboardingRequests.owner} ->> 'firstName') || ' ' || (${onboardingRequests.owner} ->> 'lastName'))`

const list: List = {
  of: onboardingRequests,
  sortable: {
    createdAt: onboardingRequests.createdAt,
    status: onboardingRequests.status,
    ownerName: sql`coalesce(${ownerName}, '')`,
  },
  usual: '-createdAt',
}

/** By the wearer's name, or the device's words. */
async function found(db: Db, typed: string | undefined): Promise<SQL | undefined> {
  if (!typed) return undefined
  const ofDevice = { id: devices.id, of: devices, text: searchText(devices), typed }
  return or(
    contains(sql`lower(${ownerName})`, typed),
    await naming(db, onboardingRequests.deviceId, ofDevice),
  )
}

export async function listOnboarding(
  db: Db,
  viewer: Viewer,
  { query }: Input<typeof contract>,
): Promise<Reply<typeof contract>> {
  const { ids, total } = await pickPage(db, list, {
    query,
    where: and(
      ofVisibleDevice(viewer, onboardingRequests.deviceId),
      query.status && eq(onboardingRequests.status, query.status),
    ),
    found: await found(db, query.search),
  })
  const rows = await selectRequests(db).where(isAmong(onboardingRequests.id, ids))
  return { requests: inOrder(ids, rows, ({ request }) => request.id).map(toRequest), total }
}
