import type { EventType } from '@carewatch/contracts/alarms'
import type { MetricName } from '@carewatch/contracts/metrics'
import type { FenceState } from '@carewatch/contracts/rules/fence'
import type { RuleState } from '@carewatch/contracts/rules/rule'
import type { DeviceFact } from './facts.ts'

export type Measured = Exclude<DeviceFact, { type: 'position' }>

/** What some events say is also measured: of both the newest counts. Of the others each counts. */
const measuredAs: Partial<Record<EventType, MetricName>> = {
  OFF_WRIST: 'wearing',
  ON_WRIST: 'wearing',
  LOW_BATTERY: 'battery',
  CHARGING: 'battery',
}

/**
 * When the newest fact was measured that was evaluated of each device and metric: an older one that comes after it is history.
 * It is kept in memory; of whatever confirms or holds an alarm the rules remember it too.
 */
export function createNewestMeasured() {
  const newest = new Map<number, Map<string, number>>()

  function note(id: number, metric: string, time: number): void {
    const times = newest.get(id) ?? new Map<string, number>()
    times.set(metric, Math.max(time, times.get(metric) ?? time))
    newest.set(id, times)
  }

  return {
    isNewest(fact: Measured): boolean {
      const metric = fact.type === 'reading' ? fact.metric : measuredAs[fact.event]
      if (!metric) return true
      const before = newest.get(fact.deviceId)?.get(metric) ?? Number.NEGATIVE_INFINITY
      const isChange = fact.type === 'reading' ? fact.time > before : fact.time >= before
      // A clock that runs ahead and is set right must not make what it says next look old.
      if (isChange) note(fact.deviceId, metric, Math.min(fact.time, fact.receivedAt))
      return isChange
    },
    /** From what the rules remember: their keys end in the metric. */
    recall(id: number, state: RuleState | FenceState): void {
      for (const [key, { at }] of Object.entries(state)) if (at) note(id, key.slice(key.indexOf(':') + 1), at)
    },
    forgetAll: (): void => newest.clear(),
  }
}
