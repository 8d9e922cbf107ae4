import type { EventType } from '../alarms.ts'
import { keep, type Rule } from './rule.ts'

/** A cry for help is critical however late it arrives: the alarm says that it is late, and nobody is told less for it. The wearer may take one back. */
export const eventRule = (event: EventType, takenBackBy?: EventType): Rule => ({
  hears: takenBackBy ? [event, takenBackBy] : [event],
  judge: ({ fact, state }) => {
    if (fact.type !== 'event') return keep(state)
    if (fact.event === takenBackBy) return { verdicts: [{ verdict: 'clear', direction: 'NONE' }], state }
    return {
      verdicts: [{ verdict: 'trigger', direction: 'NONE', severity: 'CRITICAL', metric: null, value: null }],
      state,
    }
  },
})
