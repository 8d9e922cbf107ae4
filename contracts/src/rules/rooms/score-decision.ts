import { DECIDE_EVERY_MS, type GatewayState } from './whereabouts.ts'
import { type Chance, createWard, live, type Reading, wander, type Ward, WARD_ROOMS } from './ward-model.ts'
import { createChance } from './radio-model.ts'

/** What is answered of one tag at one moment. */
export type Claim = { roomId: number | null; confidence: number }
/** Decides of one tag, every few seconds, by what was received since. */
export type Decider = (
  readings: readonly Reading[],
  { now, states }: { now: number; states: readonly GatewayState[] },
) => Claim
/** Given the ward, because a calibrated one walks through it first. */
export type CreateDecider = (ward: Ward, chance: Chance) => Decider

export type ReliabilityBin = { from: number; claims: number; right: number }

export type Score = {
  /** Of all decisions about people who stay and walk on: the right room, and no room. */
  rightShare: number
  unknownShare: number
  /** Until whoever came into a room is shown in it; nine tenths sooner. */
  shownSeconds: number
  changesPerHour: number
  /** Of decisions about who is in the room of a gateway that is known to be down: another room, of who was there when it went down and of who came later. */
  wrongOfStayed: number
  wrongOfCame: number
  /** The same of no room. */
  unknownOfStayed: number
  /** The same of who is in another room meanwhile. */
  unknownOfOthers: number
  /** What those who left that room wait for until they are shown where they are; nine tenths sooner. */
  foundSeconds: number
  reliability: ReliabilityBin[]
}

const BINS = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95]
const HOUR_MS = 3_600_000
const QUIET_AFTER_MS = 10_000
const DOWN_AFTER_MS = 30_000

type Decision = {
  room: number
  time: number
  claim: Claim
  isOutage: boolean
  isDown: boolean
  enteredAt: number
}

type Outage = { gatewayId: number; from: number }

/** Every decision about one tag while it lives. */
function* decisions(
  steps: Iterable<{ room: number; time: number; readings: Reading[] }>,
  decide: Decider,
  outage?: Outage,
): Generator<Decision> {
  let waiting: Reading[] = []
  let [last, enteredAt] = [-1, 0]
  for (const { room, time, readings } of steps) {
    if (room !== last) [last, enteredAt] = [room, time]
    const dead = outage && time >= outage.from ? outage.gatewayId : undefined
    waiting.push(...readings.filter(({ gatewayId }) => gatewayId !== dead))
    if (time % DECIDE_EVERY_MS !== 0) continue
    const states = Array.from({ length: WARD_ROOMS }, (_, id) =>
      id === dead ? stateAfter(time - (outage?.from ?? 0)) : 'up',
    )
    const claim = decide(waiting, { now: time, states })
    waiting = []
    yield {
      room,
      time,
      claim,
      isOutage: dead !== undefined,
      isDown: room === dead && states[room] === 'down',
      enteredAt,
    }
  }
}

const stateAfter = (silentMs: number): GatewayState =>
  silentMs > DOWN_AFTER_MS ? 'down' : silentMs > QUIET_AFTER_MS ? 'quiet' : 'up'

const shareOf = <Item>(items: readonly Item[], is: (item: Item) => boolean): number =>
  items.length === 0 ? 0 : items.filter(is).length / items.length

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * share)] ?? 0

/** How long after each coming into a room it was the decided one; who was never shown there counts as long as the stay. */
function secondsToShow(all: readonly Decision[]): number[] {
  return [...Map.groupBy(all, ({ enteredAt }) => enteredAt)].slice(1).map(([enteredAt, stay]) => {
    const shown = stay.find(({ room, claim }) => claim.roomId === room)
    return ((shown ?? stay.at(-1))?.time ?? enteredAt) / 1_000 - enteredAt / 1_000
  })
}

const isWrong = ({ room, claim }: Decision): boolean => claim.roomId !== null && claim.roomId !== room

/** Somebody stays ten minutes in a room whose gateway goes down after five, walks on for three stays, and comes back. */
function outageLife(ward: Ward, room: number, { chance, decide }: { chance: Chance; decide: Decider }) {
  const outage = { gatewayId: room, from: 300_000 + Math.floor(chance() * 60_000) }
  const others = [...wander(room, chance, 4)].slice(1)
  const stays = [
    { room, seconds: 900, changesSpot: true },
    ...others,
    { room, seconds: 300, changesSpot: true },
  ]
  const all = [...decisions(live(ward, stays, chance), decide, outage)]
  const down = all.filter(({ isDown }) => isDown)
  return {
    stayed: down.filter(({ enteredAt }) => enteredAt === 0),
    came: down.filter(({ enteredAt }) => enteredAt > 0),
    others: all.filter(({ isOutage, room: at }) => isOutage && at !== room),
    found: secondsToShow(all.filter(({ isDown }) => !isDown)).slice(0, 1),
  }
}

function reliabilityOf(all: readonly Decision[]): ReliabilityBin[] {
  const claimed = all.filter(({ claim }) => claim.roomId !== null)
  return BINS.map((from, index) => {
    const inBin = claimed.filter(
      ({ claim }) => claim.confidence >= from && claim.confidence < (BINS[index + 1] ?? 2),
    )
    return { from, claims: inBin.length, right: shareOf(inBin, (one) => !isWrong(one)) }
  })
}

export type Played = { wards: number; people: number; seed: number; fadesDb?: number }

/** Plays people in wards drawn by a seed and counts what was decided of them. */
export function scoreDecision(create: CreateDecider, { wards, people, seed, fadesDb = 0 }: Played): Score {
  const walked: Decision[] = []
  const waits: number[] = []
  const rested: number[] = []
  const lives: ReturnType<typeof outageLife>[] = []
  for (let each = 0; each < wards * people; each++) {
    const ward = createWard(seed + (each % wards), fadesDb)
    const chance = createChance(seed * 7_919 + each)
    const first = Math.floor(chance() * WARD_ROOMS)
    const newDecider = () => create(ward, chance)
    const walk = [...decisions(live(ward, wander(first, chance, 15), chance), newDecider())]
    walked.push(...walk)
    waits.push(...secondsToShow(walk))
    rested.push(changesAtRest(ward, first, { chance, decide: newDecider() }))
    lives.push(outageLife(ward, first, { chance, decide: newDecider() }))
  }
  const stayed = lives.flatMap((life) => life.stayed)
  return {
    rightShare: shareOf(walked, ({ room, claim }) => claim.roomId === room),
    unknownShare: shareOf(walked, ({ claim }) => claim.roomId === null),
    shownSeconds: percentile(waits, 0.9),
    changesPerHour: rested.reduce((sum, count) => sum + count, 0) / rested.length,
    wrongOfStayed: shareOf(stayed, isWrong),
    wrongOfCame: shareOf(
      lives.flatMap((life) => life.came),
      isWrong,
    ),
    unknownOfStayed: shareOf(stayed, ({ claim }) => claim.roomId === null),
    unknownOfOthers: shareOf(
      lives.flatMap((life) => life.others),
      ({ claim }) => claim.roomId === null,
    ),
    foundSeconds: percentile(
      lives.flatMap((life) => life.found),
      0.9,
    ),
    reliability: reliabilityOf(walked),
  }
}

function changesAtRest(ward: Ward, room: number, { chance, decide }: { chance: Chance; decide: Decider }) {
  const all = [...decisions(live(ward, [{ room, seconds: 3_600, changesSpot: false }], chance), decide)]
  const changes = all.filter(({ claim }, index) => index > 0 && claim.roomId !== all[index - 1]?.claim.roomId)
  return changes.length / ((all.at(-1)?.time ?? HOUR_MS) / HOUR_MS)
}
