import { SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

const AWAY_MS = 240 * SECOND_MS
const MEASURED_EVERY_MS = 30 * SECOND_MS

export const lostSignal: Scenario = {
  story: 'The connection dies without a goodbye; four minutes later the watch is back with what it measured.',
  timeline: (opening) => {
    const { heartRate, spo2 } = vitalsOf(opening)
    const kept = Array.from({ length: AWAY_MS / MEASURED_EVERY_MS }, (_, index) => ({
      time: opening.now + (index + 1) * MEASURED_EVERY_MS,
      heartRate: heartRate + (index % 3),
      spo2,
      wearing: true,
    }))
    return [
      { atMs: 0, act: { does: 'vanish' } },
      { atMs: AWAY_MS, act: { does: 'return' } },
      { atMs: AWAY_MS + 1, act: { does: 'measure', readings: kept } },
    ]
  },
}
