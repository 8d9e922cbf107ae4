import type { Device } from '@carewatch/contracts/http/devices'
import { Group, Loader, Text } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Measured } from '../../ui/figures/Measured.tsx'
import { useFirstWord } from './use-first-word.ts'

/** Waits for the first message of a new watch, and shows what it measured. */
export function FirstWord({ device }: { device: Device }) {
  const { isReceived, values } = useFirstWord(device)
  return (
    <Group component="section" aria-live="polite" gap="sm" align="flex-start" wrap="nowrap">
      {isReceived ? (
        <IconCircleCheckFilled color="var(--cw-ok)" aria-hidden />
      ) : (
        <Loader size={22} aria-hidden />
      )}
      <div data-testid="first-word">
        <Text fw={550}>
          <FormattedMessage id={isReceived ? 'addDevice.received' : 'addDevice.waiting'} />
        </Text>
        {isReceived ? (
          values.map(({ name, value }) => (
            <Text key={name} size="sm">
              <FormattedMessage id={`metric.${name}`} />: <Measured name={name} value={value} />
            </Text>
          ))
        ) : (
          <Text size="sm" c="dimmed">
            <FormattedMessage id="addDevice.waitingWhy" />
          </Text>
        )}
      </div>
    </Group>
  )
}
