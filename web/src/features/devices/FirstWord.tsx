import type { Device } from '@carewatch/contracts/http/devices'
import { Group, Loader, Text } from '@mantine/core'
import { IconCircleCheckFilled } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Measured } from '../../ui/figures/Measured.tsx'
import { Moment } from '../../ui/figures/Moment.tsx'
import { useFirstWord } from './use-first-word.ts'

/** Waits for the first message of a watch, ever or since then, and shows when it came and what it measured. */
export function FirstWord({ device, since = null }: { device: Device; since?: Date | null }) {
  const { at, isReceived, values } = useFirstWord(device, since)
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
        {at ? (
          <Text size="sm">
            <FormattedMessage id="addDevice.firstAt" values={{ time: <Moment key="time" at={at} /> }} />
          </Text>
        ) : null}
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
