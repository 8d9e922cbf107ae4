import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

/** How far it has got, from well to as ill as she becomes, and back. */
const ILL = [0, 0.2, 0.4, 0.6, 0.8, 1, 1, 1, 1, 1, 0.7, 0.3, 0, 0] as const
const WORST = { heartRate: 115, spo2: 93, systolic: 104, diastolic: 62, temperature: 37.9 } as const

export const infection: Scenario = {
  story:
    'An infection of two days told in two minutes: pulse, oxygen, pressure and temperature each stay inside their limits, and together say that she becomes ill.',
  timeline: (opening) => {
    const well = vitalsOf(opening)
    const between = (name: keyof typeof WORST, ill: number): number =>
      well[name] + (WORST[name] - well[name]) * ill
    return measurements(
      opening,
      8 * SECOND_MS,
      ILL.map((ill) => ({
        heartRate: Math.round(between('heartRate', ill)),
        spo2: Math.round(between('spo2', ill)),
        systolic: Math.round(between('systolic', ill)),
        diastolic: Math.round(between('diastolic', ill)),
        temperature: Math.round(between('temperature', ill) * 10) / 10,
        wearing: true,
      })),
    )
  },
}
