import type { EventType, Severity } from '../alarms.ts'
import { keep, type Rule } from './rule.ts'

type Options = { severity?: Severity; takenBackBy?: EventType }

/** A call for help is as grave however late it arrives: the alarm says that it is late, and nobody is told less for it. The wearer may take one back. */
export const eventRule = (event: EventType, { severity = 'CRITICAL', takenBackBy }: Options = {}): Rule => ({
  subjects: takenBackBy ? [event, takenBackBy] : [event],
  evaluate: ({ fact, state }) => {
    if (fact.type !== 'event') return keep(state)
    if (fact.event === takenBackBy) return { results: [{ change: 'clear', direction: 'NONE' }], state }
    return {
      results: [{ change: 'trigger', direction: 'NONE', severity, metric: null, value: null }],
      state,
    }
  },
})
