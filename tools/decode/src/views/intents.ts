import { isFields } from '@carewatch/devices/kit/json'
import { wordOf } from '@carewatch/devices/kit/text'

/** What a watch is to be told: in words, and with what. */
export type Intent = { name: string; fields: Record<string, unknown> }

/** Some files wrap it once more. */
export function intentOf(expected: Record<string, unknown>): Intent {
  const { intent } = expected
  const fields: Record<string, unknown> = isFields(intent) ? { ...intent } : expected
  return { name: wordOf(fields.intent).toLowerCase(), fields }
}

/** The first of these that is said: one thing has several names. */
export const valueAs = ({ fields }: Intent, ...names: readonly string[]): unknown =>
  names.map((name) => fields[name]).find((value) => value !== undefined && value !== null)

export const textAs = (intent: Intent, ...names: readonly string[]): string =>
  wordOf(valueAs(intent, ...names))

export function numberAs(intent: Intent, ...names: readonly string[]): number | undefined {
  const text = textAs(intent, ...names)
  return text === '' || Number.isNaN(Number(text)) ? undefined : Number(text)
}

export function listAs(intent: Intent, ...names: readonly string[]): unknown[] {
  const value = valueAs(intent, ...names)
  return Array.isArray(value) ? value : []
}

const OFF = new Set<unknown>([false, 0, '0', 'off', 'false'])

/** On, unless it is said to be off; or off where that stands in its name. */
export function isOnIn(intent: Intent): boolean {
  const value = valueAs(intent, 'enabled', 'on', 'enable', 'state', 'value', 'is_on')
  return value === undefined ? !/\b(?:off|disable|stop)\b/.test(intent.name) : !OFF.has(value)
}

/** Of a list of words, or of things that have one of these names, the words. */
export function wordsIn(intent: Intent, lists: readonly string[], names: readonly string[]): string[] {
  return listAs(intent, ...lists).map((one) =>
    isFields(one) ? textAs({ name: '', fields: { ...one } }, ...names) : wordOf(one),
  )
}
