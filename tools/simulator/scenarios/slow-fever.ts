import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

const DEGREES = [0, 0.3, 0.6, 0.9, 1.2, 1.5, 1.8, 2.1, 2.4, 2.4, 2.2, 1.6, 1, 0.5, 0.2, 0] as const
/** The heart beats about this much faster a degree. */
const BEATS_A_DEGREE = 9

export const slowFever: Scenario = {
  story:
    'A fever of hours told in two minutes: the temperature climbs, the pulse with it, and both come down.',
  timeline: (opening) => {
    const { temperature, heartRate } = vitalsOf(opening)
    return measurements(
      opening,
      8 * SECOND_MS,
      DEGREES.map((warmer) => ({
        temperature: Math.round((temperature + warmer) * 10) / 10,
        heartRate: Math.round(heartRate + warmer * BEATS_A_DEGREE),
        wearing: true,
      })),
    )
  },
}
