import { type Calibration, type RoomWalk } from './calibration.ts'
import { decideCalibrated } from './decide-calibrated.ts'
import { decideRoom, levelAfter } from './decide-room.ts'
import { examine } from './examine-calibration.ts'
import type { Claim, CreateDecider } from './score-decision.ts'
import { type Gateways, type GatewayState, nowhere, type Whereabouts } from './whereabouts.ts'
import { type Chance, type Reading, walkRoom, WARD_ROOMS, type Ward } from './ward-model.ts'

/** Both decisions, as the engine takes them, of one tag in the ward of the model. */

const gatewaysOf = (states: readonly GatewayState[]): Gateways =>
  new Map(
    states.map((state, id) => [
      id,
      { roomId: id, offset: 0, reportsEveryMs: null, lastMessageAt: null, state },
    ]),
  )

const claimOf = ({ roomId, confidence }: Whereabouts): Claim => ({ roomId, confidence })

function withLevels(state: Whereabouts, readings: readonly Reading[]): Whereabouts {
  const levels = new Map(state.levels)
  for (const { gatewayId, dbm, time } of readings)
    levels.set(gatewayId, levelAfter(levels.get(gatewayId), { dbm, time }))
  return { ...state, levels }
}

export const uncalibrated: CreateDecider = () => {
  let state = nowhere(0)
  return (readings, { now, states }) => {
    state = decideRoom(withLevels(state, readings), gatewaysOf(states), now)
    return claimOf(state)
  }
}

/** A minute's walk through every room, as a nurse would. */
export const walksThrough = (ward: Ward, chance: Chance): RoomWalk[] =>
  Array.from({ length: WARD_ROOMS }, (_, roomId) => ({
    roomId,
    startedAt: 0,
    endedAt: 60_000,
    readings: walkRoom(ward, roomId, chance),
  }))

const known = new WeakMap<Ward, Calibration>()

export const calibrated: CreateDecider = (ward, chance) => {
  const calibration = known.get(ward) ?? examine(walksThrough(ward, chance)).calibration
  known.set(ward, calibration)
  let state = nowhere(0)
  return (readings, { now, states }) => {
    const gateways = gatewaysOf(states)
    state = decideCalibrated(withLevels(state, readings), { calibration, gateways, readings, now })
    return claimOf(state)
  }
}
