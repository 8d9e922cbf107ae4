import { describe, expect, it } from 'vitest'
import { calibrated, uncalibrated } from './deciders.ts'
import { models } from './models.ts'
import { type Measured, type MakeDecider, measure } from './measure.ts'

/** `test:all` has the patience for more people and other seeds. */
const isAll = process.env.TEST_ALL === 'true'
const seeds = isAll ? [1, 2, 3] : [1]

function figuresOf(decide: MakeDecider): Measured[] {
  const [goal] = models
  if (!goal) throw new Error('no model')
  return seeds.map((seed) => measure(goal, { people: isAll ? 6 : 2, seed, hours: 1 }, decide))
}

describe('on a floor of six rooms with sigma 5 dB, gaps of two to eight seconds and a leaking wall', () => {
  it('the strongest room is right 85 % of the time, calm at rest, and takes nobody from a dead gateway', () => {
    for (const figures of figuresOf(uncalibrated)) {
      expect(figures.rightShare).toBeGreaterThanOrEqual(0.85)
      expect(figures.changesPerHour).toBeLessThanOrEqual(20)
      expect(figures.claimedShare).toBeLessThanOrEqual(0.02)
    }
  })
  it('a calibrated one is right 90 % of the time, within 15 s, calm, honest, and as sure as it is right', () => {
    for (const figures of figuresOf(calibrated({ seed: 1 }))) {
      expect(figures.rightShare).toBeGreaterThanOrEqual(0.9)
      expect(figures.delayS.most).toBeLessThanOrEqual(15)
      expect(figures.changesPerHour).toBeLessThanOrEqual(20)
      expect(figures.claimedShare).toBeLessThanOrEqual(0.005)
      for (const { stated, right } of figures.reliability) expect(right).toBeGreaterThanOrEqual(stated - 0.1)
    }
  })
})
