import type { MetricName } from '@carewatch/contracts/metrics'
import type { SettingChanges, WatchSettings } from '@carewatch/contracts/settings'
import type { CompanyLimits } from '@carewatch/migrations/schema/people'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { requirePhone } from '../../http/phone.ts'
import { effectiveLimits } from './limits.ts'
import type { SettingsRow } from './state.ts'

const pairs = [
  ['heartRate', 'heartRateLow', 'heartRateHigh'],
  ['systolic', 'systolicLow', 'systolicHigh'],
  ['diastolic', 'diastolicLow', 'diastolicHigh'],
  ['temperature', 'temperatureLow', 'temperatureHigh'],
] as const satisfies readonly (readonly [MetricName, keyof WatchSettings, keyof WatchSettings])[]

/** Field → message id, where settings that are each right cannot be right together. */
export function contradictions(
  next: WatchSettings & SettingsRow,
  asked: SettingChanges,
  company: CompanyLimits | null,
): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (next.operationMode === 'CUSTOM' && next.locationIntervalMinutes === null)
    wrong['locationIntervalMinutes'] = 'required'
  for (const [metric, low, high] of pairs) {
    if (asked[low] === undefined && asked[high] === undefined) continue
    const limits = effectiveLimits(metric, next, company)
    if (limits.low !== null && limits.high !== null && limits.low >= limits.high) wrong[low] = 'belowUpper'
  }
  const { calibrationSystolic: upper, calibrationDiastolic: lower } = next
  if (upper !== null && lower !== null && lower >= upper) wrong['calibrationDiastolic'] = 'belowUpper'
  return wrong
}

const inOneForm = (contacts: WatchSettings['phonebook'], field: string): WatchSettings['phonebook'] =>
  contacts.map(({ name, number }, index) => ({
    name,
    number: requirePhone(number, { field: `${field}.${index}.number` }).contactNumber,
  }))

const isGiven = ([, value]: [string, unknown]): boolean => value !== undefined

/** What was asked for, its numbers in the form we keep numbers in. */
export function readSettings({ sosContacts, phonebook, ...rest }: SettingChanges): Partial<WatchSettings> {
  const given = {
    ...rest,
    ...(sosContacts && { sosContacts: inOneForm(sosContacts, 'sosContacts') }),
    ...(phonebook && { phonebook: inOneForm(phonebook, 'phonebook') }),
  }
  // Safe: what is left has a value of its own type.
  return Object.fromEntries(Object.entries(given).filter(isGiven)) as Partial<WatchSettings>
}

export function refuseContradictions(...all: Parameters<typeof contradictions>): void {
  const wrong = contradictions(...all)
  if (Object.keys(wrong).length > 0) throw new InvalidFields(wrong)
}
