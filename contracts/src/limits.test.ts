import { describe, expect, it } from 'vitest'
import { crossedBound, limitsFor, limitsForAll } from './limits.ts'
import { limitedMetrics, metric } from './metrics.ts'
import { limitMapOf, limitSettings, limitSettingsOf, withoutLimits } from './settings.ts'

describe('the limits that count', () => {
  it.each([
    ['the metric’s own where nobody says anything', [], [40, 50, 120, 140]],
    ['those of the nearest', [{ heartRate: { low: 45, high: 130 } }], [35, 45, 130, 150]],
    [
      'each side of the nearest that says it',
      [{ heartRate: { low: 42 } }, { heartRate: { low: 45, high: 130 } }],
      [32, 42, 130, 150],
    ],
    [
      'never asked of nobody, or of a side left open',
      [null, { heartRate: { high: undefined } }],
      [40, 50, 120, 140],
    ],
    ['zero where somebody said zero', [{ heartRate: { low: 0 } }], [-10, 0, 120, 140]],
    ['a dangerous one by itself', [{ heartRate: { criticalHigh: 180 } }], [40, 50, 120, 180]],
    [
      'a dangerous one as far from the warning as who is behind has it',
      [{ heartRate: { high: 100 } }, { heartRate: { criticalHigh: 130 } }],
      [40, 50, 100, 110],
    ],
    [
      'the dangerous one of the nearest, whoever moves the warning behind',
      [{ heartRate: { criticalHigh: 150 } }, { heartRate: { high: 130 } }],
      [40, 50, 130, 150],
    ],
    ['no warning beyond what is dangerous', [{ heartRate: { criticalHigh: 110 } }], [40, 50, 110, 110]],
  ])('are %s', (_, nearestFirst, [criticalLow, low, high, criticalHigh]) => {
    expect(limitsFor('heartRate', ...nearestFirst)).toEqual({ criticalLow, low, high, criticalHigh })
  })

  it('are those of the body only where somebody sets them: a wrist is colder', () => {
    expect(limitsFor('temperature')).toEqual({ high: 38, criticalHigh: 39.5 })
    expect(limitsFor('temperature', { temperature: { low: 35.5 } })).toEqual({
      criticalLow: 34.5,
      low: 35.5,
      high: 38,
      criticalHigh: 39.5,
    })
  })

  it('are out of order where a lower bound reaches an upper one, or a dangerous one lies before its warning', () => {
    expect(crossedBound('heartRate')).toBeUndefined()
    expect(crossedBound('heartRate', { heartRate: { low: 120 } })).toEqual({
      bound: 'low',
      why: 'belowUpper',
    })
    expect(crossedBound('heartRate', { heartRate: { criticalHigh: 119 } })).toEqual({
      bound: 'criticalHigh',
      why: 'beyondWarning',
    })
    expect(crossedBound('heartRate', { heartRate: { criticalLow: 51 } })).toMatchObject({
      bound: 'criticalLow',
    })
    expect(crossedBound('heartRate', { heartRate: { criticalLow: 50, criticalHigh: 120 } })).toBeUndefined()
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
    expect(limitSettings.map(({ name }) => name)).toContain('temperatureCriticalLow')
    expect(limitSettings.map(({ name }) => name)).not.toContain('spo2High')
  })

  it('are the same map again', () => {
    const limits = { heartRate: { low: 45, criticalHigh: 150 }, temperature: { low: 35.5, high: 38.5 } }
    expect(limitMapOf(limitSettingsOf(limits))).toEqual(limits)
    expect(limitSettingsOf(limits)).toMatchObject({ heartRateLow: 45, heartRateHigh: null, spo2Low: null })
  })

  it('are told apart from all others, and what is undefined from both', () => {
    const changes = { heartRateLow: null, stepsTarget: 5_000, spo2Low: undefined, autoAnswer: undefined }
    expect(withoutLimits(changes)).toEqual({ limits: { heartRateLow: null }, others: { stepsTarget: 5_000 } })
  })
})
