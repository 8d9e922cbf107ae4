import type { Notification } from '@carewatch/contracts/notifications'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { acknowledge } from '../../live/acknowledge.ts'

const TAKEOVER_MS = 600

type Props = {
  notification: Notification
  /** For a place where another alarm may slide under the finger: it must stand a moment before it can be tapped. */
  settles?: boolean
}

/** One tap: "I have seen this and I am on it". */
export function AcknowledgeButton({ notification, settles = false }: Props) {
  const [saving, setSaving] = useState(false)
  const [settled, setSettled] = useState(!settles)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), TAKEOVER_MS)
    return () => clearTimeout(timer)
  }, [])
  const take = async () => {
    setSaving(true)
    await acknowledge(notification)
    setSaving(false)
  }
  return (
    <Button
      h={44}
      loading={saving}
      disabled={!settled}
      leftSection={<IconCheck size={20} aria-hidden />}
      onClick={() => void take()}
    >
      <FormattedMessage id="action.acknowledge" />
    </Button>
  )
}
