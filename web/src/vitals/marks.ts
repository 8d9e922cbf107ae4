import { type Severity, severities } from '@carewatch/contracts/alarms'
import type { Bookmark } from '@carewatch/contracts/http/bookmarks'
import type { MetricName } from '@carewatch/contracts/metrics'
import type { Graphed } from '@carewatch/contracts/measurements'
import type { Happening } from './happenings.ts'
import { fractionOf, isWithin, type Span } from './span.ts'

/** From a moment on somebody wears another watch. */
export type Change = { uuid: string; at: Date; name: string }

/** What stands above a graph at a moment. */
export type Mark = { key: string; at: Date; metric: MetricName | null } & (
  | { happening: Happening; bookmark?: never; change?: never }
  | { bookmark: Bookmark; happening?: never; change?: never }
  | { change: Change; happening?: never; bookmark?: never }
)

/** Newest first. */
export function marksOf(
  happenings: readonly Happening[],
  bookmarks: readonly Bookmark[],
  changes: readonly Change[] = [],
): Mark[] {
  const alarms = happenings.map((happening): Mark => ({
    key: happening.uuid,
    at: happening.at,
    metric: happening.metric,
    happening,
  }))
  const flags = bookmarks.map((bookmark): Mark => ({
    key: bookmark.uuid,
    at: bookmark.time,
    metric: bookmark.metric,
    bookmark,
  }))
  const watches = changes.map((change): Mark => ({
    key: change.uuid,
    at: change.at,
    metric: null,
    change,
  }))
  return [...alarms, ...flags, ...watches].toSorted((a, b) => b.at.getTime() - a.at.getTime())
}

/** A cry for help or a fall belongs to no vital: it stands above the heart rate, a note without a vital above all. */
export const belongsTo = ({ metric, happening }: Mark, { name, metrics }: Graphed): boolean =>
  metric ? metrics.includes(metric) : !happening || name === 'heartRate'

/** Marks that would lie on one another, as one. */
export type MarkGroup = { at: number; marks: Mark[] }

/** Of a span, left to right; `apart` is the share of its width that one mark needs. */
export function grouped(marks: readonly Mark[], span: Span, apart: number): MarkGroup[] {
  const groups: MarkGroup[] = []
  for (const mark of marks.toReversed().filter(({ at }) => isWithin(at, span))) {
    const at = fractionOf(mark.at, span)
    const last = groups.at(-1)
    if (last && at - last.at < apart) last.marks.push(mark)
    else groups.push({ at, marks: [mark] })
  }
  return groups
}

/** Null when there are only bookmarks. */
export const gravestOf = (marks: readonly Mark[]): Severity | null =>
  severities.findLast((severity) => marks.some(({ happening }) => happening?.severity === severity)) ?? null
