import { ReadingsPayload } from '@carewatch/contracts/payloads'
import { describe, expect, it } from 'vitest'
import { planOf } from './physiology/day-plan.ts'
import { momentOf } from './physiology/local-time.ts'
import { profileOf } from './physiology/profile.ts'
import { nightReportOf, reportOf } from './report.ts'

const zone = 'Asia/Jerusalem'
const profile = profileOf(1_000, zone)
const wearer = { profile, home: { lat: 32.8, lng: 34.98 } }
const day = 20_400
const at = (minute: number) => momentOf({ day, minute }, zone)
const beatAt = (minute: number, beat: number) => ({
  time: at(minute),
  bodyTime: at(minute),
  beat,
  everyMs: 15_000,
})

describe('what a watch says', () => {
  it('tells everything at its first beat, in the words of the contract', () => {
    const report = reportOf(wearer, beatAt(11 * 60, 0))
    expect(ReadingsPayload.parse(report)).toEqual(report)
    expect(Object.keys(report)).toEqual(
      expect.arrayContaining([
        'heartRate',
        'systolic',
        'diastolic',
        'spo2',
        'temperature',
        'steps',
        'position',
      ]),
    )
  })

  it('tells the pulse at every beat and the blood pressure once a minute', () => {
    const reports = Array.from({ length: 8 }, (_, beat) => reportOf(wearer, beatAt(11 * 60, beat)))
    expect(reports.filter(({ heartRate }) => heartRate).length).toBe(8)
    expect(reports.filter(({ systolic }) => systolic).length).toBe(2)
  })

  it('says nothing of the body while it lies on the charger', () => {
    const { from } = planOf(profile, day).charges
    expect(Object.keys(reportOf(wearer, beatAt(from + 5, 0)))).toEqual(['time', 'battery', 'steps'])
  })

  it('carries the real time however fast the body lives', () => {
    const report = reportOf(wearer, { ...beatAt(11 * 60, 0), bodyTime: at(23 * 60 + 30) })
    expect(report.time).toBe(at(11 * 60))
  })

  it('stamps the night with the moment of waking, so that telling it twice changes nothing', () => {
    const morning = nightReportOf(wearer, { clock: { day, minute: 8 * 60 } })
    expect(nightReportOf(wearer, { clock: { day, minute: 20 * 60 } })).toEqual(morning)
    expect(morning.time).toBe(Math.round(at(planOf(profile, day).wakes)))
  })
})
