import type { Severity } from '@carewatch/contracts/alarms'
import type { FenceSchedule, FenceShape } from '@carewatch/contracts/fences'
import type { Fence } from '@carewatch/contracts/rules/fence'

export type FenceRow = {
  id: number
  uuid: string
  lat: number | null
  lng: number | null
  radiusM: number | null
  polygon: [number, number][] | null
  schedule: FenceSchedule | null
  severity: Severity
}

/** The fences of device `d` that are watched. */
export const FENCES = `
(select coalesce(json_agg(json_build_object('id', f.id, 'uuid', f.uuid, 'lat', f.lat, 'lng', f.lng, 'radiusM', f.radius_m,
  'polygon', f.polygon, 'schedule', f.schedule, 'severity', f.severity) order by f.id), '[]')
  from fences f where f.device_id = d.id and f.is_active and f.deleted_at is null)`

export const fenceOf = ({ id, uuid, schedule, severity, ...drawn }: FenceRow): Fence => ({
  id,
  uuid,
  schedule,
  severity,
  shape: shapeOf(drawn),
})

function shapeOf({
  polygon,
  lat,
  lng,
  radiusM,
}: Pick<FenceRow, 'polygon' | 'lat' | 'lng' | 'radiusM'>): FenceShape {
  if (polygon) return { kind: 'POLYGON', corners: polygon.map(([lat, lng]) => ({ lat, lng })) }
  return { kind: 'CIRCLE', centre: { lat: lat ?? 0, lng: lng ?? 0 }, radiusM: radiusM ?? 0 }
}
