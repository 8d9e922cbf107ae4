/** By which the room decision is measured: a floor of rooms, a gateway in each, walls between them, noise and fades. Repeatable by its seed. */

export const ROOM_METRES = 5
const AT_ONE_METRE_DBM = -59
const LOSS = 2.2
const WALL_DB = 4
const DEAF_BELOW_DBM = -95
const SIGMA_DB = 2.5
const FADES = { share: 0.1, db: -6 }

export type Spot = { x: number; y: number }

export type Floor = { columns: number; rows: number }
export const roomsOf = ({ columns, rows }: Floor): number => columns * rows
const placeOf = ({ columns }: Floor, room: number): [column: number, row: number] => [
  room % columns,
  Math.floor(room / columns),
]
export const middleOf = (floor: Floor, room: number): Spot => {
  const [column, row] = placeOf(floor, room)
  return { x: (column + 0.5) * ROOM_METRES, y: (row + 0.5) * ROOM_METRES }
}
const roomAt = ({ x, y }: Spot): Spot => ({ x: Math.floor(x / ROOM_METRES), y: Math.floor(y / ROOM_METRES) })

/** Even numbers in [0, 1), the same for the same seed (mulberry32). */
export function createChance(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
}

/** Mean 0, deviation 1 (Box-Muller). */
const bell = (chance: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())

/** Somewhere in a room, not at its walls. */
export function somewhereIn(floor: Floor, room: number, chance: () => number): Spot {
  const { x, y } = middleOf(floor, room)
  const reach = ROOM_METRES / 2 - 0.75
  return { x: x + (2 * chance() - 1) * reach, y: y + (2 * chance() - 1) * reach }
}

/** What the gateway in the middle of a room hears of a beacon; undefined: nothing. */
export function strengthAt(
  floor: Floor,
  { room, spot }: { room: number; spot: Spot },
  chance: () => number,
): number | undefined {
  const gateway = middleOf(floor, room)
  const metres = Math.max(0.5, Math.hypot(gateway.x - spot.x, gateway.y - spot.y))
  const [here, there] = [roomAt(spot), roomAt(gateway)]
  const walls = Math.abs(here.x - there.x) + Math.abs(here.y - there.y)
  const mean = AT_ONE_METRE_DBM - 10 * LOSS * Math.log10(metres) - walls * WALL_DB
  const fade = chance() < FADES.share ? FADES.db : 0
  const dbm = Math.round(mean + SIGMA_DB * bell(chance) + fade)
  return dbm < DEAF_BELOW_DBM ? undefined : dbm
}
