import { decideCalibrated } from '../decide-calibrated.ts'
import { decideRoom } from '../decide-room.ts'
import { type Calibration, calibrate, type Walk } from '../fingerprints.ts'
import { type Gateways, levelAfter } from '../levels.ts'
import { windowsOf } from '../room-filter.ts'
import { nowhere, type Whereabouts } from '../where.ts'
import { createChance } from '../radio-model.ts'
import type { Model } from './models.ts'
import type { Decider, MakeDecider } from './measure.ts'
import { createTag, surveyor } from './tag.ts'

const SECOND_MS = 1_000
const [QUIET_MS, DOWN_MS] = [10_000, 30_000]

function gatewaysAt({ building }: Model, time: number, lastWordAt: (gateway: number) => number): Gateways {
  return new Map(
    building.gateways.map(({ roomId }, id) => {
      const ms = time - lastWordAt(id)
      const silent = ms > DOWN_MS ? 'down' : 'quiet'
      const work = ms > QUIET_MS ? silent : 'awake'
      return [id, { roomId, branchId: 1, offset: 0, reportsEveryMs: null, silentMs: ms, work }]
    }),
  )
}

function decider(
  model: Model,
  decide: (state: Whereabouts, gateways: Gateways, time: number) => Whereabouts,
): Decider {
  let state = nowhere(0)
  return {
    receive({ gateway, dbm, time }) {
      const level = levelAfter(state.levels.get(gateway), { dbm, time })
      const received = [...state.received, { gatewayId: gateway, dbm, time }]
      state = { ...state, levels: new Map(state.levels).set(gateway, level), received }
    },
    decide(time, lastWordAt) {
      state = { ...decide(state, gatewaysAt(model, time, lastWordAt), time), received: [] }
      return state
    },
  }
}

/** By how strongly each room receives it. */
export const uncalibrated: MakeDecider = (model) => decider(model, decideRoom)

/** What gateways receive of a tag that somebody carries through a room for a minute. */
export function walkThrough(model: Model, { room, seed }: { room: number; seed: number }): Walk {
  const seconds = 60
  const chance = createChance(seed)
  const receive = createTag(model, 0, chance)
  const moments = [...surveyor(model.building, { room, seconds }, chance)]
  const received = moments.flatMap((moment, second) =>
    receive(moment, second * SECOND_MS).map(({ gateway, dbm, time }) => ({ gatewayId: gateway, dbm, time })),
  )
  return { roomId: room, windows: windowsOf(received, seconds * SECOND_MS).map(({ window }) => window) }
}

export const calibrationOf = (model: Model, { seed, walks }: { seed: number; walks: number }): Calibration =>
  calibrate(
    model.building.rooms.flatMap((_, room) =>
      Array.from({ length: walks }, (__, walk) =>
        walkThrough(model, { room, seed: seed * 997 + room * 31 + walk }),
      ),
    ),
  )

/** By walks through each room. */
export const calibrated = ({ seed, walks = 1 }: { seed: number; walks?: number }): MakeDecider => {
  const known = new Map<Model, Calibration>()
  return (model) => {
    const calibration = known.get(model) ?? calibrationOf(model, { seed, walks })
    known.set(model, calibration)
    return decider(model, (state, gateways, time) =>
      decideCalibrated(state, { gateways, calibration, evidence: [] }, time),
    )
  }
}
