import { describe, expect, it } from 'vitest'
import {
  Chain,
  type ChainPlace,
  defaultChains,
  familyOf,
  groupsReached,
  nextPlace,
  startOf,
} from './escalation.ts'

const at = new Date('2026-11-21T02:00:00Z')

/** Seconds since the alarm at which each step is told. */
function timesOf(chain: Chain): number[] {
  const times: number[] = []
  for (let place: ChainPlace | null = startOf(chain, at); place; place = nextPlace(chain, place))
    times.push((place.dueAt.getTime() - at.getTime()) / 1_000)
  return times
}

describe('a chain', () => {
  it('of an SOS tells at once, after one and three minutes, and the whole again every five minutes, five times', () => {
    const rounds = [0, 1, 2, 3, 4, 5].flatMap((round) => [0, 60, 180].map((s) => s + round * 300))
    expect(timesOf(defaultChains.EMERGENCY)).toEqual(rounds)
  })

  it('of a high alarm tells at once, after 5 and after 15 minutes', () => {
    expect(timesOf(defaultChains.HIGH)).toEqual([0, 300, 900])
  })

  it('of a medium alarm tells at once and after half an hour', () => {
    expect(timesOf(defaultChains.MEDIUM)).toEqual([0, 1_800])
  })

  it('may begin later than the alarm', () => {
    const patient = {
      ...defaultChains.MEDIUM,
      steps: [{ ...defaultChains.MEDIUM.steps[0], afterSeconds: 90 }],
    }
    expect(timesOf(Chain.parse(patient))).toEqual([90])
  })

  it('whose steps go back in time is refused', () => {
    const [first, second] = defaultChains.HIGH.steps
    expect(Chain.safeParse({ ...defaultChains.HIGH, steps: [second, first] }).success).toBe(false)
  })

  it('whose next round would begin before the last step is refused', () => {
    expect(Chain.safeParse({ ...defaultChains.EMERGENCY, repeatEverySeconds: 120 }).success).toBe(false)
  })

  it('that tells nobody is refused', () => {
    expect(Chain.safeParse({ ...defaultChains.HIGH, steps: [] }).success).toBe(false)
  })
})

describe('the chain of an alarm', () => {
  it('is the emergency chain for a cry for help and whatever is critical', () => {
    expect(familyOf('SOS', 'CRITICAL')).toBe('EMERGENCY')
    expect(familyOf('FALL', 'HIGH')).toBe('EMERGENCY')
    expect(familyOf('HEART_RATE', 'CRITICAL')).toBe('EMERGENCY')
  })

  it('goes by severity else, and what concerns the machines is for staff', () => {
    expect(familyOf('HEART_RATE', 'HIGH')).toBe('HIGH')
    expect(familyOf('BATTERY', 'HIGH')).toBe('TECHNICAL')
    const groups = defaultChains.TECHNICAL.steps.flatMap(({ who }) => who)
    expect(groups.filter((group) => group === 'OWNER' || group.startsWith('RELATIVES'))).toEqual([])
  })
})

describe('whom a step reaches', () => {
  const who = ['MANAGER', 'RELATIVES_LOW', 'OWNER'] as const

  it.each([
    ['of somebody', 'HEART_RATE', true, [...who]],
    ['of a room', 'SMOKE', false, ['MANAGER']],
    ['of somebody, for staff alone', 'OUTAGE', true, ['MANAGER']],
  ] as const)('is said as it is: %s', (_of, kind, isOfSomebody, reached) => {
    expect(groupsReached(who, { kind, isOfSomebody })).toEqual(reached)
  })

  it('is nobody where no group is left', () => {
    expect(groupsReached(['OWNER'], { kind: 'WATER', isOfSomebody: false })).toBeNull()
    expect(groupsReached(null, { kind: 'SOS', isOfSomebody: true })).toBeNull()
  })
})
