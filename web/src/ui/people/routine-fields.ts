import { type HouseRoutine, INACTIVITY_MINUTES, type Routine } from '@carewatch/contracts/routines'
import type { IntlShape } from 'react-intl'
import { hoursText } from '../figures/hours-text.ts'
import type { Field, Option } from '../form/fields.ts'
import { checkInText, type SourcedRoutine, stillText } from './routine-words.ts'

/** As the forms hold it: `inactivityMinutes` is a number, or `off`, or `inherited`; `checkIn` one of `daily`, `off`, `inherited`. */
export type RoutineValues = {
  inactivityMinutes: string
  dayFrom: string
  dayTo: string
  checkIn: string
  checkInBy: string
}

const OFFERED = [60, 120, 180, INACTIVITY_MINUTES, 360, 480]
const FIRST_ASKED = '10:00'

export const minutesOf = ({ inactivityMinutes }: RoutineValues): number | null =>
  Number(inactivityMinutes) || null

export const valuesOf = (
  { inactivityMinutes, dayFrom, dayTo, checkInBy }: Routine,
  inherits: { inactivity: boolean; checkIn: boolean },
): RoutineValues => ({
  inactivityMinutes: inherits.inactivity
    ? 'inherited'
    : inactivityMinutes === null
      ? 'off'
      : String(inactivityMinutes),
  dayFrom,
  dayTo,
  checkIn: inherits.checkIn ? 'inherited' : checkInBy === null ? 'off' : 'daily',
  checkInBy: checkInBy ?? FIRST_ASKED,
})

/** As a branch or a company says it: what is inherited it leaves out, and a company, behind which nobody stands, what is off. */
export const houseRoutineOf = (values: RoutineValues, of: 'branch' | 'company'): HouseRoutine => {
  const { dayFrom, dayTo, checkIn, checkInBy } = values
  const inactivityMinutes = minutesOf(values)
  return {
    ...(inactivityMinutes !== null && { inactivity: { inactivityMinutes, dayFrom, dayTo } }),
    ...(values.inactivityMinutes === 'off' && of === 'branch' && { inactivity: null }),
    ...(checkIn === 'daily' && { checkInBy }),
    ...(checkIn === 'off' && of === 'branch' && { checkInBy: null }),
  }
}

type Asked = {
  values: RoutineValues
  /** What holds where nothing is said here; null: nobody stands behind. */
  behind: SourcedRoutine | null
  /** Under which name the call has each. */
  name: (key: keyof RoutineValues) => string
}

function inherited(intl: IntlShape, behind: SourcedRoutine | null, part: 'inactivity' | 'checkIn'): Option[] {
  if (!behind) return []
  const { routine, from } = behind
  const value = part === 'inactivity' ? stillText(intl, routine) : checkInText(intl, routine.checkInBy)
  const id = from[part] === 'PERSON' ? 'routine.as.NOBODY' : (`routine.as.${from[part]}` as const)
  return [{ value: 'inherited', label: intl.formatMessage({ id }, { value }) }]
}

/** The fields of a routine: those that mean nothing by what is chosen are not asked. */
export function routineFields(intl: IntlShape, { values, behind, name }: Asked): readonly Field[] {
  const minutes = minutesOf(values)
  const off = { value: 'off', label: intl.formatMessage({ id: 'routine.off' }) }
  const hours = [...new Set([...OFFERED, ...(minutes === null ? [] : [minutes])])]
    .toSorted((one, other) => one - other)
    .map((value) => ({ value: String(value), label: hoursText(intl, value) }))
  const daily = { value: 'daily', label: intl.formatMessage({ id: 'routine.daily' }) }
  const day: Field[] = [
    { kind: 'time', name: name('dayFrom'), label: 'routine.dayFrom', required: true, half: true },
    { kind: 'time', name: name('dayTo'), label: 'routine.dayTo', required: true, half: true },
  ]
  const by: Field = { kind: 'time', name: name('checkInBy'), label: 'routine.checkInBy', required: true }
  return [
    {
      kind: 'select',
      name: name('inactivityMinutes'),
      label: 'routine.inactivity',
      hint: 'routine.inactivityHint',
      options: [...inherited(intl, behind, 'inactivity'), off, ...hours],
    },
    ...(minutes === null ? [] : day),
    {
      kind: 'select',
      name: name('checkIn'),
      label: 'routine.checkIn',
      hint: 'routine.checkInHint',
      options: [...inherited(intl, behind, 'checkIn'), off, daily],
    },
    ...(values.checkIn === 'daily' ? [by] : []),
  ]
}
