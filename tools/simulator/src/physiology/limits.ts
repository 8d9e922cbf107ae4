import type { Limits } from '@carewatch/contracts/limits'
import type { Profile } from './profile.ts'

/** What the model of a body measures, and somebody limits. */
type Modelled = 'heartRate' | 'systolic' | 'diastolic' | 'spo2' | 'temperature'

const down = (value: number): number => Math.floor(value / 5) * 5
const up = (value: number): number => Math.ceil(value / 5) * 5

/** The limits a nurse would set for this person: wide enough for a walk and for deep sleep. */
export const limitsOf = (profile: Profile): Record<Modelled, Limits> => ({
  heartRate: { low: down(profile.restingRate - 23), high: up(profile.restingRate + 58) },
  systolic: { low: down(profile.systolic * (1 - profile.dip) - 18), high: up(profile.systolic * 1.15 + 15) },
  diastolic: {
    low: down(profile.diastolic * (1 - profile.dip) - 11),
    high: up(profile.diastolic * 1.15 + 10),
  },
  spo2: { low: 91 },
  temperature: { low: 35.2, high: 37.8 },
})
