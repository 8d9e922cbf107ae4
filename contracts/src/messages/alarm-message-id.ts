import type { AlarmKind, VitalAlarm } from '../alarms.ts'
import en from './en.json' with { type: 'json' }

/** What every alarm says, and those of a metric on each side of its limits: a kind without its texts does not compile. */
type AlarmText = `alarm.${AlarmKind}` | `alarm.${VitalAlarm}.${'HIGH' | 'LOW'}`
en satisfies Record<AlarmText, string>

type Named = {
  kind: string
  direction: string
  usual?: number | null | undefined
  byNight?: boolean | null | undefined
}

/** The message id of an alarm: the one of its side, or of what was usual, if there is one, else of its kind. */
export function alarmMessageId({ kind, direction, usual, byNight }: Named): string {
  if (typeof usual === 'number') return `alarm.${kind}.${byNight ? 'night' : 'day'}`
  return Object.hasOwn(en, `alarm.${kind}.${direction}`) ? `alarm.${kind}.${direction}` : `alarm.${kind}`
}
