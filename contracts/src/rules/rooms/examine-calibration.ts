import { calibrate, type Calibration, type RoomWalk, STEP_MS } from './calibration.ts'
import { type Belief, evenly, nextBelief } from './room-filter.ts'

/** A quarter of each walk is left out, and decided by the rest. */
const PARTS = 4
/** Who was not there a moment ago is not known at once. */
const STEPS_TO_BEGIN = 2
/** No more: whoever lives in a room moves less than who walks through it. */
const TEMPERS = [0.4, 0.55, 0.7, 0.85]
const LEAST_CHANCE = 1e-6

export type MixUp = { roomId: number; otherRoomId: number; count: number }
export type RoomExamined = { roomId: number; decisions: number; right: number }
export type Examined = {
  decisions: number
  right: number
  rooms: readonly RoomExamined[]
  /** Which room was held for which other most often; null: none was. */
  mostMixedUp: MixUp | null
}

type Answer = { roomId: number; belief: Belief }

const none: ReadonlySet<number> = new Set()

/** The steps of one part of a walk, as they would have been decided live. */
function answersOf(calibration: Calibration, part: RoomWalk): Answer[] {
  const answers: Answer[] = []
  let belief = evenly(calibration)
  for (let from = part.startedAt; from + STEP_MS <= part.endedAt; from += STEP_MS) {
    const readings = part.readings.filter(({ time }) => time >= from && time < from + STEP_MS)
    belief = nextBelief(calibration, belief, { readings, down: none, elapsedMs: STEP_MS })
    answers.push({ roomId: part.roomId, belief })
  }
  return answers.slice(STEPS_TO_BEGIN)
}

/** Quarters of a walk, in its order. */
function partsOf({ roomId, startedAt, endedAt, readings }: RoomWalk): RoomWalk[] {
  const length = (endedAt - startedAt) / PARTS
  return Array.from({ length: PARTS }, (_, part) => {
    const from = startedAt + part * length
    const own = readings.filter(({ time }) => time >= from && time < from + length)
    return { roomId, startedAt: from, endedAt: from + length, readings: own }
  })
}

type Trial = { calibration: Calibration; parts: readonly RoomWalk[] }

/** Each quarter of the walks, and what the others teach. */
function trialsOf(walks: readonly RoomWalk[]): Trial[] {
  const all = walks.map(partsOf)
  return Array.from({ length: PARTS }, (_, left) => {
    const kept = all.flatMap((own) => own.filter((_part, part) => part !== left))
    return { calibration: calibrate(kept, 1), parts: all.flatMap((own) => own.slice(left, left + 1)) }
  })
}

function* answersAt(trials: readonly Trial[], temper: number): Generator<undefined, Answer[]> {
  const answers: Answer[] = []
  for (const { calibration, parts } of trials) {
    const tempered = { ...calibration, temper }
    for (const part of parts) {
      answers.push(...answersOf(tempered, part))
      yield
    }
  }
  return answers
}

const logScore = (answers: readonly Answer[]): number =>
  answers.reduce(
    (sum, { roomId, belief }) => sum + Math.log(Math.max(LEAST_CHANCE, belief.get(roomId) ?? 0)),
    0,
  )

const decidedOf = ({ belief }: Answer): number =>
  [...belief].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? -1

function mostMixedUp(wrong: readonly Answer[]): MixUp | null {
  const pairs = [...Map.groupBy(wrong, (answer) => `${answer.roomId} ${decidedOf(answer)}`).values()]
  const [most] = pairs.toSorted((one, other) => other.length - one.length)
  const [first] = most ?? []
  return first && most ? { roomId: first.roomId, otherRoomId: decidedOf(first), count: most.length } : null
}

const isRight = (answer: Answer): boolean => decidedOf(answer) === answer.roomId

const examinedOf = (answers: readonly Answer[]): Examined => ({
  decisions: answers.length,
  right: answers.filter(isRight).length,
  rooms: [...Map.groupBy(answers, ({ roomId }) => roomId)].map(([roomId, own]) => ({
    roomId,
    decisions: own.length,
    right: own.filter(isRight).length,
  })),
  mostMixedUp: mostMixedUp(answers.filter((answer) => !isRight(answer))),
})

type Result = { calibration: Calibration; examined: Examined }

/** What these walks teach, and how often that is right about the quarter of each walk that it was not taught by. In pieces of a few milliseconds: of thirty rooms it takes half a second, and others wait meanwhile. */
export function* examineInPieces(walks: readonly RoomWalk[]): Generator<undefined, Result> {
  const trials = trialsOf(walks)
  const tried: { temper: number; answers: Answer[] }[] = []
  for (const temper of TEMPERS) tried.push({ temper, answers: yield* answersAt(trials, temper) })
  const [best] = tried.toSorted((one, other) => logScore(other.answers) - logScore(one.answers))
  return { calibration: calibrate(walks, best?.temper ?? 1), examined: examinedOf(best?.answers ?? []) }
}

/** The same in one piece. */
export function examine(walks: readonly RoomWalk[]): Result {
  const pieces = examineInPieces(walks)
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}
