import { describe, expect, it } from 'vitest'
import { proposedContacts, proposedIntervals, proposedLimits } from './proposal.ts'

describe('what onboarding proposes', () => {
  it('puts the limits around what is usual for this person', () => {
    expect(proposedLimits({ averageHeartRate: 72, averageSystolic: 125, averageDiastolic: 80 })).toEqual({
      heartRateLow: 54,
      heartRateHigh: 110,
      systolicLow: 95,
      systolicHigh: 155,
      diastolicLow: 50,
      diastolicHigh: 110,
    })
    expect(proposedLimits({})).toEqual({})
  })

  it.each([
    [{ averageHeartRate: 20 }, { heartRateLow: 20, heartRateHigh: 110 }],
    [{ averageHeartRate: 300 }, { heartRateLow: 55, heartRateHigh: 300 }],
    [{ averageSystolic: 45 }, { systolicLow: 40, systolicHigh: 150 }],
    [{ averageDiastolic: 195 }, { diastolicLow: 165, diastolicHigh: 200 }],
  ])('never goes outside what a sensor can report: %o', (details, limits) => {
    expect(proposedLimits(details)).toEqual(limits)
  })

  it.each([
    ['a runner', { averageHeartRate: 42, averageSystolic: 118 }, [32, 110], [88, 150]],
    ['somebody whose pulse is fast', { averageHeartRate: 95, averageSystolic: 155 }, [55, 128], [100, 185]],
  ])('never proposes to ring for what is well for anybody: %s', (...[, details, pulse, systolic]) => {
    const { heartRateLow, heartRateHigh, systolicLow, systolicHigh } = proposedLimits(details)
    expect([heartRateLow, heartRateHigh]).toEqual(pulse)
    expect([systolicLow, systolicHigh]).toEqual(systolic)
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
