import type { Device } from '@carewatch/contracts/http/devices'
import { liveLocation } from '@carewatch/contracts/http/positions'
import { Button, Text } from '@mantine/core'
import { IconCurrentLocation } from '@tabler/icons-react'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { attempt } from '../../feedback/attempt.ts'
import { call } from '../../http/call.ts'
import { useMay } from '../../session/may.ts'
import { Age } from '../../ui/figures/Age.tsx'
import { useNow } from '../../ui/figures/now.ts'
import type { Latest } from './load.ts'
import { isWaiting } from './use-latest.ts'

const SHOWN_FOR_MS = 3_600_000

/** What came of the question, in words: a watch that is asleep answers when it wakes. */
function Answer({ latest, lastSeenAt }: { latest: Latest; lastSeenAt: Date | null }) {
  const now = useNow()
  const { command } = latest
  if (!command || now.getTime() - command.createdAt.getTime() > SHOWN_FOR_MS) return null
  return (
    <Text size="sm" c="dimmed" component="output" aria-live="polite">
      <FormattedMessage id={`location.asked.${command.state}`} />{' '}
      {isWaiting(latest) && lastSeenAt ? (
        <FormattedMessage id="location.lastSeen" values={{ age: <Age at={lastSeenAt} /> }} />
      ) : (
        <Age at={command.doneAt ?? command.createdAt} />
      )}
    </Text>
  )
}

type Props = { device: Device; latest: Latest; onAsked: (latest: Latest) => void }

export function LiveLocation({ device, latest, onAsked }: Props) {
  const may = useMay()
  const [asking, setAsking] = useState(false)
  if (!may(liveLocation)) return null
  const ask = async () => {
    setAsking(true)
    const asked = await attempt(() => call(liveLocation, { body: { deviceIMEI: device.imei } }))
    setAsking(false)
    if (asked) onAsked({ ...latest, command: asked.command })
  }
  return (
    <>
      <Button
        leftSection={<IconCurrentLocation size={18} aria-hidden />}
        loading={asking}
        disabled={!latest.location?.home}
        onClick={() => void ask()}
      >
        <FormattedMessage id="location.live" />
      </Button>
      <Answer latest={latest} lastSeenAt={device.lastSeenAt} />
    </>
  )
}
