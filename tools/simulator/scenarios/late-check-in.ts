import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

const UNTIL_MS = 60 * SECOND_MS

export const lateCheckIn: Scenario = {
  story:
    'Nobody has said that they are well; a minute later the button is pressed. It is told where “I am well” is asked of the person and the time of the day has passed.',
  timeline: (opening) => {
    const { heartRate } = vitalsOf(opening)
    return [
      ...measurements(
        opening,
        15 * SECOND_MS,
        [2, 1, 0].map((more) => ({ heartRate: heartRate + more, wearing: true })),
      ),
      { atMs: UNTIL_MS, act: { does: 'sendEvent', type: 'CHECK_IN' } },
    ]
  },
}
