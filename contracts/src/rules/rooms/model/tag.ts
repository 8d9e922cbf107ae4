import { bell, type Spot } from '../radio-model.ts'
import { type Building, isNextTo, meanStrength, type Radio, roomAt, somewhereIn } from './building.ts'

const SECOND_MS = 1_000
const METRES_A_SECOND = 0.8

/** One second of somebody's day. */
export type Moment = { spot: Spot; room: number; facing: number }

type Chance = () => number

function pathTo(building: Building, from: number, to: number): number[] {
  const ways = [[from]]
  for (const way of ways) {
    const last = way.at(-1) ?? from
    if (last === to) return way.slice(1)
    for (const next of building.rooms.keys())
      if (isNextTo(building, last, next) && !ways.some((other) => other.includes(next)))
        ways.push([...way, next])
  }
  return [to]
}

function* walk(building: Building, from: Spot, to: Spot): Generator<Moment> {
  const seconds = Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / METRES_A_SECOND)
  const facing = Math.atan2(to.y - from.y, to.x - from.x)
  for (let second = 1; second <= seconds; second++) {
    const share = second / seconds
    const spot = { x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) }
    yield { spot, room: roomAt(building, spot), facing }
  }
}

function* stay(
  building: Building,
  { spot, seconds }: { spot: Spot; seconds: number },
  chance: Chance,
): Generator<Moment> {
  const room = roomAt(building, spot)
  let facing = chance() * 2 * Math.PI
  for (let second = 0; second < seconds; second++) {
    if (chance() < 1 / 90) facing = chance() * 2 * Math.PI
    yield { spot, room, facing }
  }
}

function* first(seconds: number, moments: Iterable<Moment>): Generator<Moment> {
  let left = seconds
  for (const moment of moments) {
    if (left-- <= 0) return
    yield moment
  }
}

/** By which spots somebody comes to a room, and perhaps to another spot in it. */
function legsTo(building: Building, { from, to }: { from: number; to: number }, chance: Chance): Spot[] {
  const way = pathTo(building, from, to).map((next) => somewhereIn(building, next, chance))
  return chance() < 0.5 ? [...way, somewhereIn(building, to, chance)] : way
}

function* endlessly(building: Building, chance: Chance): Generator<Moment> {
  let room = Math.floor(chance() * building.rooms.length)
  let spot = somewhereIn(building, room, chance)
  for (;;) {
    const others = [...building.rooms.keys()].filter((other) => other !== room)
    const to = others[Math.floor(chance() * others.length)] ?? room
    for (const leg of legsTo(building, { from: room, to }, chance)) {
      yield* walk(building, spot, leg)
      spot = leg
      if (roomAt(building, leg) === to) yield* stay(building, { spot, seconds: 60 + chance() * 400 }, chance)
    }
    room = to
  }
}

/** Goes from room to room by the doors, and stays one to seven minutes in each at one or two spots. */
export const wanderer = (building: Building, seconds: number, chance: Chance): Generator<Moment> =>
  first(seconds, endlessly(building, chance))

/** Rests in one room, turns, and once in a while moves from bed to chair. */
export function* rester(
  building: Building,
  { room, seconds }: { room: number; seconds: number },
  chance: Chance,
): Generator<Moment> {
  let left = seconds
  while (left > 0) {
    const spot = somewhereIn(building, room, chance)
    for (const moment of stay(building, { spot, seconds: 900 + chance() * 1_800 }, chance))
      if (left-- > 0) yield moment
  }
}

/** Slowly through all of a room, as a nurse does who calibrates it. */
export function* surveyor(
  building: Building,
  { room, seconds }: { room: number; seconds: number },
  chance: Chance,
): Generator<Moment> {
  let [left, spot] = [seconds, somewhereIn(building, room, chance)]
  while (left > 0) {
    const next = somewhereIn(building, room, chance)
    for (const moment of walk(building, spot, next)) if (left-- > 0) yield moment
    for (const moment of stay(building, { spot: next, seconds: 2 }, chance)) if (left-- > 0) yield moment
    spot = next
  }
}

export type Reception = { gateway: number; dbm: number; time: number }

/** What the gateways receive of a tag that somebody wears. */
export function createTag(
  { building, radio }: { building: Building; radio: Radio },
  tagDb: number,
  chance: Chance,
) {
  const fades = building.gateways.map(() => bell(chance))
  const kept = Math.exp(-1 / radio.fading.seconds)
  const [least, most] = radio.gapS
  let [nextAt, lastSpot, means]: [number, Spot | undefined, number[]] = [0, undefined, []]

  function behindBody({ spot, facing }: Moment, gateway: number): number {
    const at = building.gateways[gateway] ?? spot
    const angle = Math.atan2(at.y - spot.y, at.x - spot.x) - facing
    return (radio.bodyDb * (1 - Math.cos(angle))) / 2
  }

  return (moment: Moment, time: number): Reception[] => {
    for (const [gateway, fade] of fades.entries())
      fades[gateway] = kept * fade + Math.sqrt(1 - kept * kept) * bell(chance)
    if (time < nextAt) return []
    nextAt = time + (least + chance() * (most - least)) * SECOND_MS
    if (moment.spot !== lastSpot)
      means = building.gateways.map((_, gateway) =>
        meanStrength(building, { gateway, spot: moment.spot }, radio),
      )
    lastSpot = moment.spot
    return means.flatMap((mean, gateway) => {
      const faded = radio.fading.db * (fades[gateway] ?? 0) - behindBody(moment, gateway)
      const dbm = Math.round(mean + tagDb + faded + radio.sigmaDb * bell(chance))
      return dbm < radio.deafBelowDbm || chance() < radio.lostShare ? [] : [{ gateway, dbm, time }]
    })
  }
}
