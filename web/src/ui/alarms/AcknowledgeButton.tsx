import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { take } from '../../live/acknowledge.ts'

const TAKEOVER_MS = 600

type Props = {
  /** That of the incident, or of any alarm of it. */
  incident: string
  /** For a place where another alarm may slide under the finger: it must stand a moment before it can be tapped. */
  settles?: boolean
}

/** One tap: "I have seen this and I am on it". */
export function AcknowledgeButton({ incident, settles = false }: Props) {
  const [saving, setSaving] = useState(false)
  const [settled, setSettled] = useState(!settles)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), TAKEOVER_MS)
    return () => clearTimeout(timer)
  }, [])
  const answer = async () => {
    setSaving(true)
    await take(incident)
    setSaving(false)
  }
  return (
    <Button
      h={44}
      loading={saving}
      disabled={!settled}
      leftSection={<IconCheck size={20} aria-hidden />}
      onClick={() => void answer()}
    >
      <FormattedMessage id="action.acknowledge" />
    </Button>
  )
}
