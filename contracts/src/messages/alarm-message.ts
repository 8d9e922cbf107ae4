import type { AlarmKind, Direction } from '../alarms.ts'
import { intlLocale, type Language } from '../languages.ts'
import { alarmMessageId } from './catalogue.ts'
import { isMetricName, metric } from '../metrics.ts'
import { write } from './write.ts'

type AlarmFacts = {
  kind: AlarmKind
  direction: Direction
  metric: string | null
  value: number | null
  late: boolean
  isRehearsal?: boolean
}

function figure(language: Language, { metric: name, value }: AlarmFacts): string | undefined {
  if (value === null) return undefined
  const decimals = name !== null && isMetricName(name) ? metric(name).decimals : 1
  return new Intl.NumberFormat(intlLocale(language), { maximumFractionDigits: decimals }).format(value)
}

/** What happened, in the language of whoever asks. */
export function alarmMessage(language: Language, facts: AlarmFacts): string {
  const value = figure(language, facts)
  // A text with a figure in it makes no sense without one.
  const id = value === undefined ? `alarm.${facts.kind}` : alarmMessageId(facts.kind, facts.direction)
  const message = write(language, id, { value: value ?? '–', count: facts.value ?? 0 }) ?? id
  const text = facts.late ? (write(language, 'alarm.late', { message }) ?? message) : message
  return facts.isRehearsal ? (write(language, 'message.test', { message: text }) ?? text) : text
}
