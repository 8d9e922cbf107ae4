import { describe, expect, it } from 'vitest'
import { counted, isWorthlessAt } from './history.ts'

const at = (minute: number): Date => new Date(Date.UTC(2026, 10, 21, 12, minute))
const span = (from: number, to: number) => ({ from: at(from), to: at(to) })

describe('what does not count', () => {
  it('lies from when the watch was taken off until it was put on, or is a moment', () => {
    const spans = [span(10, 20), span(30, 30)]
    expect([9, 10, 19, 20, 30, 31].map((minute) => isWorthlessAt(spans, at(minute)))).toEqual([
      false,
      true,
      true,
      false,
      true,
      false,
    ])
  })

  it('is left out of figures, of its own graph alone', () => {
    const points = [5, 15].map((minute) => ({ time: at(minute), value: minute }))
    const left = counted({
      points: { heartRate: points, steps: points },
      worthless: { heartRate: [span(10, 20)] },
    })
    expect([left.heartRate?.length, left.steps?.length]).toEqual([1, 2])
  })
})
