import { describe, expect, it } from 'vitest'
import type { EventType } from '../alarms.ts'
import { limitsFor, limitsForAll } from '../limits.ts'
import { ASSUMED, limitsOfModel, measuringOf } from '../measuring.ts'
import type { MetricName } from '../metrics.ts'
import { evaluateRule, type Remembered } from './evaluate-rule.ts'
import { createObserver } from './observer.ts'
import type { RuleState, Situation } from './rule.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const MINUTE = 60_000

/** A watch that is followed, and what its pulse would raise. */
function follow(agreed: Partial<Situation> = {}) {
  const observer = createObserver(agreed)
  let remembered: Remembered<RuleState> = { state: {}, flaps: {} }
  const note = (minute: number, metric: MetricName, value: number) =>
    observer.note({ type: 'reading', metric, value, time: noon + minute * MINUTE })
  return {
    steps: (minute: number, value: number) => note(minute, 'steps', value),
    worn: (minute: number, value: 0 | 1) => note(minute, 'wearing', value),
    event: (minute: number, event: EventType) =>
      observer.note({ type: 'event', event, time: noon + minute * MINUTE }),
    quality: (minute: number, value: number, metric: MetricName = 'heartRate') =>
      observer.observe(metric, value, noon + minute * MINUTE).quality,
    pulse(minute: number, value: number): string {
      const time = noon + minute * MINUTE
      const observed = observer.observe('heartRate', value, time)
      const fact = { type: 'reading', metric: 'heartRate', value, time, isLate: false, ...observed } as const
      const evaluated = evaluateRule('HEART_RATE', { limits: limitsForAll(), ...agreed, fact }, remembered)
      remembered = evaluated.remembered
      return evaluated.results
        .map((result) => (result.change === 'trigger' ? result.severity : result.change))
        .join()
    },
  }
}

describe('a sample', () => {
  it('is doubted where it jumps as no body does, and believed when the next agrees', () => {
    const watch = follow()
    expect([watch.quality(0, 75), watch.quality(1, 116), watch.quality(2, 117)]).toEqual([
      'GOOD',
      'DOUBTFUL',
      'GOOD',
    ])
    expect([watch.quality(3, 157), watch.quality(9, 75)]).toEqual(['GOOD', 'GOOD'])
    expect([watch.quality(0, 97, 'spo2'), watch.quality(5, 88, 'spo2')]).toEqual(['GOOD', 'DOUBTFUL'])
    expect([watch.quality(10, 96, 'spo2'), watch.quality(11, 88, 'spo2')]).toEqual(['GOOD', 'GOOD'])
  })

  it('of a temperature is doubted where no skin is so cold', () => {
    const watch = follow()
    expect([watch.quality(0, 32.9, 'temperature'), watch.quality(1, 33, 'temperature')]).toEqual([
      'DOUBTFUL',
      'GOOD',
    ])
  })

  it('is doubted within two minutes of a step, and not of steps made some time in a quarter of an hour', () => {
    const watch = follow()
    watch.steps(0, 100)
    watch.steps(1, 101)
    expect([watch.quality(1, 80), watch.quality(3, 80), watch.quality(3.1, 80)]).toEqual([
      'DOUBTFUL',
      'DOUBTFUL',
      'GOOD',
    ])
    watch.steps(16, 140)
    expect(watch.quality(16, 80)).toBe('GOOD')
    watch.steps(31, 500)
    expect(watch.quality(31, 80)).toBe('DOUBTFUL')
    // Midnight: it counts from zero again.
    watch.steps(46, 0)
    expect(watch.quality(46, 80)).toBe('GOOD')
  })

  it('is worthless off the wrist, from when the watch says so until it says the other', () => {
    const watch = follow()
    watch.worn(1, 0)
    expect([watch.quality(0, 80), watch.quality(1, 165), watch.quality(300, 165)]).toEqual([
      'GOOD',
      'WORTHLESS',
      'WORTHLESS',
    ])
    watch.worn(301, 1)
    expect([watch.quality(300, 165), watch.quality(301, 80)]).toEqual(['WORTHLESS', 'GOOD'])
    // That it was taken off before it was put on is heard afterwards: it is worn.
    watch.worn(299, 0)
    expect(watch.quality(302, 80)).toBe('GOOD')
    // That it was put on before it was taken off: it lies there.
    watch.worn(310, 0)
    watch.worn(305, 1)
    expect(watch.quality(311, 165)).toBe('WORTHLESS')
    // And for ever nothing is believed that is not said again.
    expect(watch.quality(310 + 8 * 60, 80)).toBe('GOOD')
  })

  it('is believed again an hour after a watch that never says that it is worn said that it is not, or when its wearer walks', () => {
    const silent = follow()
    silent.event(0, 'OFF_WRIST')
    expect([silent.quality(59, 165), silent.quality(61, 80)]).toEqual(['WORTHLESS', 'GOOD'])
    const walking = follow()
    walking.event(0, 'OFF_WRIST')
    walking.steps(5, 100)
    walking.steps(20, 700)
    expect([walking.quality(19, 165), walking.quality(23, 80)]).toEqual(['WORTHLESS', 'GOOD'])
    const honest = follow()
    honest.event(0, 'ON_WRIST')
    honest.event(1, 'OFF_WRIST')
    expect(honest.quality(470, 165)).toBe('WORTHLESS')
    honest.steps(471, 0)
    honest.steps(476, 400)
    expect(honest.quality(479, 80)).toBe('GOOD')
  })
})

describe('an alarm', () => {
  it('is not raised by a single impossible value, nor by any off the wrist', () => {
    const watch = follow()
    expect([watch.pulse(0, 75), watch.pulse(1, 165), watch.pulse(2, 75), watch.pulse(3, 76)].join('')).toBe(
      '',
    )
    watch.worn(10, 0)
    expect([watch.pulse(10, 165), watch.pulse(11, 170), watch.pulse(12, 39)].join('')).toBe('')
  })

  it('is raised one sample later where the pulse really races', () => {
    const watch = follow()
    expect([watch.pulse(0, 75), watch.pulse(1, 165), watch.pulse(2, 166)]).toEqual(['', '', 'CRITICAL'])
  })

  it('leaves whoever walks in peace, up to what is usual for their age, and is never critical at once', () => {
    const walk = (age: number | null, values: number[]) => {
      const watch = follow({ age })
      watch.steps(-1, 0)
      return values.map((value, minute) => {
        watch.steps(minute, 100 * (minute + 1))
        return watch.pulse(minute, value)
      })
    }
    // 85 % of 220 - 40 is 153.
    expect(walk(40, [130, 140, 150, 152])).toEqual(['', '', '', ''])
    expect(walk(40, [160, 160, 160])).toEqual(['', '', 'HIGH'])
    expect(walk(80, [160, 160, 130])).toEqual(['', '', 'HIGH'])
    // Of somebody of whom nobody knows how old they are, 65 is assumed.
    expect(walk(null, [131, 131, 131, 131])).toEqual(['', '', '', ''])
    expect(walk(null, [140, 140, 140])).toEqual(['', '', 'HIGH'])
    expect(walk(40, [45, 44, 43])).toEqual(['', '', ''])
  })

  it('is raised where something dangerous goes on, however doubtful each sample of it is', () => {
    const walking = follow()
    walking.steps(-1, 0)
    const low = [30, 31, 30].map((value, minute) => {
      walking.steps(minute, 100 * (minute + 1))
      return walking.pulse(minute, value)
    })
    expect(low).toEqual(['', '', 'CRITICAL'])
    const swinging = follow()
    expect([90, 180, 90, 180, 90, 180].map((value, minute) => swinging.pulse(minute, value))).toEqual([
      '',
      '',
      '',
      '',
      '',
      'CRITICAL',
    ])
  })

  it('is not confirmed by what was measured before a night off the wrist', () => {
    const watch = follow()
    watch.pulse(0, 125)
    watch.worn(1, 0)
    for (let minute = 10; minute < 400; minute += 10) watch.pulse(minute, 80)
    watch.worn(400, 1)
    expect(watch.pulse(410, 125)).toBe('')
  })

  it('is raised by a watch that measures every half hour, whatever it was told to do meanwhile', () => {
    const watch = follow()
    expect([watch.pulse(0, 125), watch.pulse(30, 126)]).toEqual(['', 'HIGH'])
    const hourly = follow({ askedMs: { heartRate: 60 * MINUTE } })
    expect([hourly.pulse(0, 125), hourly.pulse(120, 126)]).toEqual(['', 'HIGH'])
  })

  it('is confirmed across a gap of three intervals, and not of more', () => {
    const measured = (gap: number): string => {
      const watch = follow()
      for (let minute = 0; minute < 100; minute += 10) watch.pulse(minute, 75)
      return watch.pulse(100, 125) + watch.pulse(100 + gap, 125)
    }
    expect([measured(30), measured(31)]).toEqual(['HIGH', ''])
  })
})

describe('what is known of a model', () => {
  const ofBody = measuringOf('B2316', 'watch-b2316-json')

  it('is that it invents a value: worthless, and compared with nothing', () => {
    const watch = follow({ measuring: { invents: { heartRate: [88] } } })
    expect(watch.quality(0, 70)).toBe('GOOD')
    expect(watch.quality(1, 88)).toBe('WORTHLESS')
    expect(watch.quality(2, 115)).toBe('DOUBTFUL')
    expect(watch.quality(3, 88, 'systolic')).toBe('GOOD')
    expect(follow().quality(0, 88)).toBe('GOOD')
  })

  it('is that it measures the body: what would be a cold skin is a cold body', () => {
    expect(follow({ measuring: ofBody }).quality(0, 32.5, 'temperature')).toBe('GOOD')
    expect(follow().quality(0, 32.5, 'temperature')).toBe('DOUBTFUL')
  })

  it('stands behind every limit that somebody set', () => {
    const usual = limitsOfModel(ofBody)
    expect(limitsFor('temperature', usual)).toMatchObject({ criticalLow: 34, low: 35, high: 38 })
    expect(limitsFor('temperature', { temperature: { low: 35.5 } }, usual)).toMatchObject({
      criticalLow: 34.5,
      low: 35.5,
    })
    expect(limitsOfModel(measuringOf('Thinkrace', 'watch-iw'))).toBeNull()
    expect(limitsFor('heartRate', usual)).toEqual(limitsFor('heartRate'))
  })

  it('is nothing of a model that is not named', () => {
    expect(measuringOf('toString', 'native')).toBe(ASSUMED)
  })
})
