import { type Calibration, type Fingerprint, type Window, WINDOW_MS } from './fingerprints.ts'

/** By how many dB a tag may be stronger or weaker than the one that calibrated, as it is mounted, worn and charged. */
const OFFSETS = [-12, -9, -6, -3, 0, 3, 6, 9, 12]
const OFFSET_DEVIATION_DB = 5
/** So often a tag's offset is another: it is worn otherwise. */
const OFFSET_SHIFT = 0.002
/** How long somebody stays in a room, on average. */
const STAY_MS = 150_000
/** A door that moved makes it so much likelier that somebody came or went. */
const DOOR_FACTOR = 6
/** What is received within seconds is not independent: the body stands as it stood. It counts as so much of what it would. */
const RECEIVED_WEIGHT = 0.8
const MISSING_WEIGHT = 0.2
/** Nothing is so unlikely that one packet alone decides. */
const OUTLIER = 0.001
/** After such a silence it may be anywhere. */
const FORGOTTEN_MS = 600_000

/** How likely each room is at each offset of the tag: room by room, by offset in each. */
export type Belief = { shares: Float64Array; at: number }

/** What happened in a room that somebody in it may have done. */
export type Evidence = { roomId: number; kind: 'door' | 'motion' | 'button' }
const EVIDENCE_LOG: Record<Evidence['kind'], number> = {
  door: Math.log(1.2),
  motion: Math.log(1.5),
  button: Math.log(2),
}

export type Step = {
  window: Window
  /** Gateways that are at work: of others nothing follows from what is missing. */
  awake: ReadonlySet<number>
  evidence: readonly Evidence[]
  at: number
}

const COUNT = OFFSETS.length
/** Nothing is ruled out for ever. */
const LEAST = 1e-15

function add(to: Float64Array, index: number, value: number): void {
  to[index] = (to[index] ?? 0) + value
}

function normalised(shares: Float64Array): Float64Array {
  let sum = 0
  for (const share of shares) sum += share
  return shares.map((share) => Math.max(share / sum, LEAST))
}

const offsetShare = (db: number): number => Math.exp(-(db ** 2) / (2 * OFFSET_DEVIATION_DB ** 2))

/** Before anything is known; `roomId`: where it was a moment ago. */
export function unsettled({ roomIds }: Calibration, at: number, roomId?: number | null): Belief {
  const shares = roomIds.flatMap((id) => OFFSETS.map((db) => offsetShare(db) * (id === roomId ? 4 : 1)))
  return { shares: normalised(Float64Array.from(shares)), at }
}

/** Somebody may have gone to another room meanwhile, most likely next door; and the tag may be worn otherwise. */
function moved({ shares, at }: Belief, { ways, roomIds }: Calibration, step: Step): Float64Array {
  const ms = Math.max(0, step.at - at)
  const doors = new Set(step.evidence.flatMap(({ kind, roomId }) => (kind === 'door' ? [roomId] : [])))
  const next = new Float64Array(shares.length)
  for (const [from, id] of roomIds.entries()) {
    const leaves = 1 - Math.exp((-ms / STAY_MS) * (doors.has(id) ? DOOR_FACTOR : 1))
    const to = ways[from] ?? []
    for (let offset = 0; offset < COUNT; offset++) {
      const share = shares[from * COUNT + offset] ?? 0
      add(next, from * COUNT + offset, share * (1 - leaves))
      for (let room = 0; room < to.length; room++)
        add(next, room * COUNT + offset, share * leaves * (to[room] ?? 0))
    }
  }
  return otherOffsets(next)
}

function otherOffsets(shares: Float64Array): Float64Array {
  for (let room = 0; room < shares.length; room += COUNT) {
    const own = shares.subarray(room, room + COUNT)
    const all = own.reduce((sum, share) => sum + share, 0) / COUNT
    for (const [offset, share] of own.entries()) own[offset] = share * (1 - OFFSET_SHIFT) + all * OFFSET_SHIFT
  }
  return shares
}

function levelLog({ mean, deviation }: Fingerprint, dbm: number): number {
  const away = (dbm - mean) / deviation
  return Math.log(OUTLIER + Math.exp((-away * away) / 2) / (deviation * Math.sqrt(2 * Math.PI)))
}

/** How likely what was received is in a room, by offset, in logarithms. */
function likelihood(prints: readonly Fingerprint[], { gatewayIds }: Calibration, step: Step): Float64Array {
  const logs = new Float64Array(COUNT)
  let missing = 0
  for (const [index, gatewayId] of gatewayIds.entries()) {
    const print = prints[index]
    if (!print || !step.awake.has(gatewayId)) continue
    const dbm = step.window.get(gatewayId)
    missing += MISSING_WEIGHT * Math.log(dbm === undefined ? print.missing : 1 - print.missing)
    if (dbm === undefined) continue
    for (const [offset, db] of OFFSETS.entries())
      add(logs, offset, RECEIVED_WEIGHT * levelLog(print, dbm - db))
  }
  return logs.map((log) => log + missing)
}

/** What is believed after three more seconds: where it may have gone, and what the gateways received. Nothing received says nothing. */
export function stepped(belief: Belief, calibration: Calibration, step: Step): Belief {
  if (step.at - belief.at > FORGOTTEN_MS) return stepped(unsettled(calibration, step.at), calibration, step)
  const logs = moved(belief, calibration, step).map(Math.log)
  for (const [room, roomId] of calibration.roomIds.entries()) {
    const happened = step.evidence.reduce(
      (sum, one) => sum + (one.roomId === roomId ? EVIDENCE_LOG[one.kind] : 0),
      0,
    )
    const prints = calibration.fingerprints[room] ?? []
    const received = step.window.size === 0 ? new Float64Array(COUNT) : likelihood(prints, calibration, step)
    for (const [offset, log] of received.entries()) add(logs, room * COUNT + offset, log + happened)
  }
  const most = logs.reduce((max, log) => Math.max(max, log))
  return { shares: normalised(logs.map((log) => Math.exp(log - most))), at: step.at }
}

/** How likely it is in each room, whatever its offset. */
export function chances({ shares }: Belief, { roomIds }: Calibration): Map<number, number> {
  return new Map(
    roomIds.map((id, room) => {
      const own = shares.subarray(room * COUNT, (room + 1) * COUNT)
      return [id, own.reduce((sum, share) => sum + share, 0)]
    }),
  )
}

export type Received = { gatewayId: number; dbm: number; time: number }

/** What was received since, in spans of three seconds back from now. */
export function windowsOf(received: readonly Received[], now: number): { window: Window; at: number }[] {
  const spans = Map.groupBy(received, ({ time }) => Math.max(0, Math.floor((now - time) / WINDOW_MS)))
  return [...spans]
    .toSorted(([one], [other]) => other - one)
    .map(([ago, those]) => {
      const byGateway = Map.groupBy(those, ({ gatewayId }) => gatewayId)
      const window = new Map(
        [...byGateway].map(
          ([id, all]) => [id, all.reduce((sum, { dbm }) => sum + dbm, 0) / all.length] as const,
        ),
      )
      return { window, at: now - ago * WINDOW_MS }
    })
}
