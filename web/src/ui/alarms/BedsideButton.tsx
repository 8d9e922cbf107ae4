import { alarmKind } from '@carewatch/contracts/alarms'
import { atBedside } from '@carewatch/contracts/http/alarms'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { Button } from '@mantine/core'
import { IconBed } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'

/** It comes where "I am on it" was: the second tap of a nervous finger must not say that somebody is there. */
const SETTLE_MS = 2_000

const isOfPerson = ({ kind, wearer, active, alarmUuid, isRehearsal }: Notification): boolean =>
  Boolean(wearer && active && alarmUuid && !isRehearsal) && alarmKind(kind).category !== 'TECHNICAL'

type Props = { incident: Pick<Incident<Notification>, 'first' | 'acknowledged'> }

/** One tap: "I am with the person", of what somebody has taken and goes on. */
export function BedsideButton({ incident: { first, acknowledged } }: Props) {
  const may = useMay()
  if (!acknowledged || !isOfPerson(first) || !may(atBedside)) return null
  return <Tap uuid={first.alarmUuid ?? first.uuid} />
}

function Tap({ uuid }: { uuid: string }) {
  const [state, setState] = useState<'settling' | 'offered' | 'saving' | 'done'>('settling')
  useEffect(() => {
    const timer = setTimeout(() => setState('offered'), SETTLE_MS)
    return () => clearTimeout(timer)
  }, [])
  const press = async () => {
    setState('saving')
    const answer = await attempt(() => call(atBedside, { params: { uuid }, body: undefined }))
    setState(answer ? 'done' : 'offered')
  }
  if (state === 'done')
    return (
      <p aria-live="polite">
        <FormattedMessage id="alarms.youAreThere" />
      </p>
    )
  return (
    <Button
      h={44}
      variant="default"
      loading={state === 'saving'}
      disabled={state === 'settling'}
      data-settling={state === 'settling'}
      leftSection={<IconBed size={20} aria-hidden />}
      onClick={() => void press()}
    >
      <FormattedMessage id="alarms.do.bedside" />
    </Button>
  )
}
