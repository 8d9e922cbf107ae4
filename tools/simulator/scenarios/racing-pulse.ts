import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

const ABOVE_ANY_LIMIT = [112, 138, 151, 163, 172, 168, 166, 154, 131] as const

export const racingPulse: Scenario = {
  story: 'The heart races far beyond its limit for a minute, then calms down and the alarm clears.',
  timeline: (opening) => {
    const { heartRate, spo2 } = vitalsOf(opening)
    const pulses = [
      heartRate + 8,
      ...ABOVE_ANY_LIMIT,
      heartRate + 18,
      heartRate + 9,
      heartRate + 4,
      heartRate,
    ]
    return measurements(
      opening,
      6 * SECOND_MS,
      pulses.map((pulse) => ({ heartRate: pulse, spo2, wearing: true })),
    )
  },
}
