import type { FenceShape } from '@carewatch/contracts/fences'
import type { Place } from '@carewatch/contracts/http/fields'
import type { DeviceLocation } from '@carewatch/contracts/http/positions'
import { type Bounds, boundsOf, circleAround, metresBetween } from '../map/geo.ts'
import type { Look } from '../map/ShapeLayer.tsx'
import { areaOf, collection } from '../map/shapes.ts'

export const cornersOf = (shape: FenceShape): Place[] =>
  shape.kind === 'CIRCLE' ? circleAround(shape.centre, shape.radiusM) : shape.corners

const inks = { fence: '#2f7fb5', draft: '#8f5fd0', accuracy: '#14806e' } as const
type Area = keyof typeof inks

/** Two layers of one source: what is inside, and its edge. The colours are read on light and on dark ground. */
export const areaLooks = (area: Area): Look[] => [
  { id: `${area}-fill`, type: 'fill', paint: { 'fill-color': inks[area], 'fill-opacity': 0.12 } },
  {
    id: `${area}-edge`,
    type: 'line',
    paint: {
      'line-color': inks[area],
      'line-width': 2,
      'line-opacity': ['case', ['get', 'isActive'], 1, 0.5],
    },
  },
]

export const fenceLooks = areaLooks('fence')
export const draftLooks = areaLooks('draft')
export const accuracyLooks = areaLooks('accuracy')

type Drawn = { shape: FenceShape; isActive: boolean }

export const fenceShapes = (fences: readonly Drawn[]) =>
  collection(fences.map(({ shape, isActive }) => areaOf(cornersOf(shape), { isActive })))

/** How unsure a watch is of where it is, as wide as it is. */
export const accuracyShapes = (position: (Place & { accuracy: number | null }) | null) =>
  collection(
    position?.accuracy ? [areaOf(circleAround(position, position.accuracy), { isActive: true })] : [],
  )

type Seen = Pick<DeviceLocation, 'position' | 'home'>

/** What a map shows of somebody: home, and all of the circle that they are in. */
export function boundsAround({ position, home }: Seen): Bounds | null {
  const circle = position?.accuracy ? circleAround(position, position.accuracy) : []
  return boundsOf([...circle, position, home].flatMap((place) => (place ? [place] : [])))
}

/** How far from home they are; null: nobody knows, for their home is in the wide circle that a network found them in. */
export function metresFromHome({ position, home }: Seen): number | null {
  if (!position || !home) return null
  const metres = metresBetween(home, position)
  return position.source === 'GPS' || metres > (position.accuracy ?? 0) ? metres : null
}
