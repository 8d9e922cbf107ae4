import { type AlarmKind, type Direction, knownAlarmKind } from '../alarms.ts'
import { intlLocale, type Language } from '../languages.ts'
import { alarmMessageId } from './alarm-message-id.ts'
import { isMessage } from './catalogue.ts'
import { isMetricName, metric } from '../metrics.ts'
import { write } from './write.ts'

type AlarmFacts = {
  kind: AlarmKind
  direction: Direction
  metric: string | null
  value: number | null
  late: boolean
  isRehearsal?: boolean
  usual?: number | null | undefined
  byNight?: boolean | null | undefined
}

function figure(language: Language, name: string | null, value: number | null): string | undefined {
  if (value === null) return undefined
  const decimals = name !== null && isMetricName(name) ? metric(name).decimals : 1
  return new Intl.NumberFormat(intlLocale(language), { maximumFractionDigits: decimals }).format(value)
}

/** What happened, in the language of whoever asks. */
export function alarmMessage(language: Language, stored: AlarmFacts): string {
  const facts = { ...stored, kind: knownAlarmKind(stored.kind) }
  const value = figure(language, facts.metric, facts.value)
  // A text with a figure in it makes no sense without one.
  const id = value === undefined ? `alarm.${facts.kind}` : alarmMessageId(facts, isMessage)
  const usual = figure(language, facts.metric, facts.usual ?? null) ?? '–'
  const metricName = write(language, `metric.${facts.metric}`) ?? ''
  const values = { value: value ?? '–', count: facts.value ?? 0, usual, metric: metricName }
  const message = write(language, id, values) ?? id
  const text = facts.late ? (write(language, 'alarm.late', { message }) ?? message) : message
  return facts.isRehearsal ? (write(language, 'message.test', { message: text }) ?? text) : text
}
