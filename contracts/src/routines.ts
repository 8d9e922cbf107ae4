import { z } from 'zod'
import { TimeOfDay } from './wire.ts'

/** What is offered first. */
export const INACTIVITY_MINUTES = 240
export const DAY = { from: '07:00', to: '22:00' } as const

type Span = { dayFrom: string; dayTo: string }
export const isDay = ({ dayFrom, dayTo }: Span): boolean => dayFrom < dayTo
export const dayOrder = { error: 'endBeforeStart', path: ['dayTo'] }

const minuteOf = (clock: string): number => Number(clock.slice(0, 2)) * 60 + Number(clock.slice(3))

/** What is longer than the day never comes. Asked of what is set anew: an older routine is read as it is. */
export const isWithinDay = (routine: Span & { inactivityMinutes: number | null }): boolean =>
  routine.inactivityMinutes === null ||
  !isDay(routine) ||
  routine.inactivityMinutes < minuteOf(routine.dayTo) - minuteOf(routine.dayFrom)
export const withinDay = { error: 'notWithinDay', path: ['inactivityMinutes'] }

/** What somebody's day is like, and what is told where it is not so; `null`: nothing is told. Times are the person's own. */
export const Routine = z
  .strictObject({
    /** So long by day without a sign that they move. */
    inactivityMinutes: z
      .int()
      .min(60, { error: 'tooSmall' })
      .max(960, { error: 'tooLarge' })
      .nullable()
      .meta({ examples: [INACTIVITY_MINUTES] }),
    dayFrom: TimeOfDay.meta({ examples: [DAY.from] }),
    dayTo: TimeOfDay,
    /** Until when they say each day that they are well. */
    checkInBy: TimeOfDay.nullable(),
  })
  .refine(isDay, dayOrder)
  .meta({ id: 'Routine' })
export type Routine = z.output<typeof Routine>

/** Whose word counts: the nearest that says something, else nobody's. */
export const routineSources = ['PERSON', 'BRANCH', 'COMPANY', 'NOBODY'] as const
export type RoutineSource = (typeof routineSources)[number]

/** What a branch or a company says for those of its people of whom nobody says otherwise. `null`: nothing is told, whatever is said behind it; left out: as it is said behind it. */
export const HouseRoutine = z
  .strictObject({
    inactivity: z
      .strictObject({
        inactivityMinutes: Routine.shape.inactivityMinutes.unwrap(),
        dayFrom: Routine.shape.dayFrom,
        dayTo: Routine.shape.dayTo,
      })
      .refine(isDay, dayOrder)
      .refine(isWithinDay, withinDay)
      .nullable()
      .optional(),
    checkInBy: Routine.shape.checkInBy.optional(),
  })
  .meta({
    id: 'HouseRoutine',
    examples: [{ inactivity: { inactivityMinutes: INACTIVITY_MINUTES, dayFrom: DAY.from, dayTo: DAY.to } }],
  })
export type HouseRoutine = z.output<typeof HouseRoutine>

export const noRoutine: Routine = {
  inactivityMinutes: null,
  dayFrom: DAY.from,
  dayTo: DAY.to,
  checkInBy: null,
}
