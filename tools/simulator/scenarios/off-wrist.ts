import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

const ON = 2
const OFF = 8
const EVERY_MS = 6 * SECOND_MS

export const offWrist: Scenario = {
  story: 'The watch is taken off and left on a table, and put on again a minute later.',
  timeline: (opening) => {
    const { heartRate } = vitalsOf(opening)
    const worn = { heartRate, wearing: true }
    const values = Array.from({ length: ON + OFF + ON }, (_, index) =>
      index < ON || index >= ON + OFF ? worn : { wearing: false },
    )
    return [
      ...measurements(opening, EVERY_MS, values),
      { atMs: ON * EVERY_MS - 1, act: { does: 'sendEvent', type: 'OFF_WRIST' } },
      { atMs: (ON + OFF) * EVERY_MS - 1, act: { does: 'sendEvent', type: 'ON_WRIST' } },
    ]
  },
}
