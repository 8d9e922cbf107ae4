import type { RoomWalk } from './calibration.ts'

/** What is kept of a walk: gateway, milliseconds since its beginning, dBm. */
export type WalkReadingRow = [gatewayId: number, ms: number, dbm: number]
/** Which gateway stood in which room. */
export type WalkPlacement = [gatewayId: number, roomId: number]

/** What is reckoned for each beacon grows with the square of its branch's rooms: of a branch with more of them nobody is decided by walks. */
export const CALIBRATED_MOST_ROOMS = 30
export const isTooLarge = (placements: readonly WalkPlacement[]): boolean =>
  new Set(placements.map(([, roomId]) => roomId)).size > CALIBRATED_MOST_ROOMS

export type WalkRow = {
  roomId: number
  /** How long it took. */
  ms: number
  readings: readonly WalkReadingRow[]
  /** When it was walked. */
  placements: readonly WalkPlacement[]
}

const walkOf = ({ roomId, ms, readings }: WalkRow): RoomWalk => ({
  roomId,
  startedAt: 0,
  endedAt: ms,
  readings: readings.map(([gatewayId, time, dbm]) => ({ gatewayId, time, dbm })),
})

/** A gateway that was moved or added since receives differently, or was not there to be known. One that was taken away is only missing. */
const isAsThen = ({ placements }: WalkRow, now: readonly WalkPlacement[]): boolean => {
  const then = new Map(placements)
  return now.every(([gatewayId, roomId]) => then.get(gatewayId) === roomId)
}

/** The rooms of a branch that have a gateway, in which of them a walk counts, and those walks where that is all of them: else nobody is decided by them. */
export function walksThatCount(
  walks: readonly WalkRow[],
  now: readonly WalkPlacement[],
): { roomIds: ReadonlySet<number>; counting: ReadonlySet<number>; whole: RoomWalk[] | null } {
  const roomIds = new Set(now.map(([, roomId]) => roomId))
  const there = new Set(now.map(([gatewayId]) => gatewayId))
  const valid = walks.filter((walk) => roomIds.has(walk.roomId) && isAsThen(walk, now))
  const counting = new Set(valid.map(({ roomId }) => roomId))
  const isWhole = roomIds.size > 1 && !isTooLarge(now) && [...roomIds].every((id) => counting.has(id))
  const known = valid.map((walk) => ({
    ...walk,
    readings: walk.readings.filter(([gatewayId]) => there.has(gatewayId)),
  }))
  return { roomIds, counting, whole: isWhole ? known.map(walkOf) : null }
}
