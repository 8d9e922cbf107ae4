import type { WatchSettings } from '@carewatch/contracts/settings'
import { type Reminder, timesOf } from '../kit/reminders.ts'

const TYPES = { MEDICINE: 1, WATER: 2, ACTIVITY: 3 } as const
/** What the watch keeps; those of the first hour of each reminder come before its repetitions. */
const MAX = 20

const two = (number: number): string => String(number).padStart(2, '0')

/** Monday is 1 and Sunday 7. */
const daysOf = ({ days }: Reminder): string =>
  days
    .map((day) => (day === 0 ? 7 : day))
    .toSorted((one, other) => one - other)
    .join('')

/** Whether there are any, how many, and `HHmm,days,on,type` of each joined by `@`. */
export function iwReminders(reminders: WatchSettings['reminders']): (string | number)[] {
  const entries = timesOf(reminders, MAX).map(
    ({ hour, minute, reminder }) =>
      `${two(hour)}${two(minute)},${daysOf(reminder)},1,${TYPES[reminder.kind]}`,
  )
  return entries.length === 0 ? [0, 0] : [1, entries.length, entries.join('@')]
}
