import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

export const unknownAlarm: Scenario = {
  story: 'The watch raises an alarm in a word that nobody knows; the pulse beside it says little.',
  timeline: (opening) => {
    const { heartRate } = vitalsOf(opening)
    return [
      { atMs: 0, act: { does: 'sendEvent', type: 'UNKNOWN_ALARM', fix: opening.fix } },
      ...measurements(
        opening,
        5 * SECOND_MS,
        [heartRate + 4, heartRate + 2, heartRate].map((pulse) => ({ heartRate: pulse, wearing: true })),
      ),
    ]
  },
}
