import { describe, expect, it } from 'vitest'
import { drawn, thinned } from './drawn.ts'

const MINUTE = 60_000
const WEEK = 7 * 24 * 60
const span = { from: new Date(0), to: new Date(WEEK * MINUTE) }
const everyMinute = (value: (minute: number) => number) =>
  Array.from({ length: WEEK }, (_, minute) => ({ time: new Date(minute * MINUTE), value: value(minute) }))

describe('a week on paper', () => {
  it('loses no spike, however many readings share its dot', () => {
    const kept = thinned(
      everyMinute((minute) => (minute === 5_003 ? 180 : 70)),
      span,
    )
    expect(kept.length).toBeLessThanOrEqual(1_400)
    expect(kept.some(({ value }) => value === 180)).toBe(true)
  })

  it('shows a day without readings as a gap', () => {
    const points = everyMinute(() => 70).filter(({ time }) => {
      const hours = time.getTime() / 3_600_000
      return hours < 48 || hours > 72
    })
    const { paths } = drawn({ span, lines: [points], limits: [{ low: 50, high: 120 }] }, 15 * MINUTE)
    expect(paths[0]?.match(/M/g)).toHaveLength(2)
  })
})
