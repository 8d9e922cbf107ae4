import { measurements, SECOND_MS, vitalsOf, type Scenario } from './scenario.ts'

const METRES_PER_DEGREE = 111_320
const METRES_AWAY = [0, 60, 140, 230, 320, 430, 520, 430, 300, 180, 80, 20] as const

export const wandering: Scenario = {
  story: 'Somebody walks half a kilometre from home, is missed, and comes back.',
  timeline: (opening) => {
    const { lat, lng } = opening.fix
    const { heartRate } = vitalsOf(opening)
    return measurements(
      opening,
      10 * SECOND_MS,
      METRES_AWAY.map((metres, index) => ({
        heartRate: heartRate + 6 + (index % 3),
        wearing: true,
        position: { lat: lat + metres / METRES_PER_DEGREE, lng, accuracy: 9, source: 'GPS' },
      })),
    )
  },
}
