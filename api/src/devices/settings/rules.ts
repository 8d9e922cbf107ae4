import { crossedBound, type LimitMap } from '@carewatch/contracts/limits'
import {
  limitMapOf,
  settingOf,
  limitSettings,
  type SettingChanges,
  type WatchSettings,
} from '@carewatch/contracts/settings'
import { InvalidFields } from '../../http/invalid-fields.ts'
import { requirePhone } from '../../http/phone.ts'

/** Field → message id, where settings that are each right cannot be right together. */
export function contradictions(
  next: WatchSettings,
  asked: SettingChanges,
  behind: readonly (LimitMap | null)[],
): Record<string, string> {
  const wrong: Record<string, string> = {}
  if (next.operationMode === 'CUSTOM' && next.locationIntervalMinutes === null)
    wrong['locationIntervalMinutes'] = 'required'
  const own = limitMapOf(next)
  for (const { name, metric } of limitSettings) {
    if (asked[name] === undefined) continue
    const crossed = crossedBound(metric, own, ...behind)
    if (crossed) wrong[settingOf(metric, crossed.bound)] = crossed.why
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
