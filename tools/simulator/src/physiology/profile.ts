import { between, chance } from './random.ts'

/** What stays the same about a person: everything else follows from it and from the time. */
export type Profile = {
  seed: number
  timeZone: string
  restingRate: number
  /** Beats a minute that a walk can add. */
  reserve: number
  systolic: number
  diastolic: number
  /** Share by which pressure falls asleep. */
  dip: number
  spo2: number
  temperature: number
  /** Minutes of the local day. */
  wakes: number
  sleeps: number
  charges: number
  /** Walks a day, and steps a minute of walking. */
  walks: number
  cadence: number
}

const RESTING = 1
const RESERVE = 2
const SYSTOLIC = 3
const DIASTOLIC = 4
const DIP = 5
const OXYGEN = 6
const WARMTH = 7
const WAKES = 8
const SLEEPS = 9
const CHARGES = 10
const WALKS = 11
const CADENCE = 12

/** An elderly person living at home or in a care home; the same seed is always the same person. */
export const profileOf = (seed: number, timeZone = 'Asia/Jerusalem'): Profile => ({
  seed,
  timeZone,
  restingRate: between(60, 74, seed, RESTING),
  reserve: between(38, 52, seed, RESERVE),
  systolic: between(116, 138, seed, SYSTOLIC),
  diastolic: between(67, 80, seed, DIASTOLIC),
  dip: between(0.08, 0.14, seed, DIP),
  spo2: between(96, 97.6, seed, OXYGEN),
  temperature: between(36.3, 36.7, seed, WARMTH),
  wakes: between(5.5 * 60, 7.25 * 60, seed, WAKES),
  sleeps: between(21.5 * 60, 23 * 60, seed, SLEEPS),
  charges: between(18.75 * 60, 20.25 * 60, seed, CHARGES),
  walks: 2 + Math.floor(chance(seed, WALKS) * 3),
  cadence: between(62, 88, seed, CADENCE),
})
