import { measurements, SECOND_MS, type Scenario } from './scenario.ts'

const DRAINED = [26, 22, 20, 17, 13, 10, 8, 5, 4] as const
const CHARGED = [9, 18, 31, 47, 60] as const
const EVERY_MS = 6 * SECOND_MS

export const lowBattery: Scenario = {
  story: 'Nobody charges the watch: it passes 20, 10 and 5 percent before it meets its charger.',
  timeline: (opening) => {
    const levels = [...DRAINED, ...CHARGED].map((battery) => ({ battery }))
    return [
      ...measurements(opening, EVERY_MS, levels),
      { atMs: 3 * EVERY_MS + 1, act: { does: 'sendEvent', type: 'LOW_BATTERY' } },
      { atMs: DRAINED.length * EVERY_MS - 1, act: { does: 'sendEvent', type: 'CHARGING' } },
    ]
  },
}
