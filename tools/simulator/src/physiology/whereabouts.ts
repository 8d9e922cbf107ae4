import { walkAt } from './activity.ts'
import { planOf } from './day-plan.ts'
import type { Clock } from './local-time.ts'
import type { Profile } from './profile.ts'
import { between } from './random.ts'

export type Place = { lat: number; lng: number }
export type Fix = Place & { accuracy: number; source: 'GPS' | 'WIFI' }

const METRES_PER_DEGREE = 111_320

const shifted = ({ lat, lng }: Place, east: number, north: number): Place => ({
  lat: round(lat + north / METRES_PER_DEGREE),
  lng: round(lng + east / (METRES_PER_DEGREE * Math.cos((lat * Math.PI) / 180))),
})

const round = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** At home by Wi-Fi; a walk is a loop by GPS that leaves from the door and ends there. */
export function fixAt(profile: Profile, clock: Clock, home: Place): Fix {
  const { seed } = profile
  const { day, minute } = clock
  const walk = walkAt(planOf(profile, day), minute)
  const wobble = (channel: number) => between(-6, 6, seed, day, Math.floor(minute), channel)
  if (!walk) return { ...shifted(home, wobble(70), wobble(71)), accuracy: 24, source: 'WIFI' }

  const turn = ((minute - walk.from) / (walk.to - walk.from)) * 2 * Math.PI
  const radius = between(30, 55, seed, day, Math.floor(walk.from))
  const heading = between(0, 2 * Math.PI, seed, day, 72)
  const east = radius * (Math.cos(turn + heading) - Math.cos(heading))
  const north = radius * (Math.sin(turn + heading) - Math.sin(heading))
  return { ...shifted(home, east + wobble(70) / 2, north + wobble(71) / 2), accuracy: 9, source: 'GPS' }
}
