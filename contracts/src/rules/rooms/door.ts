import { follow } from './condition.ts'
import { keepRoom, type RoomRule } from './room-rule.ts'

/** A door that opens has an alarm until it closes, and the other way round; its first known state raises none unless it is open. */
const doorRule = (alarmsWhenOpen: boolean): RoomRule => ({
  subjects: ['door'],
  evaluate: ({ fact, state }) => {
    if (fact.type !== 'door') return keepRoom(state)
    // A door that was never seen open raises nothing by being closed, however often it reports so.
    if (!alarmsWhenOpen && !fact.isOpen && state['NONE'] === undefined) return keepRoom(state)
    return follow(state, fact, {
      direction: 'NONE',
      severity: 'LOW',
      isSo: fact.isOpen === alarmsWhenOpen,
      opensAfter: 1,
      clearsAfter: 1,
    })
  },
})

export const doorOpenedRule = doorRule(true)
export const doorClosedRule = doorRule(false)
