import { expect, it } from 'vitest'
import { createGatewayClocks } from './gateway-clock.ts'

const noon = Date.parse('2026-11-21T12:00:00Z')
const HOURS = 3_600_000

it('sets a clock that is behind by the same again and again', () => {
  const clocks = createGatewayClocks()
  const behind = [0, 5, 10, 15].map((second) => {
    const receivedAt = noon + second * 1_000
    return clocks.behindBy(1, receivedAt - 5 * HOURS - (second % 10) * 100, receivedAt)
  })
  expect(behind).toEqual([0, 0, 5 * HOURS, 5 * HOURS])
  expect(clocks.behindBy(1, noon + 20_000, noon + 20_100)).toBe(0)
})

it('leaves what was kept back where it happened', () => {
  const clocks = createGatewayClocks()
  const behind = Array.from({ length: 60 }, (_, minute) =>
    clocks.behindBy(1, noon - HOURS + minute * 60_000, noon + minute * 300),
  )
  expect(new Set(behind)).toEqual(new Set([0]))
})

it('is not taken in by what comes only a little faster than it happened', () => {
  const clocks = createGatewayClocks()
  const behind = Array.from({ length: 600 }, (_, step) =>
    clocks.behindBy(1, noon - HOURS + step * 1_000, noon + step * 40),
  )
  expect(new Set(behind)).toEqual(new Set([0]))
})

it('knows each gateway by itself, and believes the one that is right', () => {
  const clocks = createGatewayClocks()
  for (const second of [0, 5, 10]) {
    const receivedAt = noon + second * 1_000
    clocks.behindBy(1, receivedAt - HOURS, receivedAt)
    expect(clocks.behindBy(2, receivedAt - 900, receivedAt)).toBe(0)
  }
})
