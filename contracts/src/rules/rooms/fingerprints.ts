/** What the gateways receive of a tag within one span of three seconds: how strongly, in dBm. */
export type Window = ReadonlyMap<number, number>

/** One walk through one room. */
export type Walk = { roomId: number; windows: readonly Window[] }

/** How one gateway receives whatever is in one room. */
export type Fingerprint = { mean: number; deviation: number; missing: number }

export type Calibration = {
  roomIds: readonly number[]
  gatewayIds: readonly number[]
  /** By room, then by gateway, in their order. */
  fingerprints: readonly (readonly Fingerprint[])[]
  /** By room: how likely somebody who leaves it goes to each other. */
  ways: readonly (readonly number[])[]
}

export const WINDOW_MS = 3_000

/** What a walk of a minute does not show: it counts as so many values of an ordinary deviation. */
const ORDINARY_DEVIATION_DB = 6
const ORDINARY_COUNT = 3
/** Where a gateway receives nothing, or nearly so, of what is in a room. */
const FAINT_DBM = -96
const FAINT_COUNT = 1
/** Neither never nor always: some packets are lost, and people turn their backs. */
const [MISSING_LEAST, MISSING_MOST] = [0.05, 0.97]
const MISSING_COUNT = 2
/** Rooms whose fingerprints differ by this, on average of all gateways, are no neighbours. */
const NEIGHBOUR_DB = 4
/** The least that any room is a neighbour of any other: people pass through others unnoticed. */
const ANY_WAY = 0.1

function fingerprintOf(windows: readonly Window[], gatewayId: number): Fingerprint {
  const values = windows.flatMap((window) => window.get(gatewayId) ?? [])
  const count = values.length + FAINT_COUNT * (values.length === 0 ? 1 : 0)
  const mean = values.length === 0 ? FAINT_DBM : values.reduce((sum, value) => sum + value, 0) / count
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const deviation = Math.sqrt(
    (squares + ORDINARY_COUNT * ORDINARY_DEVIATION_DB ** 2) / (values.length + ORDINARY_COUNT),
  )
  const missing = (windows.length - values.length + MISSING_COUNT / 2) / (windows.length + MISSING_COUNT)
  return { mean, deviation, missing: Math.min(MISSING_MOST, Math.max(MISSING_LEAST, missing)) }
}

/** How differently two rooms are received. */
function difference(one: readonly Fingerprint[], other: readonly Fingerprint[]): number {
  const each = one.map(({ mean }, gateway) => Math.abs(mean - (other[gateway]?.mean ?? FAINT_DBM)))
  return each.reduce((sum, db) => sum + db, 0) / Math.max(1, each.length)
}

function waysOf(fingerprints: Calibration['fingerprints']): number[][] {
  return fingerprints.map((own, room) => {
    const apart = fingerprints.map((other, to) =>
      to === room ? Number.POSITIVE_INFINITY : difference(own, other),
    )
    const nearest = Math.min(...apart)
    const weights = apart.map((db) =>
      Number.isFinite(db) ? ANY_WAY + Math.exp(-(db - nearest) / NEIGHBOUR_DB) : 0,
    )
    const sum = weights.reduce((all, weight) => all + weight, 0)
    return weights.map((weight) => (sum === 0 ? 0 : weight / sum))
  })
}

/** What walks through rooms say of how they are received; several walks of one room count together. */
export function calibrate(walks: readonly Walk[]): Calibration {
  const byRoom = Map.groupBy(walks, ({ roomId }) => roomId)
  const roomIds = [...byRoom.keys()].toSorted((one, other) => one - other)
  const gatewayIds = [
    ...new Set(walks.flatMap(({ windows }) => windows.flatMap((window) => [...window.keys()]))),
  ].toSorted((one, other) => one - other)
  const fingerprints = roomIds.map((roomId) => {
    const windows = (byRoom.get(roomId) ?? []).flatMap((walk) => walk.windows)
    return gatewayIds.map((gatewayId) => fingerprintOf(windows, gatewayId))
  })
  return { roomIds, gatewayIds, fingerprints, ways: waysOf(fingerprints) }
}
