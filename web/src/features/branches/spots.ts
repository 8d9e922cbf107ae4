import type { PlanRoom, Spot } from '@carewatch/contracts/http/floor-plans'

/** Where each room is in percent, as it is typed: by `uuid.x` with a dash, for a dot means a field of a field. */
export type Spots = Record<string, number | ''>

export const xOf = (uuid: string): string => `x-${uuid}`
export const yOf = (uuid: string): string => `y-${uuid}`

const percent = (part: number): number => Math.round(part * 1_000) / 10

export const spotsOf = (rooms: readonly PlanRoom[]): Spots =>
  Object.fromEntries(
    rooms.flatMap(({ uuid, spot }) => [
      [xOf(uuid), spot ? percent(spot.x) : ''],
      [yOf(uuid), spot ? percent(spot.y) : ''],
    ]),
  )

/** Where a room is as it was typed or moved; null: nowhere, or half of it is missing. */
export function spotIn(spots: Spots, uuid: string): Spot | null {
  const [x, y] = [spots[xOf(uuid)], spots[yOf(uuid)]]
  return typeof x === 'number' && typeof y === 'number' ? { x: x / 100, y: y / 100 } : null
}

const isWrong = (typed: Spots[string] | undefined): boolean =>
  typeof typed === 'number' && (typed < 0 || typed > 100)

/** What is wrong with what was typed, by field: half a place would take the room off the plan without a word. */
export function spotErrors(
  spots: Spots,
  rooms: readonly PlanRoom[],
): Record<string, 'field.required' | 'field.invalid'> {
  const errors = rooms.flatMap(({ uuid }) => {
    const keys = [xOf(uuid), yOf(uuid)]
    const missing = keys.filter((key) => typeof spots[key] !== 'number')
    return [
      ...(missing.length === 1 ? missing.map((key) => [key, 'field.required'] as const) : []),
      ...keys.filter((key) => isWrong(spots[key])).map((key) => [key, 'field.invalid'] as const),
    ]
  })
  return Object.fromEntries(errors)
}

/** The rooms that are elsewhere than they were, as they are sent. */
export function movedRooms(spots: Spots, rooms: readonly PlanRoom[]): { uuid: string; spot: Spot | null }[] {
  const before = spotsOf(rooms)
  return rooms
    .filter(({ uuid }) => [xOf(uuid), yOf(uuid)].some((key) => spots[key] !== before[key]))
    .map(({ uuid }) => ({ uuid, spot: spotIn(spots, uuid) }))
}

const inside = (part: number): number => Math.min(1, Math.max(0, part))

export const asTyped = (uuid: string, { x, y }: Spot): Spots => ({
  [xOf(uuid)]: percent(inside(x)),
  [yOf(uuid)]: percent(inside(y)),
})

const STEP = 0.01
const LARGE_STEP = 0.05
/** A picture is not mirrored: left is left in every language. */
const directions: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
}

/** Where a key moves a room to; null: the key moves nothing. */
export function movedBy({ x, y }: Spot, { key, shiftKey }: { key: string; shiftKey: boolean }): Spot | null {
  const direction = directions[key]
  if (!direction) return null
  const step = shiftKey ? LARGE_STEP : STEP
  return { x: inside(x + direction[0] * step), y: inside(y + direction[1] * step) }
}
