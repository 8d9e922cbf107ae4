import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

export const fall: Scenario = {
  story: 'A hard fall, and then nobody gets up: the steps stand still and the pulse is shaken.',
  timeline: (opening) => {
    const { heartRate } = vitalsOf(opening)
    const { steps } = opening.person
    const pulses = [heartRate, heartRate + 26, heartRate + 28, heartRate + 21, heartRate + 15, heartRate + 11]
    return [
      ...measurements(
        opening,
        5 * SECOND_MS,
        pulses.map((pulse) => ({ heartRate: pulse, steps, wearing: true })),
      ),
      { atMs: 3 * SECOND_MS, act: { does: 'sendEvent', type: 'FALL', fix: opening.fix } },
    ]
  },
}
