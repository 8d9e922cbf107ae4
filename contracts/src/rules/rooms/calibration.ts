/** What a walk through each room with a tag in the hand teaches: how a room is received, and how sure one may be of it. */

/** How one gateway received the tag at one moment of a walk. */
export type WalkReading = { gatewayId: number; dbm: number; time: number }

/** A walk through one room. */
export type RoomWalk = {
  roomId: number
  startedAt: number
  endedAt: number
  readings: readonly WalkReading[]
}

/** Evidence is weighed in steps of so long: who is received in one by a gateway, and who is not. */
export const STEP_MS = 3_000

/** How one gateway receives a tag in one room. */
export type Trace = {
  /** In which share of the steps it receives it at all. */
  received: number
  dbm: number
  sigma: number
}
/** By gateway. */
export type Fingerprint = ReadonlyMap<number, Trace>

export type Calibration = {
  /** By room. */
  fingerprints: ReadonlyMap<number, Fingerprint>
  /** By room: how likely whoever leaves it goes to each of the others. */
  ways: ReadonlyMap<number, ReadonlyMap<number, number>>
  /** How much of what is received is evidence: what is received in one place for a while is not independent. */
  temper: number
}

/** Who walks about in a room is received differently from who sits in a corner of it. */
const LEAST_SIGMA_DB = 5
/** As much as is taken to be known of a gateway before anything is: it receives little, and faintly. */
const PRIOR = { steps: 2, received: 0.2, readings: 1, dbm: -92, sigma: 8 }
/** A gateway that receives another room by so much stronger is on the next side of it e times as likely. */
const NEAR_DB = 6
/** Of those who leave a room so many take a way that the levels do not explain. */
const ANY_WAY_SHARE = 0.2

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function traceOf(readings: readonly WalkReading[], steps: number): Trace {
  const stepsReceived = new Set(readings.map(({ time }) => Math.floor(time / STEP_MS))).size
  const weight = readings.length + PRIOR.readings
  const dbm = (sum(readings.map((each) => each.dbm)) + PRIOR.readings * PRIOR.dbm) / weight
  const spread = sum(readings.map((each) => (each.dbm - dbm) ** 2)) + PRIOR.readings * PRIOR.sigma ** 2
  return {
    received: (Math.min(stepsReceived, steps) + PRIOR.steps * PRIOR.received) / (steps + PRIOR.steps),
    dbm,
    sigma: Math.max(LEAST_SIGMA_DB, Math.sqrt(spread / weight)),
  }
}

function fingerprintOf(walks: readonly RoomWalk[], gatewayIds: readonly number[]): Fingerprint {
  const steps = sum(walks.map(({ startedAt, endedAt }) => (endedAt - startedAt) / STEP_MS))
  const readings = Map.groupBy(
    walks.flatMap((walk) => walk.readings),
    ({ gatewayId }) => gatewayId,
  )
  return new Map(gatewayIds.map((id) => [id, traceOf(readings.get(id) ?? [], steps)]))
}

/** How alike two rooms are received: rooms next to each other are. */
function distanceOf(one: Fingerprint, other: Fingerprint): number {
  const differences = [...one].map(([id, trace]) => Math.abs(trace.dbm - (other.get(id)?.dbm ?? PRIOR.dbm)))
  return sum(differences) / Math.max(1, differences.length)
}

function waysFrom(roomId: number, fingerprints: Calibration['fingerprints']): ReadonlyMap<number, number> {
  const own = fingerprints.get(roomId) ?? new Map()
  const others = [...fingerprints].filter(([id]) => id !== roomId)
  const nearness = others.map(([, print]) => Math.exp(-distanceOf(own, print) / NEAR_DB))
  const total = sum(nearness)
  return new Map(
    others.map(([id], index) => [
      id,
      ((1 - ANY_WAY_SHARE) * (nearness[index] ?? 0)) / total + ANY_WAY_SHARE / others.length,
    ]),
  )
}

export function calibrate(walks: readonly RoomWalk[], temper: number): Calibration {
  const gatewayIds = [...new Set(walks.flatMap(({ readings }) => readings.map(({ gatewayId }) => gatewayId)))]
  const fingerprints = new Map(
    [...Map.groupBy(walks, ({ roomId }) => roomId)].map(([id, own]) => [id, fingerprintOf(own, gatewayIds)]),
  )
  const ways = new Map([...fingerprints.keys()].map((id) => [id, waysFrom(id, fingerprints)]))
  return { fingerprints, ways, temper }
}
