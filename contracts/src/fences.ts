import { z } from 'zod'
import { Place } from './http/fields.ts'
import { TimeOfDay } from './wire.ts'

export const FENCE_RADIUS_M = 150
/** GPS is no more exact than that. */
export const FENCE_RADIUS_MIN_M = 100
export const FENCE_RADIUS_MAX_M = 100_000
export const FENCE_CORNERS_MAX = 100
export const FENCES_MAX = 20
/** What the fence around the home location is called until somebody names it. */
export const HOME_FENCE_NAME = 'Home'
export const hasOwnName = ({ isHome, name }: { isHome: boolean; name: string }): boolean =>
  !isHome || name !== HOME_FENCE_NAME

export const fenceStandings = ['INSIDE', 'OUTSIDE', 'UNKNOWN'] as const
export type FenceStanding = (typeof fenceStandings)[number]

type Corner = Pick<Place, 'lat' | 'lng'>

const turn = (a: Corner, b: Corner, c: Corner): number =>
  Math.sign((b.lng - a.lng) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lng - a.lng))

const cross = ([a, b]: [Corner, Corner], [c, d]: [Corner, Corner]): boolean =>
  turn(a, b, c) * turn(a, b, d) < 0 && turn(c, d, a) * turn(c, d, b) < 0

/** A line that crosses itself has no inside. */
export function crossesItself(corners: readonly Corner[]): boolean {
  const sides = corners.flatMap((corner, index): [Corner, Corner][] => {
    const next = corners[(index + 1) % corners.length]
    return next ? [[corner, next]] : []
  })
  return sides.some((side, index) => sides.slice(index + 1).some((other) => cross(side, other)))
}

export const FenceShape = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('CIRCLE'),
    centre: Place,
    radiusM: z
      .int()
      .min(FENCE_RADIUS_MIN_M, { error: 'tooSmall' })
      .max(FENCE_RADIUS_MAX_M, { error: 'tooLarge' }),
  }),
  z.strictObject({
    kind: z.literal('POLYGON'),
    corners: z
      .array(Place)
      .min(3, { error: 'tooFew' })
      .max(FENCE_CORNERS_MAX, { error: 'tooMany' })
      .refine((corners) => !crossesItself(corners), { error: 'crossing' })
      .meta({
        examples: [
          [
            { lat: 32.08, lng: 34.78 },
            { lat: 32.09, lng: 34.78 },
            { lat: 32.09, lng: 34.79 },
          ],
        ],
      }),
  }),
])
export type FenceShape = z.output<typeof FenceShape>

/** When it is watched, in the wearer's zone; an end before its start is on the next day. */
export const FenceSchedule = z.strictObject({
  /** Of the week, Sunday is 0. */
  days: z
    .array(z.int().min(0).max(6))
    .min(1, { error: 'required' })
    .max(7)
    .refine((days) => new Set(days).size === days.length, { error: 'invalid' })
    .meta({ examples: [[0, 1, 2]] }),
  from: TimeOfDay,
  to: TimeOfDay,
})
export type FenceSchedule = z.output<typeof FenceSchedule>
