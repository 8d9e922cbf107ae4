/** Floors and radio by which the decision of rooms is measured. Repeatable by a seed; what the decision knows of them is what gateways receive. */

import type { Spot } from '../radio-model.ts'

type Room = Spot & { width: number; height: number }

export type Building = {
  rooms: readonly Room[]
  gateways: readonly (Spot & { roomId: number | null })[]
  /** Rooms with a door between them. */
  doors: readonly (readonly [number, number])[]
  /** Rooms between which the wall holds nearly nothing back. */
  leaks: readonly (readonly [number, number])[]
}

export type Radio = {
  atOneMetreDbm: number
  loss: number
  wallDb: number
  leakDb: number
  /** Of each packet by itself. */
  sigmaDb: number
  /** Of the place: the same for whoever stands there. */
  placeDb: number
  /** Comes and goes, between one gateway and one tag. */
  fading: { db: number; seconds: number }
  /** At most, when the body is between tag and gateway. */
  bodyDb: number
  deafBelowDbm: number
  gapS: readonly [least: number, most: number]
  lostShare: number
}

/** The one of the quality goal: sigma 5 dB, gaps of 2 to 8 s. */
export const plainRadio: Radio = {
  atOneMetreDbm: -59,
  loss: 2.2,
  wallDb: 6,
  leakDb: 1,
  sigmaDb: 5,
  placeDb: 0,
  fading: { db: 0, seconds: 30 },
  bodyDb: 0,
  deafBelowDbm: -97,
  gapS: [2, 8],
  lostShare: 0.1,
}

export const middleOf = ({ x, y, width, height }: Room): Spot => ({ x: x + width / 2, y: y + height / 2 })

export const roomAt = ({ rooms }: Building, spot: Spot): number =>
  rooms.findIndex(
    ({ x, y, width, height }) => spot.x >= x && spot.x < x + width && spot.y >= y && spot.y < y + height,
  )

/** Somewhere in a room, not at its walls. */
export function somewhereIn({ rooms }: Building, room: number, chance: () => number): Spot {
  const { x, y, width, height } = rooms[room] ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: x + 0.4 + chance() * (width - 0.8), y: y + 0.4 + chance() * (height - 0.8) }
}

const isPair = (pairs: Building['doors'], one: number, other: number): boolean =>
  pairs.some(([a, b]) => (a === one && b === other) || (a === other && b === one))

export const isNextTo = ({ doors }: Building, one: number, other: number): boolean =>
  isPair(doors, one, other)

const STEP_METRES = 0.2

/** What the walls between two spots hold back. */
function wallsBetween(building: Building, { from, to }: { from: Spot; to: Spot }, radio: Radio): number {
  const steps = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / STEP_METRES)
  let [db, last] = [0, roomAt(building, from)]
  for (let step = 1; step <= steps; step++) {
    const share = step / steps
    const room = roomAt(building, {
      x: from.x + share * (to.x - from.x),
      y: from.y + share * (to.y - from.y),
    })
    if (room === last) continue
    db += isPair(building.leaks, room, last) ? radio.leakDb : radio.wallDb
    last = room
  }
  return db
}

/** Furniture, pipes and reflections: some waves over the floor, others for each gateway. */
const placeAt = ({ x, y }: Spot, gateway: number): number =>
  (Math.sin(1.3 * x + 2.1 * gateway) +
    Math.sin(1.7 * y + 1.1 * gateway) +
    Math.sin(0.9 * (x + y) + 3.7 * gateway)) /
  Math.sqrt(1.5)

/** What a gateway receives on average of a tag that lies somewhere. */
export function meanStrength(
  building: Building,
  { gateway, spot }: { gateway: number; spot: Spot },
  radio: Radio,
): number {
  const at = building.gateways[gateway] ?? spot
  const metres = Math.max(0.5, Math.hypot(at.x - spot.x, at.y - spot.y))
  return (
    radio.atOneMetreDbm -
    10 * radio.loss * Math.log10(metres) -
    wallsBetween(building, { from: spot, to: at }, radio) +
    radio.placeDb * placeAt(spot, gateway)
  )
}
