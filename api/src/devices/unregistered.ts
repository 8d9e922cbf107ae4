import type { Db } from '@carewatch/platform/database/client'
import { unregisteredDevices } from '@carewatch/migrations/schema/readings'
import { count, desc } from 'drizzle-orm'
import { pageOf, type Paging } from '../http/paging.ts'

/** Who knocked without being registered. */
export async function listUnregistered(db: Db, paging: Pick<Paging, 'page' | 'size'>) {
  const { limit, offset } = pageOf(paging)
  // unscoped: they belong to nobody yet, so only administrators ask
  const [devices, [counted]] = await Promise.all([
    db
      .select()
      .from(unregisteredDevices)
      .orderBy(desc(unregisteredDevices.lastSeenAt))
      .limit(limit)
      .offset(offset),
    db.select({ total: count() }).from(unregisteredDevices),
  ])
  return { devices, total: counted?.total ?? 0 }
}
