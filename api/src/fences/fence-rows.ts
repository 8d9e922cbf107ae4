import type { FenceShape } from '@carewatch/contracts/fences'
import type { Fence } from '@carewatch/contracts/http/fences'
import { Refusal } from '@carewatch/contracts/refusal'
import type { Db } from '@carewatch/migrations/client'
import { devices, fences } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleLocations } from '../access/visible.ts'

/** The living fences with their device; the caller says which. */
export const selectFences = (db: Db, isIt: SQL | undefined) =>
  db
    .select({ fence: fences, device: devices })
    .from(fences)
    .innerJoin(devices, eq(devices.id, fences.deviceId))
    .where(and(isIt, isNull(fences.deletedAt)))
    .$dynamic()
export type FenceRow = Awaited<ReturnType<typeof selectFences>>[number]

function shapeOf({ polygon, lat, lng, radiusM }: FenceRow['fence']): FenceShape {
  if (polygon) return { kind: 'POLYGON', corners: polygon.map(([lat, lng]) => ({ lat, lng })) }
  return { kind: 'CIRCLE', centre: { lat: lat ?? 0, lng: lng ?? 0 }, radiusM: radiusM ?? 0 }
}

export function shapeColumns(shape: FenceShape) {
  const nothing = { lat: null, lng: null, radiusM: null, polygon: null }
  if (shape.kind === 'CIRCLE') return { ...nothing, ...shape.centre, radiusM: shape.radiusM }
  return { ...nothing, polygon: shape.corners.map(({ lat, lng }): [number, number] => [lat, lng]) }
}

export const toFence = ({ fence, device }: FenceRow): Fence => ({
  uuid: fence.uuid,
  deviceUuid: device.uuid,
  name: fence.name,
  isHome: fence.isHome,
  shape: shapeOf(fence),
  severity: fence.severity,
  schedule: fence.schedule,
  isActive: fence.isActive,
  updatedAt: fence.updatedAt,
})

/** The fence, if the viewer may see where its watch is; else it does not exist. */
export async function getVisibleFence(db: Db, viewer: Viewer, uuid: string): Promise<FenceRow> {
  const [row] = await selectFences(db, and(eq(fences.uuid, uuid), visibleLocations(viewer)))
  if (!row) throw new Refusal('notFound')
  return row
}

export async function fenceById(db: Db, id: number): Promise<{ fence: Fence }> {
  const [row] = await selectFences(db, eq(fences.id, id))
  if (!row) throw new Refusal('notFound')
  return { fence: toFence(row) }
}
