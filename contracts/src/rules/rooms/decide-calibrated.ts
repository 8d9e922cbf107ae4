import type { Calibration } from './fingerprints.ts'
import { type Gateways, workIn } from './levels.ts'
import { withoutSignal } from './decide-room.ts'
import { type Belief, chances, type Evidence, stepped, unsettled, windowsOf } from './room-filter.ts'
import { placed, type Whereabouts } from './where.ts'

/** So likely another room must be before it is the one. */
const LIKELY = 0.6
/** Nothing is likelier than this: nobody knows. */
const UNLIKELY = 0.35
/** As likely as this, it may be in a room whose gateway is down; where it was there, it takes less to say so. */
const [PERHAPS_DOWN, STILL_DOWN] = [0.12, 0.04]
/** What is received is worth less than the filter takes it for: people stand as they stand. By measure.ts. */
const SOBER = 0.6

export type CalibratedFloor = {
  gateways: Gateways
  calibration: Calibration
  /** What happened in its rooms since the last decision. */
  evidence: readonly Evidence[]
}

/** How likely each room is, as it turns out to be. */
export function soberChances(belief: Belief, calibration: Calibration): Map<number, number> {
  const raw = chances(belief, calibration)
  const sum = [...raw.values()].reduce((all, chance) => all + chance ** SOBER, 0)
  return new Map([...raw].map(([roomId, chance]) => [roomId, chance ** SOBER / sum]))
}

function believed(
  state: Whereabouts,
  { gateways, calibration, evidence }: CalibratedFloor,
  now: number,
): Belief {
  const awake = new Set(calibration.gatewayIds.filter((id) => gateways.get(id)?.work === 'awake'))
  const windows = windowsOf(
    state.received.filter(({ gatewayId }) => gateways.get(gatewayId)?.work !== 'down'),
    now,
  )
  const spans = windows.some(({ at }) => at === now) ? windows : [...windows, { window: new Map(), at: now }]
  const first = spans[0]?.at ?? now
  const isOther = state.belief?.shares.length !== unsettled(calibration, first).shares.length
  const before = state.belief && !isOther ? state.belief : unsettled(calibration, first, state.roomId)
  return spans.reduce<Belief>(
    (belief, span) =>
      stepped(belief, calibration, { ...span, awake, evidence: span.at === now ? evidence : [] }),
    before,
  )
}

/** Where it is now, by what calibrating walks say of how each room is received. */
export function decideCalibrated(state: Whereabouts, floor: CalibratedFloor, now: number): Whereabouts {
  const { gateways, calibration } = floor
  const belief = believed(state, floor, now)
  const isReceived = state.received.length > 0
  const next = { ...state, belief, received: [], ahead: null, ...(isReceived && { lastSeenAt: now }) }
  const likely = soberChances(belief, calibration)
  const [best] = [...likely].toSorted(([, one], [, other]) => other - one)
  if (!best) return next
  const silent = [...likely].filter(([roomId]) => isSilent(gateways, roomId))
  const down = silent.reduce((sum, [, chance]) => sum + chance, 0)
  const wasThere = isSilent(gateways, state.roomId ?? (state.unknown === null ? null : state.lastRoomId))
  if (down >= (wasThere ? STILL_DOWN : PERHAPS_DOWN)) return withoutGateway(next, gateways, { silent, now })
  if (!isReceived) return withoutSignal(withConfidence(next, likely), gateways, now)
  const [roomId, chance] = best
  const raw = chances(belief, calibration).get(roomId) ?? 0
  const isOther = roomId !== state.roomId
  if (chance < UNLIKELY) return { ...placed(next, { roomId: null, unknown: 'UNSURE' }, now), confidence: 0 }
  if (!isOther || (raw < LIKELY && state.roomId !== null)) return withConfidence(next, likely)
  return { ...placed(next, { roomId, unknown: null }, now), confidence: chance }
}

const withConfidence = (state: Whereabouts, likely: ReadonlyMap<number, number>): Whereabouts =>
  state.roomId === null ? state : { ...state, confidence: likely.get(state.roomId) ?? 0 }

function isSilent(gateways: Gateways, roomId: number | null): boolean {
  const work = workIn(gateways, roomId)
  return work === 'quiet' || work === 'down'
}

/** It is, or may be, in a room whose gateways receive nothing; before that is certain, nothing changes. */
function withoutGateway(
  state: Whereabouts,
  gateways: Gateways,
  { silent, now }: { silent: readonly (readonly [number, number])[]; now: number },
): Whereabouts {
  const isDown = silent.some(([roomId]) => workIn(gateways, roomId) === 'down')
  return isDown ? { ...placed(state, { roomId: null, unknown: 'GATEWAY_DOWN' }, now), confidence: 0 } : state
}
