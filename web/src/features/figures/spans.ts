import type { Figures } from './figures.ts'

type Day = Figures['days'][number]

const A_MONTH = 31
const A_WEEK = 7

const sum = (days: readonly Day[], of: 'alarms' | 'falseAlarms'): number =>
  days.reduce((total, day) => total + day[of], 0)

/** Each day where they fit on a screen, else each week, the last one whole; a week is named by its first day. */
export function spansOf(days: readonly Day[]): { isWeeks: boolean; spans: Day[] } {
  if (days.length <= A_MONTH) return { isWeeks: false, spans: [...days] }
  const first = days.length % A_WEEK
  const starts = [...(first > 0 ? [0] : []), ...days.keys().filter((at) => at % A_WEEK === first)]
  const spans = starts.map((start, index) => {
    const week = days.slice(start, starts[index + 1])
    const day = week[0]?.day ?? ''
    return { day, alarms: sum(week, 'alarms'), falseAlarms: sum(week, 'falseAlarms') }
  })
  return { isWeeks: true, spans }
}
