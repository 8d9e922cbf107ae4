import { NO_BOUNDS } from '@carewatch/contracts/limits'
import { expect, it } from 'vitest'
import { isWithin, scaleOf, zonesOf } from './usual-scale.ts'

const pulse = { criticalLow: 40, low: 50, high: 120, criticalHigh: 140 }
const spread = (p5: number, p95: number) => ({
  samples: 99,
  p5,
  p25: p5 + 2,
  median: p5 + 4,
  p75: p5 + 6,
  p95,
})
const usual = { day: spread(60, 90), night: null }

it('a picture is as wide as the bounds and what is usual, and a little wider', () => {
  const { from, to, share } = scaleOf(pulse, usual)
  expect([from, to, share(90), share(0), share(500)]).toEqual([32, 148, 0.5, 0, 1])
  expect(scaleOf(pulse, { day: spread(30, 90), night: spread(20, 150) })).toMatchObject({
    from: 20 - 10.4,
    to: 150 + 10.4,
  })
})

it('its zones meet, and a bound that nobody set parts nothing', () => {
  const scale = scaleOf(pulse, usual)
  expect(zonesOf(pulse, scale).map(({ from, to, tone }) => `${from}-${to} ${tone}`)).toEqual([
    '32-40 critical',
    '40-50 high',
    '50-120 inside',
    '120-140 high',
    '140-148 critical',
  ])
  const oxygen = { ...NO_BOUNDS, criticalLow: 86, low: 92 }
  const narrow = { from: 80, to: 100, share: () => 0 }
  expect(zonesOf(oxygen, narrow).map(({ from, to, tone }) => `${from}-${to} ${tone}`)).toEqual([
    '80-86 critical',
    '86-92 high',
    '92-100 inside',
  ])
  expect(zonesOf(NO_BOUNDS, narrow)).toEqual([{ from: 80, to: 100, tone: 'inside' }])
  expect(
    zonesOf({ ...NO_BOUNDS, high: 38 }, { from: 30, to: 40, share: () => 0 }).map(({ tone }) => tone),
  ).toEqual(['inside', 'high'])
})

it('what is usual lies within the limits, or some of it beyond', () => {
  expect([isWithin(spread(50, 120), pulse), isWithin(spread(49, 90), pulse)]).toEqual([true, false])
  expect([isWithin(spread(60, 121), pulse), isWithin(spread(60, 999), NO_BOUNDS)]).toEqual([false, true])
})
