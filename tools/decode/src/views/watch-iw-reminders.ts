import { isFields } from '@carewatch/devices/kit/json'
import { isOnIn, listAs, textAs } from './intents.ts'

const TYPES: readonly (readonly [RegExp, number])[] = [
  [/medic|pill/, 1],
  [/water|drink/, 2],
  [/sedentary|activ|sit|move/, 3],
]

/** Whether they sound at all, how many there are, and `HHmm,days,on,type` of each. */
export function iwReminderWords(reminders: readonly unknown[], areOn: boolean): (number | string)[] {
  return [Number(areOn), reminders.length, reminders.map(wordsOf).join('@')]
}

function wordsOf(reminder: unknown): string {
  const one = { name: '', fields: isFields(reminder) ? { ...reminder } : {} }
  const listed = listAs(one, 'days', 'weekdays', 'days_of_week').join('')
  const days = listed || textAs(one, 'days', 'weekdays', 'days_of_week')
  const kind = textAs(one, 'type', 'kind').toLowerCase()
  const type = TYPES.find(([words]) => words.test(kind))?.[1] ?? kind
  return [textAs(one, 'time').replace(':', ''), days, Number(isOnIn(one)), type].join(',')
}
