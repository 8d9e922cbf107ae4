import { type AlarmKind, type Severity, severities } from './alarms.ts'
import type { Task } from './tasks.ts'

/** What decides who is looked at first. */
export type Standing = {
  acknowledged: boolean
  kind: AlarmKind | null
  severity: Severity
  active: boolean
  /** When the next step of its chain tells somebody; none: nobody more is told. */
  nextStepAt?: Date | null | undefined
  /** Since when it waits. */
  createdAt: Date
  /** Of equals, the one that was written down first. */
  id?: number | undefined
}

/** Calls for help, the first before all else. */
export const cries = ['SOS', 'FALL'] as const satisfies readonly AlarmKind[]
export const gravestFirst: readonly Severity[] = severities.toReversed()

/** Who is told of however much else there is. */
export const urgentSeverities = ['CRITICAL', 'HIGH'] as const satisfies readonly Severity[]

/** How grave it is: the less, the graver. */
export const rankOf = ({ kind, severity }: Pick<Standing, 'kind' | 'severity'>): number => {
  const cry = cries.findIndex((each) => each === kind)
  return cry >= 0 ? cry : cries.length + gravestFirst.indexOf(severity)
}

const OPEN = 0
const TAKEN = 1
const OVER = 2

/**
 * The one order of everything that wants somebody, as numbers compared one after the other, the least first: unanswered before answered; SOS, FALL, other
 * CRITICAL, HIGH, MEDIUM, LOW; still going on before ended; the nearest next step; the longest waiting. What is answered and ended is history: the newest first.
 * In SQL it stands in `api/src/alarms/triage.ts`.
 */
export function triageKey(of: Standing): readonly number[] {
  const { acknowledged, active, nextStepAt, createdAt, id = 0 } = of
  const since = createdAt.getTime()
  if (acknowledged && !active) return [OVER, 0, 0, 0, -since, -id]
  return [
    acknowledged ? TAKEN : OPEN,
    rankOf(of),
    active ? 0 : 1,
    nextStepAt?.getTime() ?? Infinity,
    since,
    id,
  ]
}

function compare(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at < 0 ? 0 : (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1
}

const sorted = <Item>(items: readonly Item[], standingOf: (item: Item) => Standing): Item[] =>
  items
    .map((item) => ({ item, key: triageKey(standingOf(item)) }))
    .toSorted((one, other) => compare(one.key, other.key))
    .map(({ item }) => item)

export const byTriage = <Item extends Standing>(items: readonly Item[]): Item[] =>
  sorted(items, (item) => item)

/** The same of what is over: not the newest first, but what it was. */
export const byGravity = <Item extends Standing>(items: readonly Item[]): Item[] =>
  sorted(items, (item) => ({ ...item, acknowledged: false }))

/** A task stands as its alarm would: somebody is at it or not, and its next step is that it is due. */
const standingOfTask = ({
  status,
  alertType,
  severity,
  dueAt,
  createdAt,
  updatedAt,
  id,
}: Task): Standing => ({
  acknowledged: status !== 'OPEN',
  kind: alertType,
  severity,
  active: status !== 'DONE',
  nextStepAt: dueAt,
  createdAt: status === 'DONE' ? updatedAt : createdAt,
  id,
})

export const tasksByTriage = (tasks: readonly Task[]): Task[] => sorted(tasks, standingOfTask)
