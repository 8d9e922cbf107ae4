import { Button, Text } from '@mantine/core'
import { IconChecks } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { acknowledgeAll } from '../../live/acknowledge.ts'
import { confirmed } from '../../ui/form/confirm.tsx'
import { reloadScreens } from '../../ui/page/reload.ts'

async function acknowledge(imei: string): Promise<void> {
  const body = (
    <Text>
      <FormattedMessage id="notifications.confirmAll" />
    </Text>
  )
  if (!(await confirmed({ title: 'notifications.all', body, confirm: 'action.acknowledge' }))) return
  await acknowledgeAll(imei)
  reloadScreens()
}

/** Every open one of a device, or of everyone in scope. */
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
