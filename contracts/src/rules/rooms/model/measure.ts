import { DECIDE_EVERY_MS } from '../decide-room.ts'
import { createChance } from '../radio-model.ts'
import type { Model } from './models.ts'
import { createTag, type Reception, type Moment, rester, wanderer } from './tag.ts'

const SECOND_MS = 1_000
const HOUR_S = 3_600
/** What is looked at of a room that somebody only passes through says nothing of how soon a change is noticed. */
const STAYED_S = 45
const DIES_AT_S = 900

export type Answer = { roomId: number | null; confidence: number }
/** A way to decide where a tag is, as the engine has it. `lastWordAt`: when a gateway spoke last, of whatever tag. */
export type Decider = {
  receive: (received: Reception) => void
  decide: (time: number, lastWordAt: (gateway: number) => number) => Answer
}
export type MakeDecider = (model: Model) => Decider

type Decided = Answer & { second: number; room: number }
type Course = { model: Model; moments: Iterable<Moment>; seed: number; deadRoom?: number }

/** What was decided of one tag, each three seconds. */
function follow({ model, moments, seed, deadRoom }: Course, makeDecider: MakeDecider): Decided[] {
  const decider = makeDecider(model)
  const receive = createTag(model, model.tagDb, createChance(seed))
  const isDead = (gateway: number, second: number) =>
    second >= DIES_AT_S && model.building.gateways[gateway]?.roomId === deadRoom
  const decided: Decided[] = []
  let second = 0
  for (const moment of moments) {
    const time = second * SECOND_MS
    for (const received of receive(moment, time))
      if (!isDead(received.gateway, second)) decider.receive(received)
    if (time % DECIDE_EVERY_MS === 0) {
      const lastWordAt = (gateway: number) => (isDead(gateway, second) ? DIES_AT_S * SECOND_MS : time)
      decided.push({ ...decider.decide(time, lastWordAt), second, room: moment.room })
    }
    second++
  }
  return decided
}

const changesIn = (decided: readonly Decided[]): number =>
  decided.filter(({ roomId }, index) => index > 0 && roomId !== decided[index - 1]?.roomId).length

/** How many seconds after somebody came the room was right; infinite where it never was while they stayed. */
function delaysIn(decided: readonly Decided[]): number[] {
  const starts = decided.flatMap(({ room }, index) =>
    index > 0 && room !== decided[index - 1]?.room ? [index] : [],
  )
  return starts.flatMap((start, index) => {
    const stay = decided.slice(start, starts[index + 1])
    const [first, last] = [stay[0], stay.at(-1)]
    if (!first || !last || last.second - first.second < STAYED_S) return []
    const right = stay.find(({ roomId, room }) => roomId === room)
    return [right ? right.second - first.second : Number.POSITIVE_INFINITY]
  })
}

export type Bin = { stated: number; right: number; count: number }

/** Of decisions that are so sure, how many are right. */
function reliabilityOf(decided: readonly Decided[]): Bin[] {
  const bins = [0.3, 0.5, 0.7, 0.9, 1.01].map((to, index, all) => ({ from: all[index - 1] ?? 0, to }))
  const claims = decided.filter(({ roomId }) => roomId !== null)
  return bins.flatMap(({ from, to }) => {
    const those = claims.filter(({ confidence }) => confidence >= from && confidence < to)
    if (those.length < 100) return []
    const stated = those.reduce((sum, { confidence }) => sum + confidence, 0) / those.length
    const right = those.filter(({ roomId, room }) => roomId === room).length / those.length
    return [{ stated, right, count: those.length }]
  })
}

export type Measured = {
  /** Of all decisions about people who walk and stay. */
  rightShare: number
  unknownShare: number
  delayS: { median: number; most: number }
  changesPerHour: number
  /** Of the decisions while a room's gateway was dead and its guest in it: another room. */
  claimedShare: number
  /** The same of people who walk about and come into that room. */
  cameShare: number
  /** Of these while they are in other rooms: unknown. */
  lostShare: number
  reliability: Bin[]
}

const shareOf = <T>(all: readonly T[], is: (one: T) => boolean): number =>
  all.length === 0 ? 0 : all.filter(is).length / all.length
const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((one, other) => one - other)[Math.floor(share * (values.length - 1))] ?? 0

/** Of somebody who stays in a room whose gateway dies, what was decided after that. */
function orphaned(
  model: Model,
  { room, seed }: { room: number; seed: number },
  makeDecider: MakeDecider,
): Decided[] {
  const chance = createChance(seed * 77 + room)
  const moments = rester(model.building, { room, seconds: DIES_AT_S + HOUR_S }, chance)
  return follow({ model, moments, seed: seed * 78 + room, deadRoom: room }, makeDecider).filter(
    ({ second }) => second > DIES_AT_S,
  )
}

/** What the decision is held to, of one model: people who walk, people at rest, and a gateway that dies. */
export function measure(
  model: Model,
  { people, seed, hours = 2 }: { people: number; seed: number; hours?: number },
  makeDecider: MakeDecider,
): Measured {
  const { building } = model
  const each = Array.from({ length: people }, (_, index) => seed * 1_000 + index)
  const rooms = building.rooms.keys().toArray()
  const wander = (one: number, deadRoom?: number) =>
    follow(
      {
        model,
        moments: wanderer(building, hours * HOUR_S, createChance(one)),
        seed: one + 500,
        ...(deadRoom === undefined ? {} : { deadRoom }),
      },
      makeDecider,
    )
  const walked = each.map((one) => wander(one))
  const rested = rooms.map((room) =>
    follow(
      {
        model,
        moments: rester(building, { room, seconds: hours * HOUR_S }, createChance(seed + room)),
        seed: seed + room,
      },
      makeDecider,
    ),
  )
  const withGateway = rooms.filter((room) => building.gateways.some(({ roomId }) => roomId === room))
  const orphans = withGateway.map((room) => orphaned(model, { room, seed }, makeDecider))
  const around = withGateway.flatMap((dead) =>
    wander(seed * 79 + dead, dead)
      .filter(({ second }) => second > DIES_AT_S)
      .map((one) => ({ ...one, isThere: one.room === dead })),
  )
  const all = walked.flat()
  const delays = walked.flatMap(delaysIn)
  const isClaim = ({ roomId, room }: Decided) => roomId !== null && roomId !== room
  return {
    rightShare: shareOf(all, ({ roomId, room }) => roomId === room),
    unknownShare: shareOf(all, ({ roomId }) => roomId === null),
    delayS: { median: quantile(delays, 0.5), most: quantile(delays, 0.9) },
    changesPerHour: rested.reduce((sum, decided) => sum + changesIn(decided), 0) / (rested.length * hours),
    claimedShare: shareOf(orphans.flat(), isClaim),
    cameShare: shareOf(
      around.filter(({ isThere }) => isThere),
      isClaim,
    ),
    lostShare: shareOf(
      around.filter(({ isThere }) => !isThere),
      ({ roomId }) => roomId === null,
    ),
    reliability: reliabilityOf([...all, ...rested.flat()]),
  }
}
