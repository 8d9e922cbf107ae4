import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import type { Incident } from '@carewatch/contracts/incidents'
import type { Notification } from '@carewatch/contracts/notifications'
import { take } from '../../live/acknowledge.ts'
import { useSurePress } from '../steady/use-sure-press.ts'

type Shown = Pick<Incident<Notification>, 'uuid' | 'first' | 'all'>

type Props = {
  /** As it is shown beside the button. */
  incident: Shown
  /** How long it must stand where it is before it can be pressed. */
  restMs?: number | undefined
  /** Whose it is, for who listens and finds several. */
  of?: string
  /** It can wait, so the button is no louder than what is beside it. */
  isCalm?: boolean
}

const waitingOf = ({ all }: Shown): string[] =>
  all.filter(({ acknowledged }) => !acknowledged).map(({ alarmUuid, uuid }) => alarmUuid ?? uuid)

/** One tap: "I have seen this and I am on it". */
export function AcknowledgeButton({ incident, of, restMs, isCalm = false }: Props) {
  const intl = useIntl()
  const [saving, setSaving] = useState(false)
  const answer = async (shown: Shown) => {
    setSaving(true)
    await take(shown.uuid, waitingOf(shown))
    setSaving(false)
  }
  const { button } = useSurePress({
    // By what it names: where an SOS comes to a pulse, it stands a moment anew.
    of: incident.first.uuid,
    shown: incident,
    press: (shown) => void answer(shown),
    ...(restMs !== undefined && { restMs }),
  })
  return (
    <Button
      {...button}
      h={44}
      variant={isCalm ? 'default' : 'filled'}
      loading={saving}
      aria-label={of && intl.formatMessage({ id: 'rooms.takeOf' }, { name: of })}
      leftSection={<IconCheck size={20} aria-hidden />}
    >
      <FormattedMessage id="action.acknowledge" />
    </Button>
  )
}
