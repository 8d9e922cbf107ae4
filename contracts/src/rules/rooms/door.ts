import { follow } from './condition.ts'
import { keepRoom, type RoomRule } from './room-rule.ts'

/** A door that opens is told until it closes, and the other way round; how it stands when it is first heard of is not news unless it is open. */
const doorRule = (tellsOpen: boolean): RoomRule => ({
  subjects: ['door'],
  evaluate: ({ fact, state }) => {
    if (fact.type !== 'door') return keepRoom(state)
    // That it is closed, however often it says so, is no news of a door that nobody has seen open.
    if (!tellsOpen && !fact.isOpen && state['NONE'] === undefined) return keepRoom(state)
    return follow(state, fact, {
      direction: 'NONE',
      severity: 'LOW',
      isSo: fact.isOpen === tellsOpen,
      opensAfter: 1,
      clearsAfter: 1,
    })
  },
})

export const doorOpenedRule = doorRule(true)
export const doorClosedRule = doorRule(false)
