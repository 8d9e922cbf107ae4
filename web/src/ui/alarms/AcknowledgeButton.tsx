import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { take } from '../../live/acknowledge.ts'

const TAKEOVER_MS = 600

type Props = {
  /** As it is shown beside the button. */
  incident: Pick<Incident<Notification>, 'uuid' | 'all'>
  /** For a place where another alarm may slide under the finger: it must stand a moment before it can be tapped. */
  settles?: boolean
  /** Whose it is, for who listens and finds several. */
  of?: string
  /** It can wait, so the button is no louder than what is beside it. */
  isCalm?: boolean
}

const waitingOf = ({ all }: Pick<Incident<Notification>, 'all'>): string[] =>
  all.filter(({ acknowledged }) => !acknowledged).map(({ alarmUuid, uuid }) => alarmUuid ?? uuid)

/** One tap: "I have seen this and I am on it". */
export function AcknowledgeButton({ incident, of, settles = false, isCalm = false }: Props) {
  const intl = useIntl()
  const [saving, setSaving] = useState(false)
  const [settled, setSettled] = useState(!settles)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), TAKEOVER_MS)
    return () => clearTimeout(timer)
  }, [])
  const answer = async () => {
    setSaving(true)
    await take(incident.uuid, waitingOf(incident))
    setSaving(false)
  }
  return (
    <Button
      h={44}
      variant={isCalm ? 'default' : 'filled'}
      loading={saving}
      disabled={!settled}
      data-settling={!settled}
      aria-label={of && intl.formatMessage({ id: 'rooms.takeOf' }, { name: of })}
      leftSection={<IconCheck size={20} aria-hidden />}
      onClick={() => void answer()}
    >
      <FormattedMessage id="action.acknowledge" />
    </Button>
  )
}
