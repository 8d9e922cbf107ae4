import { FENCE_RADIUS_M, HOME_FENCE_NAME } from '@carewatch/contracts/fences'
import type { Place } from '@carewatch/contracts/http/fields'
import type { Db } from '@carewatch/platform/database/client'
import { fences } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { changedAfter } from '../http/changed.ts'

/** The first fence is the home's: a circle that moves with it and goes with it. One drawn by hand stays as it was drawn. */
export async function followHome(tx: Db, deviceId: number, home: Place | null): Promise<void> {
  const isHome = and(eq(fences.deviceId, deviceId), eq(fences.isHome, true), isNull(fences.deletedAt))
  if (!home) {
    await tx.update(fences).set({ deletedAt: new Date() }).where(isHome)
    return
  }
  const kept = (column: typeof fences.lat | typeof fences.lng, value: number) =>
    sql`case when ${fences.polygon} is null then ${value}::float8 else ${column} end`
  const moved = await tx
    .update(fences)
    .set({
      lat: kept(fences.lat, home.lat),
      lng: kept(fences.lng, home.lng),
      updatedAt: changedAfter(fences.updatedAt),
    })
    .where(isHome)
    .returning({ id: fences.id })
  if (moved.length > 0) return
  const circle = { ...home, radiusM: FENCE_RADIUS_M }
  await tx.insert(fences).values({ deviceId, name: HOME_FENCE_NAME, isHome: true, ...circle })
}
