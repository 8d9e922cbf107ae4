import { createChance, type Spot } from './radio-model.ts'

/**
 * The floor that the room decision is held to: six rooms of 20 square metres, a gateway in a socket of each, noise of 5 dB, a reading
 * every two to eight seconds of each gateway, and one wall that lets everything through. What is tuned is tuned on other seeds than what is held to.
 */

const COLUMNS = 3
const ROWS = 2
export const WARD_ROOMS = COLUMNS * ROWS
const METRES = Math.sqrt(20)

const AT_ONE_METRE_DBM = -59
const LOSS = 2.2
const WALL_DB = 4
const SIGMA_DB = 5
const DEAF_BELOW_DBM = -95
const GAP_MS = { least: 2_000, most: 8_000 }
/** Nobody stands in a wall. */
const MARGIN_METRES = 0.5

export type Chance = () => number
export type Reading = { gatewayId: number; dbm: number; time: number }

export type Ward = {
  /** By room; a gateway is numbered as its room. */
  gateways: readonly Spot[]
  /** The rooms on both sides of the wall that leaks. */
  leak: readonly [number, number]
  /** How strongly things swing over minutes, beside the noise. */
  fadesDb: number
}

const columnOf = (room: number): number => room % COLUMNS
const rowOf = (room: number): number => Math.floor(room / COLUMNS)
const wallsBetween = (one: number, other: number): number =>
  Math.abs(columnOf(one) - columnOf(other)) + Math.abs(rowOf(one) - rowOf(other))

export const neighboursOf = (room: number): number[] =>
  Array.from({ length: WARD_ROOMS }, (_, other) => other).filter((other) => wallsBetween(room, other) === 1)

const pick = <Item>(items: readonly Item[], chance: Chance): Item => {
  const item = items[Math.floor(chance() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}

export function somewhereInWard(room: number, chance: Chance): Spot {
  const reach = METRES / 2 - MARGIN_METRES
  const at = (index: number) => (index + 0.5) * METRES + (2 * chance() - 1) * reach
  return { x: at(columnOf(room)), y: at(rowOf(room)) }
}

/** A gateway stands where the socket is: by one of the walls. */
function socketIn(room: number, chance: Chance): Spot {
  const { x, y } = somewhereInWard(room, chance)
  const [left, top] = [columnOf(room) * METRES, rowOf(room) * METRES]
  const far = METRES - MARGIN_METRES
  const side = Math.floor(chance() * 4)
  if (side < 2) return { x: left + (side === 0 ? MARGIN_METRES : far), y }
  return { x, y: top + (side === 2 ? MARGIN_METRES : far) }
}

export function createWard(seed: number, fadesDb = 0): Ward {
  const chance = createChance(seed)
  const gateways = Array.from({ length: WARD_ROOMS }, (_, room) => socketIn(room, chance))
  const leaking = Math.floor(chance() * WARD_ROOMS)
  return { gateways, leak: [leaking, pick(neighboursOf(leaking), chance)], fadesDb }
}

/** Mean 0, deviation 1 (Box-Muller). */
const bell = (chance: Chance): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

/** How many walls are in the way: of the leaking one only its two rooms are free. */
function wallsTo({ leak }: Ward, from: number, to: number): number {
  return leak.includes(from) && leak.includes(to) && from !== to ? 0 : wallsBetween(from, to)
}

type Place = { room: number; spot: Spot }

function meanAt(ward: Ward, gatewayId: number, { room, spot }: Place): number {
  const gateway = ward.gateways[gatewayId] ?? { x: 0, y: 0 }
  const metres = Math.max(0.5, Math.hypot(gateway.x - spot.x, gateway.y - spot.y))
  return AT_ONE_METRE_DBM - 10 * LOSS * Math.log10(metres) - wallsTo(ward, room, gatewayId) * WALL_DB
}

const FADE_MINUTES = 2

/** What the gateways receive of one tag, second by second. */
export function createReceivers(ward: Ward, chance: Chance) {
  const gap = () => GAP_MS.least + chance() * (GAP_MS.most - GAP_MS.least)
  const due = ward.gateways.map(() => gap())
  const fades = ward.gateways.map(() => ward.fadesDb * bell(chance))
  const kept = Math.exp(-1 / (60 * FADE_MINUTES))

  return (place: Place, time: number): Reading[] => {
    for (const [id, fade] of fades.entries())
      fades[id] = kept * fade + Math.sqrt(1 - kept * kept) * ward.fadesDb * bell(chance)
    return ward.gateways.flatMap((_, gatewayId) => {
      if (time < (due[gatewayId] ?? 0)) return []
      due[gatewayId] = time + gap()
      const dbm = Math.round(
        meanAt(ward, gatewayId, place) + (fades[gatewayId] ?? 0) + SIGMA_DB * bell(chance),
      )
      return dbm < DEAF_BELOW_DBM ? [] : [{ gatewayId, dbm, time }]
    })
  }
}

export type Step = Place & { time: number; readings: Reading[] }

const SECOND_MS = 1_000

type Stay = { room: number; seconds: number; changesSpot: boolean }

/** Second by second where somebody is who stays here and there, and what is received of them. */
export function* live(ward: Ward, stays: Iterable<Stay>, chance: Chance): Generator<Step> {
  const receive = createReceivers(ward, chance)
  let time = 0
  for (const { room, seconds, changesSpot } of stays) {
    let spot = somewhereInWard(room, chance)
    let movesAt = 20 + chance() * 40
    for (let second = 0; second < seconds; second++, time += SECOND_MS) {
      if (changesSpot && second >= movesAt) {
        spot = somewhereInWard(room, chance)
        movesAt = second + 20 + chance() * 40
      }
      yield { room, spot, time, readings: receive({ room, spot }, time) }
    }
  }
}

/** From room to neighbouring room, one to five minutes in each. */
export function* wander(first: number, chance: Chance, stays: number): Generator<Stay> {
  let room = first
  for (let stay = 0; stay < stays; stay++) {
    yield { room, seconds: 60 + Math.floor(chance() * 240), changesSpot: true }
    room = pick(neighboursOf(room), chance)
  }
}

const WALK_SECONDS = 60

/** A walk through one room with a tag in the hand, as it is calibrated: somewhere else every two seconds. */
export function walkRoom(ward: Ward, room: number, chance: Chance): Reading[] {
  const receive = createReceivers(ward, chance)
  return Array.from({ length: WALK_SECONDS / 2 }).flatMap((_, step) => {
    const spot = somewhereInWard(room, chance)
    return [2 * step, 2 * step + 1].flatMap((second) => receive({ room, spot }, second * SECOND_MS))
  })
}
