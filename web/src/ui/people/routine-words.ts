import type { HouseRoutine, Routine, RoutineSource } from '@carewatch/contracts/routines'
import { noRoutine } from '@carewatch/contracts/routines'
import type { IntlShape } from 'react-intl'
import { hoursText } from '../figures/hours-text.ts'

/** A routine, and who says each part of it. */
export type SourcedRoutine = { routine: Routine; from: { inactivity: RoutineSource; checkIn: RoutineSource } }

export const stillText = (
  intl: IntlShape,
  { inactivityMinutes, dayFrom, dayTo }: Pick<Routine, 'inactivityMinutes' | 'dayFrom' | 'dayTo'>,
): string =>
  inactivityMinutes === null
    ? intl.formatMessage({ id: 'routine.off' })
    : intl.formatMessage(
        { id: 'routine.toldAfter' },
        { time: hoursText(intl, inactivityMinutes), from: dayFrom, to: dayTo },
      )

export const checkInText = (intl: IntlShape, by: string | null): string =>
  by === null
    ? intl.formatMessage({ id: 'routine.off' })
    : intl.formatMessage({ id: 'routine.asked' }, { by })

/** What holds in a branch, or of a company where no branch is given, for whom nobody says it by name. */
export function inherited(company: HouseRoutine, branch: HouseRoutine = {}): SourcedRoutine {
  const sourceOf = (part: keyof HouseRoutine): RoutineSource =>
    branch[part] !== undefined ? 'BRANCH' : company[part] !== undefined ? 'COMPANY' : 'NOBODY'
  const { inactivity, checkInBy } = { ...company, ...branch }
  return {
    routine: { ...noRoutine, ...inactivity, checkInBy: checkInBy ?? null },
    from: { inactivity: sourceOf('inactivity'), checkIn: sourceOf('checkInBy') },
  }
}
