import { describe, expect, it } from 'vitest'
import { proposedContacts, proposedIntervals, proposedLimits } from './proposal.ts'

describe('what onboarding proposes', () => {
  it('puts the limits around what is usual for this person', () => {
    expect(proposedLimits({ averageHeartRate: 72, averageSystolic: 125, averageDiastolic: 80 })).toEqual({
      heartRateLow: 54,
      heartRateHigh: 90,
      systolicLow: 105,
      systolicHigh: 145,
      diastolicLow: 60,
      diastolicHigh: 100,
    })
    expect(proposedLimits({})).toEqual({})
  })

  it.each([
    [{ averageHeartRate: 20 }, { heartRateLow: 20, heartRateHigh: 25 }],
    [{ averageHeartRate: 300 }, { heartRateLow: 225, heartRateHigh: 300 }],
    [{ averageSystolic: 45 }, { systolicLow: 40, systolicHigh: 65 }],
    [{ averageDiastolic: 195 }, { diastolicLow: 175, diastolicHigh: 200 }],
  ])('never goes outside what a sensor can report: %o', (details, limits) => {
    expect(proposedLimits(details)).toEqual(limits)
  })

  it.each([
    [15, { operationMode: 'NORMAL' }],
    [60, { operationMode: 'POWER_SAVING' }],
    [1, { operationMode: 'CUSTOM', locationIntervalMinutes: 1 }],
    [30, { operationMode: 'CUSTOM', locationIntervalMinutes: 30 }],
  ])('takes the mode whose interval %i is', (gpsIntervalMinutes, settings) => {
    expect(proposedIntervals({ gpsIntervalMinutes })).toEqual(settings)
  })

  it('calls the three most urgent in need, and keeps everybody who has a number', () => {
    const one = (name: string, sosPriority: 'HIGH' | 'MEDIUM' | 'LOW', phone: string | null = '+1') => ({
      name,
      sosPriority,
      phone,
      email: 'x@y.z',
      relation: 'son' as const,
      smsAlerts: false,
      createUserInPortal: false,
    })
    const rows = [
      one('a', 'LOW'),
      one('b', 'HIGH'),
      one('c', 'MEDIUM'),
      one('d', 'HIGH'),
      one('e', 'HIGH', null),
    ]
    const { phonebook, sosContacts } = proposedContacts(rows)
    expect(phonebook?.map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
    expect(sosContacts?.map(({ name }) => name)).toEqual(['b', 'd', 'c'])
  })
})
