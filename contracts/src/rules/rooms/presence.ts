import { isWithinHours } from '../fence-hours.ts'
import { follow } from './condition.ts'
import { keepRoom, type RoomFact, type RoomRule, type RoomSituation } from './room-rule.ts'

type Presence = Extract<RoomFact, { type: 'presence' }>

const MINUTE_MS = 60_000
/** Where a beacon is was decided by several sightings already; a second decision makes it sure. */
const DECISIONS = 2

const presenceRule = (
  isWrong: (fact: Presence, situation: Pick<RoomSituation, 'agreed' | 'zone'>) => boolean | undefined,
): RoomRule => ({
  subjects: ['presence'],
  evaluate: ({ fact, state, ...situation }) =>
    fact.type === 'presence'
      ? follow(state, fact, {
          direction: 'NONE',
          severity: 'HIGH',
          isSo: isWrong(fact, situation),
          opensAfter: DECISIONS,
          clearsAfter: DECISIONS,
        })
      : keepRoom(state),
})

/** In another room than its own. */
export const notAllowedRule = presenceRule(
  ({ roomId }, { agreed }) => roomId !== null && agreed.roomId !== null && roomId !== agreed.roomId,
)

/** In a room at an hour when it may be in none; without hours it always may. */
export const outsideHoursRule = presenceRule(
  ({ roomId, time }, { agreed, zone }) =>
    roomId !== null &&
    agreed.allowedTimes.length > 0 &&
    !agreed.allowedTimes.some((hours) => isWithinHours(hours, { time, zone })),
)

/** In one room for longer than it may be. Whoever was too long in one and left it a moment ago may never have been gone. */
export const tooLongRule = presenceRule(({ roomId, stayedSince, left, time }, { agreed: { maxMinutes } }) => {
  if (maxMinutes === null) return false
  const isTooLong = (from: number, to: number) => to - from > maxMinutes * MINUTE_MS
  if (roomId !== null && isTooLong(stayedSince, time)) return true
  return left.some((one) => isTooLong(one.stayedSince, one.leftAt)) ? undefined : false
})
