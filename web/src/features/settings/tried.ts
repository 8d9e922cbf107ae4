import { isGraver, type Severity } from '@carewatch/contracts/alarms'
import type { Tried } from '@carewatch/contracts/http/device-limits'
import { type Bounds, NO_BOUNDS } from '@carewatch/contracts/limits'
import type { LimitedMetric } from '@carewatch/contracts/metrics'
import { limitSettings } from '@carewatch/contracts/settings'
import { fractionOf } from '../../vitals/span.ts'
import type { SettingValues } from './values.ts'

/** The share of a graph's width that one mark needs. */
const MARK_SHARE = 0.06

export type TriedMark = { at: number; severity: Severity; n: number }

/** Where alarms would have opened; those that would lie on one another are one mark, as grave as the gravest. */
export function marksOfTried({ alarms, from, to }: Pick<Tried, 'alarms' | 'from' | 'to'>): TriedMark[] {
  const marks: TriedMark[] = []
  for (const { openedAt, severity } of alarms) {
    const at = fractionOf(openedAt, { from, to })
    const last = marks.at(-1)
    if (!last || at - last.at >= MARK_SHARE) marks.push({ at, severity, n: 1 })
    else {
      last.n++
      if (isGraver(severity, last.severity)) last.severity = severity
    }
  }
  return marks
}

const given = (value: number | '' | undefined): number | null =>
  value === undefined || value === '' ? null : value

/** What stands in the form now, sent or not; an empty field is the usual limit. */
export function limitsTyped(values: SettingValues, of: LimitedMetric): Bounds {
  const typed = limitSettings.filter(({ metric }) => metric === of)
  return { ...NO_BOUNDS, ...Object.fromEntries(typed.map(({ name, bound }) => [bound, given(values[name])])) }
}
