import { describe, expect, it } from 'vitest'
import { suggestedLimit } from './suggest.ts'

describe('a suggested limit', () => {
  it.each([
    ['heartRate', 'high', 126.4, 120, 130],
    ['heartRate', 'low', 46.2, 50, 45],
    ['systolic', 'high', 165, 160, 165],
    ['spo2', 'low', 90.5, 92, 90],
    ['temperature', 'high', 38.31, 38, 38.4],
    ['temperature', 'low', 34.7, 35, 34.7],
  ] as const)(
    'of %s %s from %d is rounded outwards: %d becomes %d',
    (metric, side, edge, present, wanted) => {
      expect(suggestedLimit({ metric, side, edge, present })).toBe(wanted)
    },
  )

  it('never lies beyond what a sensor can report of a living person', () => {
    expect(suggestedLimit({ metric: 'spo2', side: 'low', edge: 12, present: 92 })).toBe(50)
    expect(suggestedLimit({ metric: 'temperature', side: 'high', edge: 60, present: 38 })).toBe(43)
  })

  it('is none where the present one is as wide or wider', () => {
    expect(suggestedLimit({ metric: 'heartRate', side: 'high', edge: 118, present: 120 })).toBeNull()
    expect(suggestedLimit({ metric: 'heartRate', side: 'low', edge: 52, present: 50 })).toBeNull()
  })
})
