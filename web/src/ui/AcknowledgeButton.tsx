import type { Notification } from '@carewatch/contracts/notifications'
import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { acknowledge } from '../live/acknowledge.ts'

/** One tap: "I have seen this and I am on it". */
export function AcknowledgeButton({ notification }: { notification: Notification }) {
  const [saving, setSaving] = useState(false)
  const take = async () => {
    setSaving(true)
    await acknowledge(notification)
    setSaving(false)
  }
  return (
    <Button
      h={44}
      loading={saving}
      leftSection={<IconCheck size={20} aria-hidden />}
      onClick={() => void take()}
    >
      <FormattedMessage id="action.acknowledge" />
    </Button>
  )
}
