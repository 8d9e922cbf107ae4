import type { IncidentDetail, IncidentEntry } from '@carewatch/contracts/http/incidents'

type Step = Extract<IncidentEntry, { type: 'step' }>

/** How many of an outage were silent still where it ended by itself; one that came again since counts anew. The others came back or were switched off, and who is silent is told only if it goes on. */
export function leftOf(
  entry: Step,
  { alarms, timeline }: Pick<IncidentDetail, 'alarms' | 'timeline'>,
): { left: number; total: number } | null {
  const isEnd = (other: IncidentEntry) =>
    other.type === 'step' && other.step === 'CLEARED' && other.alarms.includes(entry.alarms[0] ?? '')
  const outage = alarms.find(({ uuid, kind }) => kind === 'OUTAGE' && entry.alarms.includes(uuid))
  if (!outage || outage.active || outage.value === null || entry.value === null) return null
  return timeline.findLast(isEnd) === entry ? { left: entry.value, total: outage.value } : null
}
