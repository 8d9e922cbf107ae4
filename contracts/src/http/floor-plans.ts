import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Instant, Uuid } from '../wire.ts'
import { endpoint } from './endpoint.ts'
import { UPLOAD_MAX_BYTES } from './uploads.ts'

/** So large a picture may be when it is sent; it is kept with no side longer than 1,600 points. */
export const FLOOR_PLAN_MAX_BYTES = UPLOAD_MAX_BYTES
/** Smaller than that nobody finds a room on it. */
export const FLOOR_PLAN_MIN_SIDE = 200

/** What a floor plan may be, told by its content; a drawing that holds a program (SVG) is not among them. */
export const floorPlanTypes = ['image/jpeg', 'image/png', 'image/webp'] as const
export const FloorPlanType = z.enum(floorPlanTypes)
export type FloorPlanType = z.output<typeof FloorPlanType>

/** Where a room is on the picture, in parts of its width from its left and of its height from its top. */
const Spot = z.strictObject({ x: z.number().min(0).max(1), y: z.number().min(0).max(1) })
export type Spot = z.output<typeof Spot>

export const PlanRoom = z.object({
  uuid: Uuid,
  name: z.string(),
  /** Null: nobody has placed it. */
  spot: Spot.nullable(),
})
export type PlanRoom = z.output<typeof PlanRoom>

export const FloorPlan = z
  .object({
    /** By this the picture is read; another picture has another. */
    uuid: Uuid,
    width: z.int(),
    height: z.int(),
    /** Sent back with a change, it is refused when somebody else changed the plan meanwhile. */
    updatedAt: Instant,
  })
  .meta({ id: 'FloorPlan' })
export type FloorPlan = z.output<typeof FloorPlan>

const ofBranch = z.object({ uuid: Uuid })
const reply = z.object({ plan: FloorPlan.nullable(), rooms: z.array(PlanRoom) })

export const floorPlan = endpoint({
  method: 'GET',
  path: '/branch/plan/:uuid',
  summary: 'The floor plan of a branch, and where its rooms are on it',
  allow: permissions.seeBranches,
  byKey: 'rooms:read',
  params: ofBranch,
  reply,
})

export const floorPlanPicture = endpoint({
  method: 'GET',
  path: '/branch/planPicture/:uuid',
  summary: 'The picture of a floor plan, for whoever may see its branch',
  allow: permissions.seeBranches,
  byKey: 'rooms:read',
  params: ofBranch,
  file: floorPlanTypes,
  reply: z.null(),
})

export const sendFloorPlan = endpoint({
  method: 'POST',
  path: '/branch/plan/:uuid',
  summary:
    'Give a branch a floor plan, one picture as multipart/form-data, in place of the one it has; the rooms stay where they were placed',
  allow: permissions.manageBranches,
  byKey: null,
  limit: { calls: 60, minutes: 10 },
  params: ofBranch,
  multipart: true,
  reply,
})

export const placeRooms = endpoint({
  method: 'POST',
  path: '/branch/placeRooms/:uuid',
  summary: 'Say where rooms of a branch are on its floor plan; those not named stay where they are',
  allow: permissions.manageBranches,
  byKey: null,
  params: ofBranch,
  body: z.strictObject({
    rooms: z
      .array(z.strictObject({ uuid: Uuid, spot: Spot.nullable() }))
      .min(1)
      .max(500, { error: 'tooMany' }),
    /** Of the plan that was looked at. */
    updatedAt: Instant,
  }),
  reply,
})

export const deleteFloorPlan = endpoint({
  method: 'DELETE',
  path: '/branch/plan/:uuid',
  summary: 'Take the floor plan of a branch away; its rooms are then placed nowhere',
  allow: permissions.manageBranches,
  byKey: null,
  params: ofBranch,
  reply,
})
