import { expect, it } from 'vitest'
import { updateWearerRoutine } from './http/routines.ts'
import { noRoutine, type Routine } from './routines.ts'

/** What is wrong, by its field. */
const wrong = (given: Partial<Routine>): unknown[] => {
  const result = updateWearerRoutine.body.safeParse({ ...noRoutine, ...given })
  return result.error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? []
}

it('so long without a sign as never comes within the day is refused', () => {
  const day = { dayFrom: '08:30', dayTo: '12:30' }
  expect(wrong({ ...day, inactivityMinutes: 239 })).toEqual([])
  expect(wrong({ ...day, inactivityMinutes: 240 })).toEqual([['inactivityMinutes', 'notWithinDay']])
  expect(wrong({ ...day, inactivityMinutes: null })).toEqual([])
  expect(wrong({ inactivityMinutes: 900 })).toEqual([['inactivityMinutes', 'notWithinDay']])
  expect(wrong({ dayFrom: '00:00', dayTo: '23:59', inactivityMinutes: 960 })).toEqual([])
})

it('a day that ends before it begins is what is wrong, and not how long is waited', () => {
  const day = { dayFrom: '22:00', dayTo: '07:00' }
  expect(wrong({ ...day, inactivityMinutes: 240 })).toEqual([['dayTo', 'endBeforeStart']])
})
