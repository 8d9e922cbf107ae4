import type { EventType } from '../alarms.ts'
import { keep, type Rule } from './rule.ts'

/** A cry for help is critical however late it arrives: the alarm says that it is late, and nobody is told less for it. */
export const eventRule = (event: EventType): Rule => ({
  hears: [event],
  judge: ({ fact, state }) =>
    fact.type === 'event'
      ? {
          verdicts: [
            { verdict: 'trigger', direction: 'NONE', severity: 'CRITICAL', metric: null, value: null },
          ],
          state,
        }
      : keep(state),
})
