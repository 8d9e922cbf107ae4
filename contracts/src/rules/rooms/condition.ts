import { type Direction, isGraver, type Severity } from '../../alarms.ts'
import { keepRoom, type RoomFact, type RoomEvaluation, type RoomSide, type RoomState } from './room-rule.ts'

export type Condition = {
  direction: Direction
  severity: Severity
  /** Whether it is so; undefined: neither so nor surely over. */
  isSo: boolean | undefined
  value?: number
  /** How many facts running it takes to open, and to clear; no number to clear: only a person ends it. */
  opensAfter: number
  clearsAfter: number | undefined
  /** Too grave to be passed over when it arrives late. */
  isRaisedLate?: boolean
  /** As what it is raised then; medium where nothing is said. */
  lateSeverity?: Severity
}

const unknown: RoomSide = { so: 0, notSo: 0, isOpen: false, at: Number.NEGATIVE_INFINITY }

/** Opens when it has been so for long enough, clears when it has not; what is late or out of its turn says nothing of now. */
export function follow(
  state: RoomState,
  { time, isLate }: Pick<RoomFact, 'time' | 'isLate'>,
  condition: Condition,
): RoomEvaluation {
  const { direction, isSo } = condition
  const side = state[direction] ?? unknown
  if (isLate || time <= side.at)
    return isSo && condition.isRaisedLate && !side.isOpen
      ? trigger(state, condition, condition.lateSeverity ?? 'MEDIUM')
      : keepRoom(state)
  if (isSo === undefined) return keepRoom({ ...state, [direction]: { ...side, so: 0, notSo: 0, at: time } })
  return isSo ? open(state, side, { condition, time }) : close(state, side, { condition, time })
}

const gravest = (one: Severity, other: Severity | undefined): Severity =>
  other && isGraver(other, one) ? other : one

type Change = { condition: Condition; time: number }

function open(state: RoomState, side: RoomSide, { condition, time }: Change): RoomEvaluation {
  const so = Math.min(side.so + 1, condition.opensAfter)
  const isOpen = side.isOpen || so >= condition.opensAfter
  const severity = gravest(condition.severity, side.severity)
  const now: RoomSide = { so, notSo: 0, isOpen, at: time, ...(isOpen && { severity }) }
  const next = { ...state, [condition.direction]: now }
  return isOpen ? trigger(next, condition, severity) : keepRoom(next)
}

function close(state: RoomState, side: RoomSide, { condition, time }: Change): RoomEvaluation {
  const { direction, clearsAfter } = condition
  const notSo = clearsAfter === undefined ? 0 : Math.min(side.notSo + 1, clearsAfter)
  const isOver = side.isOpen && notSo === clearsAfter
  const isOpen = side.isOpen && clearsAfter !== undefined && !isOver
  const now: RoomSide = { so: 0, notSo, isOpen, at: time, ...(isOpen && severityOf(side)) }
  const next = { ...state, [direction]: now }
  return isOver ? { results: [{ change: 'clear', direction }], state: next } : keepRoom(next)
}

const severityOf = ({ severity }: RoomSide): Pick<RoomSide, 'severity'> => (severity ? { severity } : {})

const trigger = (
  state: RoomState,
  { direction, value = null }: Omit<Condition, 'value'> & { value?: number | null },
  severity: Severity,
): RoomEvaluation => ({ results: [{ change: 'trigger', direction, severity, value }], state })
