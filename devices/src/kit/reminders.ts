import type { WatchSettings } from '@carewatch/contracts/settings'

export type Reminder = WatchSettings['reminders'][number]
export type ReminderTime = { hour: number; minute: number; reminder: Reminder }

const DAY_MINUTES = 24 * 60

/** Every time a reminder sounds, at most so many of all: the first of each before what is repeated until the end of the day. */
export function timesOf(reminders: readonly Reminder[], max: number): ReminderTime[] {
  const firsts = reminders.map((reminder) => at(reminder, reminder.hour * 60 + reminder.minute))
  return [...firsts, ...reminders.flatMap(repetitionsOf)].slice(0, max)
}

function repetitionsOf(reminder: Reminder): ReminderTime[] {
  const { hour, minute, intervalMinutes } = reminder
  const times: ReminderTime[] = []
  if (intervalMinutes === undefined) return times
  for (let next = hour * 60 + minute + intervalMinutes; next < DAY_MINUTES; next += intervalMinutes) {
    times.push(at(reminder, next))
  }
  return times
}

const at = (reminder: Reminder, minutes: number): ReminderTime => ({
  hour: Math.floor(minutes / 60),
  minute: minutes % 60,
  reminder,
})
