import type { SettingName, WatchSettings } from '@carewatch/contracts/settings'
import { changesOf } from '../../ui/form/changes.ts'
import { type Values, withoutEmpty } from '../../ui/form/use-endpoint-form.ts'

type Reminder = WatchSettings['reminders'][number]
export type ReminderValues = Omit<Reminder, 'intervalMinutes'> & { intervalMinutes: number | '' }
type Shown<Value> = null extends Value ? Exclude<Value, null> | '' : Value

/** The settings as a form holds them: an empty field is the usual value. */
export type SettingValues = {
  [Name in SettingName]: Name extends 'reminders' ? ReminderValues[] : Shown<WatchSettings[Name]>
}

export const valuesOf = ({ reminders, ...rest }: WatchSettings): SettingValues => {
  const shown = Object.fromEntries(Object.entries(rest).map(([name, value]) => [name, value ?? '']))
  // Safe: every setting under its own name, null as ''.
  return {
    ...shown,
    reminders: reminders.map((each) => ({ ...each, intervalMinutes: each.intervalMinutes ?? '' })),
  } as SettingValues
}

const onWire = ({ reminders, ...rest }: SettingValues): Values => ({
  ...rest,
  reminders: reminders.map(withoutEmpty),
})

/** Those that differ from what was looked at: the others stay as they are. */
export const settingChanges = (before: SettingValues, now: SettingValues): Values =>
  changesOf(onWire(before), onWire(now))

/** What one has typed, over what somebody else has saved meanwhile. */
export function rebased(mine: SettingValues, base: SettingValues, theirs: SettingValues): SettingValues {
  const touched = Object.keys(settingChanges(base, mine))
  const kept = Object.entries(mine).filter(([name]) => touched.includes(name))
  // Safe: their settings with some of mine in the place of the same names.
  return { ...theirs, ...Object.fromEntries(kept) } as SettingValues
}
