import type { AlarmKind, Direction, Severity } from '@carewatch/contracts/alarms'
import type { Language } from '@carewatch/contracts/languages'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import { write } from '@carewatch/contracts/messages/write'

/** What a message says of an alarm. */
export type Subject = {
  kind: AlarmKind
  direction: Direction
  severity: Severity
  metric: string | null
  value: number | null
  late: boolean
  /** The watch's or, of a room's alarm, the room's. */
  name: string | null
}

/** Keeps a name or a figure from turning the words around it (Unicode 6.3: isolates). */
const isolated = (text: string): string => `\u2068${text}\u2069`

/** The words of a message in the recipient's language: whose watch and what happened, then how grave it is. */
export function wordsOf(language: Language, { name, ...told }: Subject): { title: string; text: string } {
  const what = alarmMessage(language, told)
  const title = name === null ? what : `${isolated(name)}: ${what}`
  return { title, text: write(language, `severity.${told.severity}`) ?? told.severity }
}
