import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

/** Longer than the least that can be set. */
const MINUTES = 66
const MINUTE_MS = 60 * SECOND_MS
const WALKED = [14, 31, 50] as const

export const noMovement: Scenario = {
  story:
    'For a little more than an hour the count of steps stands still; then somebody walks. It is told by day, where “no movement” is set to an hour for the person.',
  timeline: (opening) => {
    const { heartRate } = vitalsOf(opening)
    const { steps } = opening.person
    const still = Array.from({ length: MINUTES }, (_, index) => ({
      steps,
      heartRate: heartRate + (index % 3),
      wearing: true,
    }))
    const walks = WALKED.map((more) => ({ steps: steps + more, heartRate: heartRate + 8, wearing: true }))
    return measurements(opening, MINUTE_MS, [...still, ...walks])
  },
}
