import { cries } from '@carewatch/contracts/triage'
import { Button, Stack, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { acknowledgeAll } from '../../live/acknowledge.ts'
import { incidentsAtom } from '../../live/notifications.ts'
import { store } from '../../store.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { reloadScreens } from '../../ui/page/reload.ts'

/** What waits of a device, or of everyone in scope; apart from it, where somebody calls for help or fell. */
function waitingOf(imei: string) {
  const waiting = store
    .get(incidentsAtom)
    .filter(
      ({ acknowledged, all }) =>
        !acknowledged && (imei === 'all' || all.some((each) => each.deviceIMEI === imei)),
    )
  const calls = waiting.filter(({ all }) =>
    all.some(({ kind, acknowledged }) => !acknowledged && cries.some((cry) => cry === kind)),
  )
  return { waiting, calls }
}

async function acknowledge(imei: string): Promise<void> {
  const { waiting, calls } = waitingOf(imei)
  const body = (
    <Stack gap="xs">
      <Text fw={600}>
        <FormattedMessage id="home.openAlarms" values={{ n: waiting.length }} />
      </Text>
      {calls.length > 0 ? (
        <Text>
          <FormattedMessage id="notifications.callsApart" values={{ n: calls.length }} />
        </Text>
      ) : null}
      <Text>
        <FormattedMessage id="notifications.confirmAll" />
      </Text>
    </Stack>
  )
  if (!(await confirmed({ title: 'notifications.all', body, confirm: 'action.acknowledge' }))) return
  // As they are by now: somebody may have called meanwhile.
  const now = waitingOf(imei)
  const others = now.waiting.filter((incident) => !now.calls.includes(incident))
  await acknowledgeAll(others.map(({ first }) => first.uuid))
  reloadScreens()
}

/** Every open one of a device, or of everyone in scope, but calls for help: each of these is answered by itself. */
export function AcknowledgeAll({ imei, isOff }: { imei: string; isOff: boolean }) {
  return (
    <Button
      variant="default"
      disabled={isOff}
      leftSection={<IconChecks size={18} aria-hidden />}
      onClick={() => void acknowledge(imei)}
    >
      <FormattedMessage id="notifications.all" />
    </Button>
  )
}
