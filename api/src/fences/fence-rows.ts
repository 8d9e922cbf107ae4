import type { FenceShape, FenceStanding } from '@carewatch/contracts/fences'
import { expectedIntervalMs } from '@carewatch/contracts/freshness'
import type { Fence } from '@carewatch/contracts/http/fences'
import { Refusal } from '@carewatch/contracts/refusal'
import { type FenceState, standingNow } from '@carewatch/contracts/rules/fence'
import type { Db } from '@carewatch/platform/database/client'
import { ruleStates } from '@carewatch/migrations/schema/rules'
import { devices, fences, watchSettings } from '@carewatch/migrations/schema/devices'
import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { Viewer } from '../access/viewer.ts'
import { visibleLocations } from '../access/visible.ts'
import { seen } from '../access/seen.ts'

/** The living fences with their device; the caller says which. */
export const selectFences = (db: Db, isIt: SQL | undefined) =>
  db
    .select({
      fence: fences,
      device: seen(devices),
      locationIntervalMinutes: watchSettings.locationIntervalMinutes,
      state: ruleStates.state,
    })
    .from(fences)
    .innerJoin(devices, eq(devices.id, fences.deviceId))
    .leftJoin(watchSettings, eq(watchSettings.deviceId, devices.id))
    .leftJoin(ruleStates, and(eq(ruleStates.deviceId, devices.id), eq(ruleStates.kind, 'GEOFENCE')))
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

function standingOf({ fence, device, locationIntervalMinutes, state }: FenceRow): FenceStanding {
  const expectedMs = expectedIntervalMs(device.operationMode, locationIntervalMinutes)
  // Safe: the rules write it, by the uuids of the fences, and beside them only how often it flapped.
  const known = (state ?? {}) as FenceState
  return standingNow(known, fence.uuid, { time: Date.now(), expectedMs })
}

export function toFence(row: FenceRow): Fence {
  const { fence, device } = row
  const { uuid, name, isHome, severity, schedule, isActive, updatedAt } = fence
  const drawn = { name, isHome, shape: shapeOf(fence), severity, schedule, isActive }
  return { uuid, deviceUuid: device.uuid, ...drawn, standing: standingOf(row), updatedAt }
}

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
