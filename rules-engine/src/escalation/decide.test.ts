import { describe, expect, it } from 'vitest'
import { decide, type Standing } from './decide.ts'

const now = new Date('2026-11-21T02:00:00Z')
const minutes = (count: number): Date => new Date(now.getTime() + count * 60_000)
const ringing: Standing = {
  active: true,
  wasOver: false,
  acknowledgedAt: null,
  snoozedUntil: null,
  closedAt: null,
  isHeldBack: false,
}

describe('a step that is due', () => {
  it('is told while nobody answered', () => {
    expect(decide(ringing, now)).toEqual({ do: 'notify' })
  })

  it('waits ten minutes for whoever took the alarm, then is told after all', () => {
    const taken = { ...ringing, acknowledgedAt: minutes(-2) }
    expect(decide(taken, now)).toEqual({ do: 'wait', until: minutes(8) })
    expect(decide(taken, minutes(8))).toEqual({ do: 'notify' })
  })

  it('waits as long as the alarm was put off', () => {
    expect(decide({ ...ringing, snoozedUntil: minutes(15) }, now)).toEqual({ do: 'wait', until: minutes(15) })
    const both = { ...ringing, acknowledgedAt: minutes(0), snoozedUntil: minutes(3) }
    expect(decide(both, now)).toEqual({ do: 'wait', until: minutes(10) })
  })

  it('is told of what was over before anybody could know of it', () => {
    expect(decide({ ...ringing, active: false, wasOver: true }, now)).toEqual({ do: 'notify' })
    expect(decide({ ...ringing, active: false, wasOver: true, closedAt: now }, now)).toEqual({ do: 'rest' })
  })

  it('is held back while its alarm is part of an outage, and rests when that alarm is over', () => {
    expect(decide({ ...ringing, isHeldBack: true }, now)).toEqual({ do: 'hold' })
    expect(decide({ ...ringing, isHeldBack: true, active: false }, now)).toEqual({ do: 'rest' })
  })

  it('rests when the alarm is over or calm again', () => {
    expect(decide({ ...ringing, active: false }, now)).toEqual({ do: 'rest' })
    expect(decide({ ...ringing, closedAt: minutes(-1), acknowledgedAt: minutes(-60) }, now)).toEqual({
      do: 'rest',
    })
  })
})
