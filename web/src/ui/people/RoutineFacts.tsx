import type { RoutineSource } from '@carewatch/contracts/routines'
import type { ReactNode } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { checkInText, type SourcedRoutine, stillText } from './routine-words.ts'

function Source({ from }: { from: RoutineSource }) {
  if (from === 'NOBODY') return null
  return (
    <>
      {' · '}
      <FormattedMessage id={`routine.from.${from}`} />
    </>
  )
}

/** What a day is like, and who says so, as facts. */
export function useRoutineFacts({ routine, from }: SourcedRoutine, lastPressed?: ReactNode) {
  const intl = useIntl()
  return [
    {
      label: 'routine.inactivity' as const,
      value: (
        <>
          {stillText(intl, routine)}
          <Source from={from.inactivity} />
        </>
      ),
    },
    {
      label: 'routine.checkIn' as const,
      value: (
        <>
          {checkInText(intl, routine.checkInBy)}
          <Source from={from.checkIn} />
          {lastPressed}
        </>
      ),
    },
  ]
}
