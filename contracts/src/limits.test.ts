import { describe, expect, it } from 'vitest'
import { limitsFor, limitsForAll } from './limits.ts'
import { limitedMetrics, metric } from './metrics.ts'
import { limitMapOf, limitSettings, limitSettingsOf, withoutLimits } from './settings.ts'

describe('the limits that count', () => {
  it.each([
    ['the metric’s own where nobody says anything', [], { low: 50, high: 120 }],
    ['those of the nearest', [{ heartRate: { low: 40, high: 130 } }], { low: 40, high: 130 }],
    [
      'each side of the nearest that says it',
      [{ heartRate: { low: 40 } }, { heartRate: { low: 45, high: 130 } }],
      { low: 40, high: 130 },
    ],
    [
      'never asked of nobody, or of a side left open',
      [null, { heartRate: { high: undefined } }],
      { low: 50, high: 120 },
    ],
    ['zero where somebody said zero', [{ heartRate: { low: 0 } }], { low: 0, high: 120 }],
  ])('are %s', (_, nearestFirst, expected) => {
    expect(limitsFor('heartRate', ...nearestFirst)).toEqual(expected)
  })

  it('are told for every metric that anybody limits', () => {
    const all = limitsForAll({ steps: { high: 20_000 } }, null)
    expect(Object.keys(all).toSorted()).toEqual([...limitedMetrics, 'steps'].toSorted())
    expect(all.steps).toEqual({ high: 20_000 })
    expect(all.spo2).toEqual(metric('spo2').limits)
  })
})

describe('limits as settings of a watch', () => {
  it('have a name for each side that their metric has a limit for', () => {
    expect(limitSettings.map(({ name }) => name)).toContain('spo2Low')
    expect(limitSettings.map(({ name }) => name)).not.toContain('spo2High')
  })

  it('are the same map again', () => {
    const limits = { heartRate: { low: 45 }, temperature: { low: 35.5, high: 38.5 } }
    expect(limitMapOf(limitSettingsOf(limits))).toEqual(limits)
    expect(limitSettingsOf(limits)).toMatchObject({ heartRateLow: 45, heartRateHigh: null, spo2Low: null })
  })

  it('are told apart from all others, and what is undefined from both', () => {
    const changes = { heartRateLow: null, stepsTarget: 5_000, spo2Low: undefined, autoAnswer: undefined }
    expect(withoutLimits(changes)).toEqual({ limits: { heartRateLow: null }, others: { stepsTarget: 5_000 } })
  })
})
