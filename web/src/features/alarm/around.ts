import { graphs } from '@carewatch/contracts/measurements'
import type { Span } from '../../vitals/span.ts'
import type { Shown, ShownIncident } from './state.ts'

const BEFORE_MS = 30 * 60_000
/** Of what is long over the rest of the day says nothing. */
const AFTER_MS = 30 * 60_000

const openedAt = (shown: Shown): Date => ('openedAt' in shown ? shown.openedAt : shown.createdAt)
const endedAt = (shown: Shown): Date | null => ('closedAt' in shown ? shown.closedAt : null)

export type Around = { alarm: Shown; at: Date; graph: (typeof graphs)[number]; span: Span }

/** Which graph shows what an incident is about, and of when: from half an hour before until now, or until half an hour after it was closed. Of what has no vital, none. */
export function aroundOf(alarms: ShownIncident, now: Date): Around | null {
  const alarm = alarms.find(({ metric }) => metric !== null)
  const graph = graphs.find(({ metrics }) => metrics.some((name) => name === alarm?.metric))
  if (!alarm || !graph) return null
  const at = openedAt(alarm)
  const ended = endedAt(alarm)
  const to = ended ? Math.min(now.getTime(), ended.getTime() + AFTER_MS) : now.getTime()
  return { alarm, at, graph, span: { from: new Date(at.getTime() - BEFORE_MS), to: new Date(to) } }
}
