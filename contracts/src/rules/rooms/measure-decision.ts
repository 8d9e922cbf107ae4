import { decideRoom, levelAfter } from './decide-room.ts'
import { DECIDE_EVERY_MS, type Gateways, type Level, nowhere, type Whereabouts } from './whereabouts.ts'
import { createChance, type Floor, strengthAt, roomsOf, somewhereIn, type Spot } from './radio-model.ts'

const SECOND_MS = 1_000
const HOUR_S = 3_600
const floor: Floor = { columns: 4, rows: 2 }

/** A gateway in each room, numbered as the room. */
const gateways: Gateways = new Map(
  Array.from({ length: roomsOf(floor) }, (_, room) => [
    room,
    { roomId: room, offset: 0, reportsEveryMs: null, lastMessageAt: null, state: 'up' },
  ]),
)

export type Measured = {
  /** Of all decisions while somebody stood in a room, those that said another. */
  wrongShare: number
  /** Decisions for another room, per hour at rest. */
  changesPerHour: number
  decisions: number
}

function receiveAll(
  levels: Whereabouts['levels'],
  spot: Spot,
  { time, chance }: { time: number; chance: () => number },
) {
  const next = new Map<number, Level>(levels)
  for (const room of gateways.keys()) {
    const dbm = strengthAt(floor, { room, spot }, chance)
    if (dbm !== undefined) next.set(room, levelAfter(levels.get(room), { dbm, time }))
  }
  return next
}

type Stay = { room: number; spot: Spot; seconds: number }

/** Follows one beacon from stay to stay, received once a second by every gateway that can. */
function follow(stays: Iterable<Stay>, chance: () => number): Measured & { changes: number } {
  let state = nowhere(0)
  let [time, decisions, wrong, changes] = [0, 0, 0, 0]
  for (const { room, spot, seconds } of stays) {
    for (let second = 0; second < seconds; second++, time += SECOND_MS) {
      state = { ...state, levels: receiveAll(state.levels, spot, { time, chance }) }
      if (time % DECIDE_EVERY_MS !== 0) continue
      const before = state.roomId
      state = decideRoom(state, gateways, time)
      decisions++
      if (state.roomId !== room) wrong++
      if (before !== null && before !== state.roomId) changes++
    }
  }
  return {
    decisions,
    wrongShare: wrong / decisions,
    changes,
    changesPerHour: (changes * HOUR_S * SECOND_MS) / time,
  }
}

function* wander(chance: () => number, stays: number): Generator<Stay> {
  for (let stay = 0; stay < stays; stay++) {
    const room = Math.floor(chance() * roomsOf(floor))
    yield { room, spot: somewhereIn(floor, room, chance), seconds: 120 + Math.floor(chance() * 480) }
  }
}

function* rest(chance: () => number, hours: number): Generator<Stay> {
  const room = Math.floor(chance() * roomsOf(floor))
  yield { room, spot: somewhereIn(floor, room, chance), seconds: hours * HOUR_S }
}

/** The two figures the decision is held to: of beacons that walk from room to room, and of beacons at rest. */
export function measureDecision({ beacons, seed }: { beacons: number; seed: number }): Measured {
  const each = Array.from({ length: beacons }, (_, beacon) => createChance(seed + beacon))
  const walked = each.map((chance) => follow(wander(chance, 20), chance))
  const rested = each.map((chance) => follow(rest(chance, 2), chance))
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    wrongShare: mean(walked.map(({ wrongShare }) => wrongShare)),
    changesPerHour: mean(rested.map(({ changesPerHour }) => changesPerHour)),
    decisions: [...walked, ...rested].reduce((sum, { decisions }) => sum + decisions, 0),
  }
}
