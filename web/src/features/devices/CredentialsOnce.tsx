import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import { Notice } from '../../ui/Notice.tsx'
import type { Registered } from './AddDeviceForm.tsx'

function Secret({ label, value }: { label: 'username' | 'password'; value: string }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        <FormattedMessage id={`devices.${label}`} />
      </Text>
      <Group wrap="nowrap" gap="xs">
        <Code
          dir="ltr"
          fz="md"
          p="xs"
          flex={1}
          style={{ overflowWrap: 'anywhere' }}
          data-testid={`device-${label}`}
        >
          {value}
        </Code>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              h={44}
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
              onClick={copy}
            >
              <FormattedMessage id={copied ? 'action.copied' : 'action.copy'} />
            </Button>
          )}
        </CopyButton>
      </Group>
    </div>
  )
}

export function CredentialsOnce({ registered, onDone }: { registered: Registered; onDone: () => void }) {
  const { device, credentials } = registered
  return (
    <Stack>
      <Notice tone="caution" title={<FormattedMessage id="devices.added" values={{ name: device.name }} />}>
        <FormattedMessage id="devices.credentialsOnce" />
      </Notice>
      <Secret label="username" value={credentials.username} />
      <Secret label="password" value={credentials.password} />
      <Button onClick={onDone}>
        <FormattedMessage id="devices.done" />
      </Button>
    </Stack>
  )
}
