import { TRY_DAYS } from '@carewatch/contracts/http/device-limits'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { tryCheckIn, tryRoutine } from '@carewatch/contracts/http/routines'
import type { Routine } from '@carewatch/contracts/routines'
import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { daysIn } from '../../ui/figures/days-in.ts'
import { Moment } from '../../ui/figures/Moment.tsx'

type Tried = Reply<typeof tryRoutine>
type Both = { still: Tried | null; missed: Tried | null }

/** The newest of them stand in words. */
const IN_WORDS = 3

function Raised({ tried: { total, markedFalse, alarms, from, to } }: { tried: Tried }) {
  return (
    <>
      <FormattedMessage id="routine.tried" values={{ n: total, days: daysIn(from, to) }} />{' '}
      {markedFalse > 0 ? <FormattedMessage id="settings.triedFalse" values={{ n: markedFalse }} /> : null}{' '}
      {alarms
        .slice(-IN_WORDS)
        .toReversed()
        .map(({ openedAt }) => (
          <span key={openedAt.getTime()}>
            <Moment at={openedAt} />{' '}
          </span>
        ))}
    </>
  )
}

function Still({ tried }: { tried: Tried }) {
  const { from, to, signs } = tried
  if (signs === 0) return <FormattedMessage id="routine.tryNothing" values={{ days: daysIn(from, to) }} />
  return (
    <>
      <Raised tried={tried} />
      <FormattedMessage id="routine.triedWithout" />
    </>
  )
}

function Missed({ tried }: { tried: Tried }) {
  return (
    <>
      <Raised tried={tried} />
      {tried.signs === 0 ? <FormattedMessage id="routine.tryNotAsked" /> : null}
    </>
  )
}

/** What the times that stand in the form would have meant, before anybody is woken by them. */
export function TryRoutine({ uuid, routine }: { uuid: string; routine: Routine }) {
  const [tried, setTried] = useState<Both | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  const { inactivityMinutes, dayFrom, dayTo, checkInBy } = routine
  if (inactivityMinutes === null && checkInBy === null) return null
  const params = { uuid }
  // One after the other: each is work of which everybody has one at a time.
  const both = async (): Promise<Both> => ({
    still:
      inactivityMinutes === null
        ? null
        : await call(tryRoutine, { params, body: { inactivityMinutes, dayFrom, dayTo } }),
    missed: checkInBy === null ? null : await call(tryCheckIn, { params, body: { checkInBy } }),
  })
  const press = async () => {
    setIsAsked(true)
    setTried(await attempt(both))
    setIsAsked(false)
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconHistory size={18} aria-hidden />}
        loading={isAsked}
        onClick={() => void press()}
      >
        <FormattedMessage id="routine.try" values={{ days: TRY_DAYS }} />
      </Button>
      <Text component="output" display="block">
        {tried?.still ? (
          <Text span display="block" mt="xs">
            <FormattedMessage id="routine.inactivity" />: <Still tried={tried.still} />
          </Text>
        ) : null}
        {tried?.missed ? (
          <Text span display="block" mt="xs">
            <FormattedMessage id="routine.checkIn" />: <Missed tried={tried.missed} />
          </Text>
        ) : null}
      </Text>
    </div>
  )
}
