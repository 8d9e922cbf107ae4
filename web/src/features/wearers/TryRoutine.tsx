import { TRY_DAYS } from '@carewatch/contracts/http/device-limits'
import type { Reply } from '@carewatch/contracts/http/endpoint'
import { tryRoutine } from '@carewatch/contracts/http/routines'
import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { Moment } from '../../ui/figures/Moment.tsx'
import { daysIn } from './days-in.ts'

type Tried = Reply<typeof tryRoutine>
type Props = { uuid: string; inactivityMinutes: string; dayFrom: string; dayTo: string }

/** The newest of them stand in words. */
const IN_WORDS = 3

function Outcome({ tried: { from, to, total, markedFalse, alarms, signs } }: { tried: Tried }) {
  const days = daysIn(from, to)
  if (signs === 0) return <FormattedMessage id="routine.tryNothing" values={{ days }} />
  return (
    <>
      <FormattedMessage id="routine.tried" values={{ n: total, days }} />{' '}
      {markedFalse > 0 ? <FormattedMessage id="settings.triedFalse" values={{ n: markedFalse }} /> : null}{' '}
      {alarms
        .slice(-IN_WORDS)
        .toReversed()
        .map(({ openedAt }) => (
          <span key={openedAt.getTime()}>
            <Moment at={openedAt} />{' '}
          </span>
        ))}
      <FormattedMessage id="routine.triedWithout" />
    </>
  )
}

/** What the times that stand in the form would have meant, before anybody is woken by them. */
export function TryRoutine({ uuid, inactivityMinutes, dayFrom, dayTo }: Props) {
  const [tried, setTried] = useState<Tried | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  if (!inactivityMinutes) return null
  const press = async () => {
    setIsAsked(true)
    const body = { inactivityMinutes: Number(inactivityMinutes), dayFrom, dayTo }
    setTried(await attempt(() => call(tryRoutine, { params: { uuid }, body })))
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
      <Text component="output" display="block" mt="xs">
        {tried ? <Outcome tried={tried} /> : null}
      </Text>
    </div>
  )
}
