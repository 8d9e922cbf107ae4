import { batteryGrade, BATTERY_CLEARS_AT } from '../battery.ts'
import { follow } from './condition.ts'
import { keepRoom, type RoomRule } from './room-rule.ts'

/** A beacon with an empty battery says nothing any more, and nobody would know: told a grade at a time, as of watches. */
export const beaconBatteryRule: RoomRule = {
  subjects: ['battery'],
  evaluate: ({ fact, state }) => {
    if (fact.type !== 'battery') return keepRoom(state)
    const { value } = fact
    const severity = batteryGrade(value)
    return follow(state, fact, {
      direction: 'NONE',
      severity: severity ?? 'LOW',
      isSo: severity !== null || (value < BATTERY_CLEARS_AT ? undefined : false),
      value,
      opensAfter: 1,
      clearsAfter: 1,
    })
  },
}
