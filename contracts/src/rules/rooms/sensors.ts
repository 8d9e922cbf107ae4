import { type Condition, follow } from './condition.ts'
import { keepRoom, type RoomFact, type RoomRule } from './room-rule.ts'

type Switch = Extract<RoomFact, { type: 'motion' | 'water' | 'smoke' | 'tamper' }>['type']

const switchRule = (type: Switch, condition: Omit<Condition, 'direction' | 'isSo'>): RoomRule => ({
  subjects: [type],
  evaluate: ({ fact, state }) =>
    fact.type === type
      ? follow(state, fact, { ...condition, direction: 'NONE', isSo: fact.isSo })
      : keepRoom(state),
})

export const motionRule = switchRule('motion', { severity: 'LOW', opensAfter: 1, clearsAfter: 1 })

/** Drying up takes two facts: a sensor at the edge of a puddle changes its mind. */
export const waterRule = switchRule('water', {
  severity: 'HIGH',
  opensAfter: 1,
  clearsAfter: 2,
  isRaisedLate: true,
})

/**
 * A detector that clears for a moment has not aired the room. What takes the power of the gateway in its room may be the fire: whichever gateway
 * receives the detector then, it rings. Of what comes late nobody knows that it is over.
 */
export const smokeRule: RoomRule = {
  ...switchRule('smoke', {
    severity: 'CRITICAL',
    opensAfter: 1,
    clearsAfter: 2,
    isRaisedLate: true,
    lateSeverity: 'CRITICAL',
  }),
  isNeverHeldBack: true,
}

/** Whoever opened the sensor has closed it again by the time anybody looks. */
export const tamperRule = switchRule('tamper', {
  severity: 'HIGH',
  opensAfter: 1,
  clearsAfter: undefined,
  isRaisedLate: true,
})
