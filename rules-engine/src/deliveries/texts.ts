import type { AlarmKind, Direction, Severity } from '@carewatch/contracts/alarms'
import { intlLocale, type Language } from '@carewatch/contracts/languages'
import { alarmMessage } from '@carewatch/contracts/messages/alarm-message'
import type { WearerSummary } from '@carewatch/contracts/wearers'
import { isolated, wearerLine } from '@carewatch/contracts/messages/wearer-line'
import { write } from '@carewatch/contracts/messages/write'

/** What a message says of an alarm. */
export type Subject = {
  kind: AlarmKind
  direction: Direction
  severity: Severity
  metric: string | null
  value: number | null
  /** What had been usual, of what is no longer so. */
  usual?: number | null
  byNight?: boolean | null
  late: boolean
  rehearsal: boolean
  openedAt: Date
  /** Whom it is about, as the recipient calls them. */
  wearer: WearerSummary | null
  /** Of nobody: the watch's or, of a room's alarm, the room's. */
  name: string | null
  /** Whose alarm it is, to somebody who works with several companies. */
  company: string | null
}

export type MessageTexts = { title: string; text: string }
export type Reader = { language: Language; zone: string }

/** A message says the same thing in every language's dictionary; a text that is missing there stands in English. */
export const textOf = (
  language: Language,
  id: string,
  values: Readonly<Record<string, string | number>> = {},
): string => write(language, id, values) ?? id

export const clockOf = ({ language, zone }: Reader, at: Date): string =>
  new Intl.DateTimeFormat(intlLocale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZone: zone,
  }).format(at)

/** Who, and what happened. */
export function headline(language: Language, { wearer, name, ...alarm }: Subject): string {
  const what = alarmMessage(language, alarm)
  if (wearer) return `${wearerLine((id, values) => textOf(language, id, values), wearer)}: ${what}`
  return name === null ? what : `${isolated(name)}: ${what}`
}

/** The first line, which says to somebody of several companies whose it is: after who and what, because a lock screen cuts its end off. */
export const ofCompany = (company: string | null, message: string): string =>
  company === null ? message : `${message} · ${isolated(company)}`

/** The words of a message in the recipient's language: who and what happened, then how grave it is and since when. */
export function textsOf(reader: Reader, subject: Subject): MessageTexts {
  const { language } = reader
  const what = ofCompany(subject.company, headline(language, subject))
  const severity = textOf(language, `severity.${subject.severity}`)
  const since = textOf(language, 'message.since', {
    severity,
    time: isolated(clockOf(reader, subject.openedAt)),
  })
  if (!subject.rehearsal) return { title: what, text: since }
  return {
    title: textOf(language, 'message.test', { message: what }),
    text: textOf(language, 'message.rehearsal', { message: since }),
  }
}

type Standing = {
  closedAt: Date | null
  closedBy: string | null
  acknowledgedAt: Date | null
  takenBy: string | null
  cause: string | null
}

/** What came of an alarm, in place of how grave it was. */
export function outcomeOf(reader: Reader, alarm: Standing): string {
  const { language } = reader
  const time = (at: Date): string => isolated(clockOf(reader, at))
  if (alarm.closedAt) return `✔️ ${ending(reader, alarm, time(alarm.closedAt))}`
  const values = { name: isolated(alarm.takenBy ?? ''), time: time(alarm.acknowledgedAt ?? new Date()) }
  return `✅ ${textOf(language, alarm.takenBy ? 'message.takenBy' : 'message.taken', values)}`
}

function ending({ language }: Reader, { closedBy, cause }: Standing, time: string): string {
  if (!closedBy) return textOf(language, 'message.closed', { time })
  const name = isolated(closedBy)
  if (!cause) return textOf(language, 'message.closedBy', { name, time })
  return textOf(language, 'message.closedAs', { name, time, cause: textOf(language, `cause.${cause}`) })
}
