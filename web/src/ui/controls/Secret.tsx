import { Button, Code, CopyButton, Group, Text } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { FormattedMessage } from 'react-intl'
import type { MessageId } from '../../i18n/messages.ts'

type Props = { label: MessageId; value: string; testId?: string }

/** A value that somebody has to take over elsewhere: shown whole, copied by one button. */
export function Secret({ label, value, testId }: Props) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        <FormattedMessage id={label} />
      </Text>
      <Group wrap="nowrap" gap="xs">
        <Code
          dir="ltr"
          fz="md"
          p="xs"
          flex={1}
          style={{ overflowWrap: 'anywhere' }}
          {...(testId && { 'data-testid': testId })}
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
