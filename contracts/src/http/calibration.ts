import { z } from 'zod'
import { permissions } from '../permissions.ts'
import { Instant, Mac, Uuid } from '../wire.ts'
import { emptyBody, endpoint, nothing } from './endpoint.ts'
import { Named } from './fields.ts'

/** So long a walk takes: sooner too little was received, and what is longer was forgotten. */
export const WALK_LEAST_SECONDS = 30
export const WALK_MOST_SECONDS = 180
/** So often the room's own gateways must have received the tag. */
export const WALK_LEAST_READINGS = 5

/** A walk that should be taken: long enough to come into every corner. */
export const WALK_USUAL_SECONDS = 60

/** `gateways`: so many of the branch received it a moment ago. */
const Tag = Named.extend({ macAddress: Mac, gateways: z.int() })

export const Walk = z
  .object({
    uuid: Uuid,
    room: Named,
    beacon: Named,
    startedAt: Instant,
    seconds: z.int(),
    /** Since when no gateway received the tag, in seconds; null: none did since the walk began. */
    silentSeconds: z.int().nullable(),
    /** Of each gateway of the branch that stands in a room, how often it received the tag meanwhile and how strongly it did last, in dBm; `isDown`: it says nothing, and the walk cannot be finished without it. */
    received: z.array(
      z.object({
        gateway: Named,
        room: Named,
        readings: z.int(),
        rssi: z.int().nullable(),
        isDown: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Walk' })
export type Walk = z.output<typeof Walk>

export const Calibration = z
  .object({
    /** People are placed by the walks: every room with a gateway has one, and the gateways stand as then. */
    isCalibrated: z.boolean(),
    /** More than 30 rooms have a gateway: nobody is placed by walks there. */
    isTooLarge: z.boolean(),
    /** Those with a gateway. */
    rooms: z.array(
      Named.extend({
        /** The newest; null: nobody walked through it yet. */
        walk: z
          .object({
            endedAt: Instant,
            by: z.string().nullable(),
            /** False: a gateway was moved or added since. */
            isValid: z.boolean(),
          })
          .nullable(),
        /** Of so many decisions about this room so many were right; null: nobody is placed by walks yet. */
        examined: z.object({ decisions: z.int(), right: z.int() }).nullable(),
      }),
    ),
    /** Of so many decisions about the quarter of each walk that was left out, so many were right. */
    examined: z
      .object({
        decisions: z.int(),
        right: z.int(),
        mostMixedUp: z.object({ room: Named, other: Named, count: z.int() }).nullable(),
      })
      .nullable(),
    /** Begun and neither finished nor discarded: they count for nothing. */
    going: z.array(
      z.object({
        uuid: Uuid,
        room: Named,
        beacon: Named,
        startedAt: Instant,
        by: z.string().nullable(),
        isOwn: z.boolean(),
      }),
    ),
    /** Gateways of the branch that stand in a room and say nothing: no walk can be begun or finished without them. */
    down: z.array(Named),
    /** Tags that nobody carries and a gateway received a moment ago. */
    tags: z.array(Tag),
  })
  .meta({ id: 'Calibration' })
export type Calibration = z.output<typeof Calibration>

const byUuid = z.object({ uuid: Uuid })

export const calibration = endpoint({
  method: 'GET',
  path: '/blt/calibration/:uuid',
  summary:
    'Which rooms of a branch somebody walked through with a tag, and how often that places people right',
  allow: permissions.manageRooms,
  byKey: null,
  params: byUuid,
  reply: Calibration,
})

export const startWalk = endpoint({
  method: 'POST',
  path: '/blt/walk/new',
  summary: 'Begin to walk through a room with a tag that nobody carries; one walk at a time with each tag',
  allow: permissions.manageRooms,
  byKey: null,
  body: z.strictObject({ roomUuid: Uuid, beaconUuid: Uuid }),
  reply: z.object({ walk: Walk }),
})

export const walkProgress = endpoint({
  method: 'GET',
  path: '/blt/walk/:uuid',
  summary: 'How long a walk lasts and what was received of it so far',
  allow: permissions.manageRooms,
  byKey: null,
  params: byUuid,
  reply: z.object({ walk: Walk }),
})

export const finishWalk = endpoint({
  method: 'POST',
  path: '/blt/walk/finish/:uuid',
  summary: 'End a walk of 30 to 180 seconds: from now on it counts, in place of an older one of its room',
  allow: permissions.manageRooms,
  byKey: null,
  params: byUuid,
  body: emptyBody,
  reply: nothing,
})

export const discardWalk = endpoint({
  method: 'DELETE',
  path: '/blt/walk/:uuid',
  summary: 'Give up a walk that is not finished',
  allow: permissions.manageRooms,
  byKey: null,
  params: byUuid,
  reply: nothing,
})
