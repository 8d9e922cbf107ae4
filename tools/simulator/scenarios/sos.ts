import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

export const sos: Scenario = {
  story: 'The button is pressed; fear drives the pulse up, then help comes.',
  timeline: (opening) => {
    const { heartRate } = vitalsOf(opening)
    const pulses = [
      heartRate + 6,
      heartRate + 17,
      heartRate + 24,
      heartRate + 22,
      heartRate + 12,
      heartRate + 5,
    ]
    return [
      { atMs: 0, act: { does: 'sendEvent', type: 'SOS', fix: opening.fix } },
      ...measurements(
        opening,
        5 * SECOND_MS,
        pulses.map((pulse) => ({ heartRate: pulse, wearing: true })),
      ),
    ]
  },
}
