import type { Reply } from '@carewatch/contracts/http/endpoint'
import { TRY_DAYS } from '@carewatch/contracts/http/device-limits'
import { tryBranchRoutine, tryCompanyRoutine } from '@carewatch/contracts/http/routines'
import type { HouseRoutine } from '@carewatch/contracts/routines'
import { Button, Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import type { DialogProps } from '../../dialogs/names.ts'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'

type Tried = Reply<typeof tryBranchRoutine>
type OfMany = NonNullable<Tried['inactivity']>

function Raised({ of, id }: { of: OfMany; id: 'routine.triedStill' | 'routine.triedMissed' }) {
  const { total, people, known, markedFalse } = of
  return (
    <Text span display="block">
      <FormattedMessage id={id} values={{ n: total, people }} />{' '}
      {markedFalse > 0 ? <FormattedMessage id="settings.triedFalse" values={{ n: markedFalse }} /> : null}{' '}
      <FormattedMessage id="routine.triedKnown" values={{ people: known }} />
    </Text>
  )
}

function Outcome({ tried: { tried, people, inactivity, checkIn } }: { tried: Tried }) {
  if (tried === 0) return <FormattedMessage id="routine.triedNobody" />
  return (
    <>
      <FormattedMessage id="routine.triedOf" values={{ tried, people, days: TRY_DAYS }} />
      {inactivity ? <Raised of={inactivity} id="routine.triedStill" /> : null}
      {checkIn ? <Raised of={checkIn} id="routine.triedMissed" /> : null}
      {inactivity ? <FormattedMessage id="routine.triedWithout" /> : null}
    </>
  )
}

/** What the form would have meant for those of whom nobody says otherwise, before anybody is woken by it. */
export function TryHouse({ uuid, of, routine }: DialogProps['houseRoutine'] & { routine: HouseRoutine }) {
  const [tried, setTried] = useState<Tried | null>(null)
  const [isAsked, setIsAsked] = useState(false)
  if (!routine.inactivity && !routine.checkInBy) return null
  const press = async () => {
    setIsAsked(true)
    const endpoint = of === 'branch' ? tryBranchRoutine : tryCompanyRoutine
    setTried(await attempt(() => call(endpoint, { params: { uuid }, body: routine })))
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
