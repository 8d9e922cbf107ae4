import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

const UNTIL_MS = 45 * SECOND_MS

export const twoOfOne: Scenario = {
  story:
    'Somebody else signs in as the watch, from another network, with the password that is hers: the two throw each other out until the stranger goes. Of a watch over MQTT, beside its broker.',
  timeline: (opening) => {
    const { heartRate } = vitalsOf(opening)
    const after = { ...opening, now: opening.now + UNTIL_MS }
    return [
      { atMs: 0, act: { does: 'impersonate' } },
      { atMs: UNTIL_MS - 1, act: { does: 'giveUp' } },
      ...measurements(
        after,
        5 * SECOND_MS,
        [1, 0].map((more) => ({ heartRate: heartRate + more, wearing: true })),
      ).map(({ atMs, act }) => ({ atMs: atMs + UNTIL_MS, act })),
    ]
  },
}
