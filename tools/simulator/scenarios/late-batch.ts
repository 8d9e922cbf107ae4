import { vitalsOf, type Scenario } from './scenario.ts'

const HOURS_LATE_MS = 3 * 3_600_000
const MEASURED_EVERY_MS = 5 * 60_000
const SAMPLES = 24
/** In the middle of it the pulse was far too high: an old alarm, which may not ring like a new one. */
const RACING = { from: 10, to: 13, heartRate: 171 } as const

export const lateBatch: Scenario = {
  story: 'Two hours of readings arrive at once, three hours late, a racing pulse among them.',
  timeline: (opening) => {
    const { heartRate, spo2 } = vitalsOf(opening)
    const readings = Array.from({ length: SAMPLES }, (_, index) => ({
      time: opening.now - HOURS_LATE_MS + index * MEASURED_EVERY_MS + 7,
      heartRate: index >= RACING.from && index < RACING.to ? RACING.heartRate : heartRate + (index % 4),
      spo2,
    }))
    return [{ atMs: 0, act: { does: 'measure', readings } }]
  },
}
