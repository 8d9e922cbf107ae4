import type { ChainStep, RecipientGroup } from '@carewatch/contracts/escalation'
import { describe, expect, it } from 'vitest'
import { isTooEarly, withMoved, withoutStep, withStep } from './steps-of.ts'

const step = (afterSeconds: number, who: RecipientGroup): ChainStep => ({
  afterSeconds,
  who: [who],
  channels: ['SMS'],
})
const steps = [step(0, 'SUPERVISOR'), step(60, 'NURSES'), step(180, 'MANAGER')]

describe('the steps of a chain that is edited', () => {
  it('change places and keep their times', () => {
    expect(withMoved(steps, 0, 1)).toEqual([step(0, 'NURSES'), step(60, 'SUPERVISOR'), step(180, 'MANAGER')])
    expect(withMoved(steps, 2, -1)[1]).toEqual(step(60, 'MANAGER'))
    expect(withMoved(steps, 0, -1)).toEqual(steps)
  })

  it('are added after the last, and taken away', () => {
    expect(withStep(steps).at(-1)).toEqual({ afterSeconds: 480, who: [], channels: ['SMS'] })
    expect(withoutStep(steps, 1).map(({ afterSeconds }) => afterSeconds)).toEqual([0, 180])
  })

  it('are too early where they come no later than the one before', () => {
    const wrong = [step(0, 'SUPERVISOR'), step(0, 'NURSES'), step(60, 'MANAGER')]
    expect(wrong.map((_, at) => isTooEarly(wrong, at))).toEqual([false, true, false])
  })
})
