import type { Severity } from '@carewatch/contracts/alarms'
import { FENCE_RADIUS_M, FenceShape } from '@carewatch/contracts/fences'
import type { Place } from '@carewatch/contracts/http/fields'
import type { Fence } from '@carewatch/contracts/http/fences'

/** A fence as the form holds it: both shapes, so that trying the other one loses nothing. */
export type FenceDraft = {
  name: string
  kind: FenceShape['kind']
  centre: Partial<Place>
  radiusM: number | ''
  corners: Place[]
  severity: Severity
  isAlways: boolean
  days: string[]
  from: string
  to: string
  isActive: boolean
}

export const emptyDraft = (centre: Place | null): FenceDraft => ({
  name: '',
  kind: 'CIRCLE',
  centre: centre ?? {},
  radiusM: FENCE_RADIUS_M,
  corners: [],
  severity: 'HIGH',
  isAlways: true,
  days: ['0', '1', '2', '3', '4', '5', '6'],
  from: '22:00',
  to: '06:00',
  isActive: true,
})

export function draftOf({ shape, schedule, ...fence }: Fence): FenceDraft {
  const empty = emptyDraft(null)
  const drawn =
    shape.kind === 'CIRCLE'
      ? { centre: shape.centre, radiusM: shape.radiusM }
      : { centre: shape.corners[0] ?? {}, corners: shape.corners }
  const times = schedule ? { ...schedule, days: schedule.days.map(String) } : {}
  return { ...empty, ...fence, ...drawn, ...times, kind: shape.kind, isAlways: schedule === null }
}

/** The fence as the call takes it; what is missing is what the schema complains about. */
export function bodyOf({ name, kind, centre, radiusM, corners, severity, isActive, ...when }: FenceDraft) {
  const { isAlways, days, from, to } = when
  return {
    name,
    severity,
    isActive,
    shape:
      kind === 'CIRCLE' ? { kind, centre, radiusM: radiusM === '' ? undefined : radiusM } : { kind, corners },
    schedule: isAlways ? null : { days: days.map(Number).toSorted((one, other) => one - other), from, to },
  }
}

/** The shape, once it is one. */
export const shapeOf = (draft: FenceDraft): FenceShape | null =>
  FenceShape.safeParse(bodyOf(draft).shape).data ?? null
