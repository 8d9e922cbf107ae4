import { isGraver, type Severity } from '../alarms.ts'
import { cadenceMs } from '../freshness.ts'
import { metric, type MetricName, metricNames } from '../metrics.ts'
import {
  calm,
  type Fact,
  keep,
  type Rule,
  type RuleEvaluation,
  type RuleState,
  type Side,
  type Situation,
} from './rule.ts'

const HOUR_MS = 3_600_000
/** The score is made for adults: of a child it says nothing, whose pulse is faster and whose pressure is lower in health. */
const ADULT_FROM_YEARS = 16
/** So many running, each measured anew, and as many to be over. */
const SAMPLES = 2

/** The row of scores by which its alarm is opened and ended. */
export const OPEN_SCORE = 'five'

/** From how many points on somebody urgently needs looking at, and from how many at once (Royal College of Physicians: NEWS2, 2017). */
const thresholds = [
  { key: OPEN_SCORE, points: 5, severity: 'HIGH' },
  { key: 'seven', points: 7, severity: 'CRITICAL' },
] as const satisfies readonly { key: string; points: number; severity: Severity }[]

/** Of what it is made. */
export const scored = metricNames.filter((name) => metric(name).news2 !== undefined)

type Reading = Extract<Fact, { type: 'reading' }>

const pointsOf = (name: MetricName, value: number, { limits, measuring }: Situation): number =>
  metric(name).news2?.(value, limits[name] ?? {}, measuring?.ofBody === true) ?? 0

type Good = { at: number; value: number }

/** The last of a metric that was worth judging: as it was measured since, else as it is remembered from before the engine began. */
function lastGood({ newest }: Reading, { state }: Situation, name: MetricName): Good | null {
  const { at, value } = state[name] ?? {}
  return newest?.get(name)?.good ?? (at !== undefined && value !== undefined ? { at, value } : null)
}

/** What of the early warning score of NEWS2 a watch can know: what is older than an hour, or than twice its interval, is not counted. */
function scoreOf(fact: Reading, situation: Situation): number {
  let score = pointsOf(fact.metric, fact.value, situation)
  for (const name of scored) {
    const last = name === fact.metric ? null : lastGood(fact, situation, name)
    if (!last) continue
    const intervals = fact.newest?.get(name)?.intervals ?? []
    const oldestMs = Math.max(HOUR_MS, 2 * cadenceMs(intervals, situation.askedMs?.[name]))
    if (fact.time - last.at <= oldestMs) score += pointsOf(name, last.value, situation)
  }
  return score
}

/** The values that the score is made of, for an engine that begins anew. */
const remembered = (fact: Reading, situation: Situation): RuleState =>
  Object.fromEntries(
    scored.flatMap((name) => {
      const last = lastGood(fact, situation, name)
      return last ? [[name, { ...calm, ...last }]] : []
    }),
  )

/** A row of scores on one side of a threshold: of several that are measured at one moment the last counts, and counts once. */
function counted(side: Side, isReached: boolean, time: number): Side {
  const isSame = time <= side.at
  const row = isReached ? Math.min(SAMPLES, isSame ? Math.max(side.row, 1) : side.row + 1) : 0
  const inside = isReached ? 0 : Math.min(SAMPLES, isSame ? Math.max(side.inside, 1) : side.inside + 1)
  return { ...side, row, inside, at: Math.max(side.at, time) }
}

const isNothing = (state: RuleState): boolean => Object.keys(state).length === 0

/** Several values that together say that somebody becomes ill, though none of them may be outside its limits. */
function evaluateDeterioration(situation: Situation): RuleEvaluation {
  const { fact, state, age } = situation
  if (fact.type !== 'reading' || fact.isLate || fact.quality !== 'GOOD') return keep(state)
  if ((age ?? ADULT_FROM_YEARS) < ADULT_FROM_YEARS) return isNothing(state) ? keep(state) : ended(state)
  // What is as it should be confirms nothing. Nearly always: tens of thousands of readings a second pass here.
  const isWorrying = pointsOf(fact.metric, fact.value, situation) > 0
  if (!isWorrying && isNothing(state)) return keep(state)
  const score = scoreOf(fact, situation)
  if (!isWorrying && score >= thresholds[0].points) return keep(state)
  if (score < thresholds[0].points && isNothing(state)) return keep(state)
  const { results, state: next, isUnconfirmed = false } = followed(state, { score, time: fact.time })
  return {
    results,
    state: isNothing(next) ? next : { ...remembered(fact, situation), ...next },
    isUnconfirmed,
  }
}

function followed(state: RuleState, { score, time }: { score: number; time: number }): RuleEvaluation {
  const [five = calm, seven = calm] = thresholds.map(({ key, points }) =>
    counted(state[key] ?? calm, score >= points, time),
  )
  const { open } = five
  if (five.row >= SAMPLES) {
    const now = seven.row >= SAMPLES ? thresholds[1].severity : thresholds[0].severity
    const severity = open && isGraver(open, now) ? open : now
    const trigger = { change: 'trigger', direction: 'NONE', severity, metric: null, value: score } as const
    return { results: [trigger], state: { five: { ...five, open: severity }, seven } }
  }
  const isOver = five.inside >= SAMPLES || (!open && five.row === 0)
  if (!isOver) return { results: [], state: { five, seven }, isUnconfirmed: five.row > 0 }
  return ended(state)
}

const ended = (state: RuleState): RuleEvaluation => ({
  results: state[OPEN_SCORE]?.open ? [{ change: 'clear', direction: 'NONE' }] : [],
  state: {},
})

/** What a watch says of somebody's state, all of it together. */
export const deteriorationRule: Rule = {
  subjects: scored,
  evaluate: evaluateDeterioration,
}
